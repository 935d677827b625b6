/** The record of a new ask: nothing sold, not yet in the book. */
import type { AskDocument } from '../documents/ask';
import { asDouble } from '../collections';

export type NewAsk = { readonly askId: string } & Readonly<
  Pick<
    AskDocument,
    | 'sellerId'
    | 'surface'
    | 'modelId'
    | 'tenor'
    | 'region'
    | 'priceScale8'
    | 'capacityTokens'
    | 'lotTokens'
    | 'validForSeconds'
    | 'createdAt'
    | 'expiresAt'
  >
>;

export function newAskDocument(ask: NewAsk): AskDocument {
  const { askId, capacityTokens, lotTokens, validForSeconds, ...terms } = ask;
  return {
    _id: askId,
    ...terms,
    capacityTokens: asDouble(capacityTokens),
    remainingTokens: asDouble(capacityTokens),
    reservedTokens: asDouble(0),
    soldTokens: asDouble(0),
    expiredTokens: asDouble(0),
    cancelledTokens: asDouble(0),
    lotTokens: asDouble(lotTokens),
    validForSeconds: asDouble(validForSeconds),
    status: 'active',
    sequence: null,
    epoch: null,
  };
}
