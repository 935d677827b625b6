/** A fill as it begins. */
import { asDouble } from '../collections';
import type { FillDocument } from '../fill';

/** What makes a fill: whose it is, out of which ask or lot it takes how much, and at what price. */
export type FillTerms = Readonly<
  Pick<
    FillDocument,
    | '_id'
    | 'kind'
    | 'lotId'
    | 'isCounted'
    | 'orderId'
    | 'accountId'
    | 'askId'
    | 'sellerId'
    | 'modelId'
    | 'tenor'
    | 'region'
    | 'priceScale8'
    | 'quantityTokens'
    | 'epoch'
  >
>;

/** Reserved, with its first attempt planned; nothing of it is used or charged. */
export function newFill(terms: FillTerms, now: Date): FillDocument {
  return {
    ...terms,
    status: 'reserved',
    releaseReason: null,
    attempts: [{ number: 1, state: 'planned', startedAt: now, endedAt: null, detail: null }],
    usage: null,
    usedTokens: 0,
    costScale8: 0n,
    feeScale8: 0n,
    usageFlag: null,
    createdAt: now,
    settledAt: null,
  };
}

/** As it is written. */
export function storedFill(fill: FillDocument): FillDocument {
  return {
    ...fill,
    quantityTokens: asDouble(fill.quantityTokens),
    epoch: asDouble(fill.epoch),
    usedTokens: asDouble(fill.usedTokens),
  };
}
