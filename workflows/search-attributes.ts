/**
 * Search attributes by which operators find workflows in the Temporal web UI: ids, codes and
 * quantities only, because they are never encrypted. Temporal on SQL has room for ten of type Keyword
 * and three lists in a namespace, those of other applications included.
 */
import { SearchAttributeType, defineSearchAttributeKey } from '@temporalio/common';

/** Of all that it touches: order, buyer, seller, contract, fill and lot. */
export const IDS = defineSearchAttributeKey('Ids', SearchAttributeType.KEYWORD_LIST);
export const REQUEST_IDS = defineSearchAttributeKey('RequestIds', SearchAttributeType.KEYWORD_LIST);
export const MODEL = defineSearchAttributeKey('Model', SearchAttributeType.KEYWORD);
/** `filled`, the final status of an order or a lot, or the code of the refusal. */
export const OUTCOME = defineSearchAttributeKey('Outcome', SearchAttributeType.KEYWORD);
/** Why it ended so: what the last seller did, or what an operator or the records state. */
export const REASON = defineSearchAttributeKey('Reason', SearchAttributeType.KEYWORD);
/** For a seller's workflow: `Active`, `Probation`, `Suspended` or `Banned`. */
export const SELLER_STANDING = defineSearchAttributeKey(
  'SellerStanding',
  SearchAttributeType.KEYWORD,
);
/** For a lot: its window, and what was sold and paid ahead; both are 0 once it has ended. */
export const OPENS_AT = defineSearchAttributeKey('OpensAt', SearchAttributeType.DATETIME);
export const ENDS_AT = defineSearchAttributeKey('EndsAt', SearchAttributeType.DATETIME);
export const OWED_TOKENS = defineSearchAttributeKey('OwedTokens', SearchAttributeType.INT);
export const ESCROW_USD = defineSearchAttributeKey('EscrowUsd', SearchAttributeType.DOUBLE);

type Ids = string | readonly string[] | undefined;

/** Ids of what a workflow is about, in the order in which a list that is full keeps them. */
export interface Touched {
  readonly order?: Ids;
  readonly buyer?: Ids;
  readonly seller?: Ids;
  readonly contract?: Ids;
  readonly lot?: Ids;
  readonly fill?: Ids;
}
