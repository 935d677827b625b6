/**
 * Writes an ask on condition that its seller may offer with the given key. The seller's record is
 * written with it, which serializes an ask with a concurrent suspension, ban or rotation: the
 * withdrawal finds an ask that was written before, and after it none is written. Matches do not
 * write that record. Once per ask.
 */
import { STANDINGS, mayOffer } from '../../domain/standing';
import type { AskDocument } from '../documents/ask';
import { asDouble, type Collections } from '../collections';
import type { SellerDocument } from '../documents/seller';
import { type NewAsk, newAskDocument } from './new-ask';
import { readBatch } from './reads';
import { conditional, insert, type Transaction } from './writes';

export interface OfferAsk {
  readonly ask: NewAsk;
  /** Hash of the request's key. */
  readonly apiKeyHash: string;
}

export type OfferResult =
  | { readonly status: 'offered' | 'duplicate'; readonly ask: AskDocument }
  /** With the current seller. */
  | { readonly status: 'refused'; readonly seller: SellerDocument | null };

const MAY_OFFER = STANDINGS.filter(mayOffer);

export function offerAsk(collections: Collections): Transaction<OfferAsk, OfferResult> {
  return conditional({
    conflicts: (requests) => findConflicts(collections, requests),
    write({ ask, apiKeyHash }) {
      const document = newAskDocument(ask);
      const filter = { _id: ask.sellerId, apiKeyHash, standing: { $in: MAY_OFFER } };
      // An ask reactivates a dormant seller.
      const update = { $inc: { offers: asDouble(1) }, $set: { asleepSince: null } };
      return {
        writes: { sellers: [{ updateOne: { filter, update } }], newAsks: [insert(document)] },
        answer: { status: 'offered', ask: document },
      };
    },
  });
}

async function findConflicts(
  collections: Collections,
  requests: readonly OfferAsk[],
): Promise<(OfferResult | undefined)[]> {
  const { asks, sellers } = await readBatch(collections, {
    asks: requests.map(({ ask }) => ask.askId),
    sellers: requests.map(({ ask }) => ask.sellerId),
  });
  return requests.map(({ ask, apiKeyHash }) => {
    const known = asks.get(ask.askId);
    if (known) return { status: 'duplicate', ask: known };
    const seller = sellers.get(ask.sellerId) ?? null;
    const mayStill = seller?.apiKeyHash === apiKeyHash && mayOffer(seller.standing);
    return mayStill ? undefined : { status: 'refused', seller };
  });
}
