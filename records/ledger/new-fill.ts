/** A new fill. */
import { asDouble } from '../collections';
import type { FillDocument } from '../documents/fill';

/** The terms of a fill: its order, its ask or lot, its quantity and price. */
export type FillTerms = Readonly<
  Pick<
    FillDocument,
    | '_id'
    | 'kind'
    | 'lotId'
    | 'isCounted'
    | 'orderId'
    | 'accountId'
    | 'keyId'
    | 'isCapped'
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

/** Reserved, with its first attempt planned; nothing is used or charged. */
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

/** The fill in its stored form. */
export function storedFill(fill: FillDocument): FillDocument {
  return {
    ...fill,
    quantityTokens: asDouble(fill.quantityTokens),
    epoch: asDouble(fill.epoch),
    usedTokens: asDouble(fill.usedTokens),
  };
}
