/**
 * Search attributes by which operators find workflows in the Temporal web UI. Ids only: they are
 * never encrypted.
 */
import { SearchAttributeType, defineSearchAttributeKey } from '@temporalio/common';

export const BUYER_ID = defineSearchAttributeKey('BuyerId', SearchAttributeType.KEYWORD);
export const SELLER_ID = defineSearchAttributeKey('SellerId', SearchAttributeType.KEYWORD);
export const ORDER_ID = defineSearchAttributeKey('OrderId', SearchAttributeType.KEYWORD);
export const FILL_ID = defineSearchAttributeKey('FillId', SearchAttributeType.KEYWORD);
export const CONTRACT_ID = defineSearchAttributeKey('ContractId', SearchAttributeType.KEYWORD);
export const MODEL = defineSearchAttributeKey('Model', SearchAttributeType.KEYWORD);
export const REQUEST_ID = defineSearchAttributeKey('RequestId', SearchAttributeType.KEYWORD);
/** The orders that one workflow records together. */
export const ORDER_IDS = defineSearchAttributeKey('OrderIds', SearchAttributeType.KEYWORD_LIST);
export const BUYER_IDS = defineSearchAttributeKey('BuyerIds', SearchAttributeType.KEYWORD_LIST);
export const REQUEST_IDS = defineSearchAttributeKey('RequestIds', SearchAttributeType.KEYWORD_LIST);
/** `filled`, or the code of the refusal. */
export const OUTCOME = defineSearchAttributeKey('Outcome', SearchAttributeType.KEYWORD);
/** For a seller's workflow: `Active`, `Probation`, `Suspended` or `Banned`. */
export const SELLER_STANDING = defineSearchAttributeKey(
  'SellerStanding',
  SearchAttributeType.KEYWORD,
);
