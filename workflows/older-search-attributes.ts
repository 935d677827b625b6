/**
 * The search attributes of 0.2.0 and before. 0.3.0 fills them where the namespace has them, so that
 * saved searches find its workflows. To remove in 0.4.0: this file and its uses, and their rows in
 * docs/operate/upgrade.md.
 */
import {
  type SearchAttributePair,
  SearchAttributeType,
  type TypedSearchAttributes,
  defineSearchAttributeKey,
} from '@temporalio/common';
import type { Touched } from './search-attributes';

const keyword = (name: string) => defineSearchAttributeKey(name, SearchAttributeType.KEYWORD);

const ORDER_ID = keyword('OrderId');
const BUYER_ID = keyword('BuyerId');
const SELLER_ID = keyword('SellerId');
const CONTRACT_ID = keyword('ContractId');
const FILL_ID = keyword('FillId');
const REQUEST_ID = keyword('RequestId');
const ORDER_IDS = defineSearchAttributeKey('OrderIds', SearchAttributeType.KEYWORD_LIST);

const KEYWORDS = [ORDER_ID, BUYER_ID, SELLER_ID, CONTRACT_ID, FILL_ID, REQUEST_ID];
export const OLDER_NAMES = [...KEYWORDS, ORDER_IDS].map(({ name }) => name);

/** Its place among the three lists of a namespace on SQL is the one of `Ids`. */
export const REPLACED = 'BuyerIds';

/** A workflow that began with one of them runs where they are registered. */
export function beganWithOlder(attributes: TypedSearchAttributes): boolean {
  return KEYWORDS.some((key) => attributes.get(key) !== undefined);
}

export function olderOf(touched: Touched, requestId?: string): SearchAttributePair[] {
  const { order, buyer, seller, contract, fill, lot } = touched;
  if (Array.isArray(order)) return [{ key: ORDER_IDS, value: [...order] as string[] }];
  const values = [order, buyer, seller, contract, fill ?? lot, requestId];
  return KEYWORDS.flatMap((key, at) => {
    const value = values[at];
    return typeof value === 'string' ? [{ key, value }] : [];
  });
}
