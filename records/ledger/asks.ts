/**
 * The lifecycle of an ask apart from its fills: offered, placed in the book, cancelled, expired.
 */
import type { mongo } from 'mongoose';
import type { AskDocument } from '../documents/ask';
import type { BookId } from '../../domain/instruments';
import { asDouble, type Collections } from '../collections';
import type { GroupCommit } from './group-commit';
import { type NewAsk, newAskDocument } from './new-ask';
import { type OfferAsk, type OfferResult, offerAsk } from './offer-ask';
import { isDuplicate } from '../mongodb/duplicate-key';

export type CancelResult =
  | { readonly status: 'cancelled'; readonly cancelledTokens: number }
  | { readonly status: 'not_active' };

export class Asks {
  private readonly offerAsk;

  /** @param commits a separate queue: contention for a seller's record must not delay matches */
  constructor(
    private readonly collections: Collections,
    private readonly commits: GroupCommit,
  ) {
    this.offerAsk = offerAsk(collections);
  }

  /**
   * Writes a new ask for a seller who may offer (offer-ask.ts). Repetition: returns the existing
   * ask.
   */
  offer(request: OfferAsk): Promise<OfferResult> {
    return this.commits.submit(this.offerAsk, request, request.ask.sellerId);
  }

  /**
   * Writes a new ask, not yet in the book, for any seller. Repetition: returns the existing ask.
   */
  async create(ask: NewAsk): Promise<AskDocument> {
    const { asks } = this.collections;
    await asks.insertOne(newAskDocument(ask)).catch((err: unknown) => {
      if (!isDuplicate(err)) throw err;
    });
    const written = await asks.findOne({ _id: ask.askId });
    if (!written) throw new Error(`Ask ${ask.askId} was not written`);
    return written;
  }

  /**
   * Stores the ask's place in the book. A later epoch, set by a concurrent rebuild, is kept.
   * @returns false when the ask is no longer active and must leave the book
   */
  async placed(askId: string, sequence: number, epoch: number): Promise<boolean> {
    const ask = await this.collections.asks.findOneAndUpdate(
      { _id: askId },
      { $set: { sequence: asDouble(sequence) }, $max: { epoch: asDouble(epoch) } },
      { projection: { status: 1 } },
    );
    return ask?.status === 'active';
  }

  /** Withdraws the remainder; reserved tokens are still delivered. */
  async cancel(askId: string, sellerId: string): Promise<CancelResult> {
    const before = await this.end({ _id: askId, sellerId }, 'cancelled', 'cancelledTokens');
    return before
      ? { status: 'cancelled', cancelledTokens: before.remainingTokens }
      : { status: 'not_active' };
  }

  /** Withdraws many asks, each separately. */
  async cancelMany(askIds: readonly string[]): Promise<void> {
    await this.collections.asks.updateMany(
      { _id: { $in: [...askIds] }, status: 'active' },
      endOf('cancelled', 'cancelledTokens'),
    );
  }

  /** @returns false when it is no longer active or has not expired yet */
  async expire(askId: string): Promise<boolean> {
    const isOver = { $expr: { $lte: ['$expiresAt', '$$NOW'] } };
    return (await this.end({ _id: askId, ...isOver }, 'expired', 'expiredTokens')) !== null;
  }

  /** Active asks that have expired. */
  async expired(limit: number): Promise<AskDocument[]> {
    return this.collections.asks
      .find({ status: 'active', expiresAt: { $lte: new Date() } })
      .sort({ expiresAt: 1 })
      .limit(limit)
      .toArray();
  }

  /**
   * Active asks, written `olderThanMs` ago, that no book has accepted, also those that have expired
   * since. Reads no ask that has a place.
   * @param book only those of one book
   */
  async unplaced(olderThanMs: number, limit: number, book?: BookId): Promise<AskDocument[]> {
    return this.collections.asks
      .find({
        ...(book && { modelId: book.modelId, tenor: book.tenor }),
        status: 'active',
        sequence: null,
        createdAt: { $lte: new Date(Date.now() - olderThanMs) },
      })
      .hint({ createdAt: 1 })
      .sort({ createdAt: 1 })
      .limit(limit)
      .toArray();
  }

  /** @returns the ask before its end; null when it is not active or does not match the filter */
  private async end(
    filter: mongo.Filter<AskDocument>,
    status: 'cancelled' | 'expired',
    field: 'cancelledTokens' | 'expiredTokens',
  ): Promise<AskDocument | null> {
    return this.collections.asks.findOneAndUpdate(
      { ...filter, status: 'active' },
      endOf(status, field),
      { returnDocument: 'before' },
    );
  }
}

/** Moves the remainder according to the kind of end. */
function endOf(
  status: 'cancelled' | 'expired',
  field: 'cancelledTokens' | 'expiredTokens',
): mongo.BSON.Document[] {
  return [
    {
      $set: {
        status,
        [field]: { $add: [`$${field}`, '$remainingTokens'] },
        remainingTokens: { $literal: asDouble(0) },
      },
    },
  ];
}
