/** Other operations on a fill: its attempts, its tombstone, and reads for the sweeps. */
import type { BookId } from '../../domain/instruments';
import { isOld } from '../archive/archives';
import { pastFills } from '../archive/past';
import type { Collections } from '../collections';
import { DURABLE } from '../mongodb/durable';
import type { AskedEnd } from '../../domain/asked-sellers';
import type { AttemptReason, AttemptState, FillDocument } from '../documents/fill';
import type { FillsReservedHere } from './fills-reserved-here';
import { isDuplicate } from '../mongodb/duplicate-key';

export interface PlanAttempt {
  readonly fillId: string;
  /** From 2 upwards: the first attempt is planned with the reservation. */
  readonly number: number;
}

export interface MarkAttempt {
  readonly fillId: string;
  readonly number: number;
  readonly state: Exclude<AttemptState, 'planned'>;
  readonly reason?: AttemptReason;
  readonly end?: AskedEnd | null;
  readonly status?: number | null;
  readonly detail?: string;
}

export interface AbandonFill {
  readonly fillId: string;
  readonly askId: string;
  readonly book: BookId;
  readonly reason?: string;
}

export class Fills {
  constructor(
    private readonly collections: Collections,
    private readonly reservedHere: Pick<FillsReservedHere, 'forget'>,
  ) {}

  /** Writes the row of an attempt before its first byte; only a reserved fill may have another. */
  async planAttempt(request: PlanAttempt): Promise<'planned' | 'duplicate' | 'not_reserved'> {
    const { fillId, number } = request;
    this.reservedHere.forget(fillId);
    const attempt = {
      number,
      state: 'planned' as const,
      startedAt: new Date(),
      endedAt: null,
      detail: null,
    };
    const { fills } = this.collections;
    const result = await fills.updateOne(
      { _id: fillId, status: 'reserved', 'attempts.number': { $ne: number } },
      { $push: { attempts: attempt } },
    );
    if (result.matchedCount === 1) return 'planned';
    const isReserved = await fills.findOne({ _id: fillId, status: 'reserved' }, DURABLE);
    return isReserved ? 'duplicate' : 'not_reserved';
  }

  /** @returns false when the fill has no such attempt, or the attempt has already ended */
  async markAttempt(request: MarkAttempt): Promise<boolean> {
    const { fillId, number, state, reason = null, end = null, status = null } = request;
    this.reservedHere.forget(fillId);
    const result = await this.collections.fills.updateOne(
      {
        _id: fillId,
        attempts: { $elemMatch: { number, state: { $in: ['planned', 'sent'] } } },
      },
      {
        $set: {
          'attempts.$.state': state,
          'attempts.$.reason': reason,
          'attempts.$.end': end,
          'attempts.$.status': status,
          'attempts.$.detail': request.detail ?? null,
          ...(state !== 'sent' && { 'attempts.$.endedAt': new Date() }),
        },
      },
    );
    return result.matchedCount === 1;
  }

  /**
   * Records before the settlement that the seller aborted its answer, that the exchange caused its
   * end, or that the buyer left before it began.
   */
  async noteEnd(
    fillId: string,
    number: number,
    reason: 'cut' | 'exchange' | 'buyer_gone',
  ): Promise<void> {
    this.reservedHere.forget(fillId);
    await this.collections.fills.updateOne(
      { _id: fillId, status: 'reserved', 'attempts.number': number },
      { $set: { 'attempts.$.reason': reason } },
    );
  }

  /**
   * Writes a tombstone for a reservation of the book that was never written here: `reserveFill`
   * then refuses it, so the book may release the quantity.
   * @returns `known` with the fill when it was written here after all
   */
  async abandon(
    request: AbandonFill,
  ): Promise<{ status: 'abandoned' } | { status: 'known'; fill: FillDocument }> {
    const { fillId, askId, book, reason = 'never_reserved' } = request;
    const tombstone: Partial<FillDocument> = {
      _id: fillId,
      askId,
      modelId: book.modelId,
      tenor: book.tenor,
      status: 'abandoned',
      releaseReason: reason,
      attempts: [],
      createdAt: new Date(),
    };
    const { fills } = this.collections;
    // An archived fill has left its id free here.
    const recorded = isOld(fillId) && (await this.known([fillId])).get(fillId);
    if (recorded) return abandonedOrKnown(recorded);
    try {
      await fills.insertOne(tombstone as FillDocument);
      return { status: 'abandoned' };
    } catch (err) {
      if (!isDuplicate(err)) throw err;
    }
    const fill = await fills.findOne({ _id: fillId });
    if (!fill) return this.abandon(request);
    return abandonedOrKnown(fill);
  }

  /**
   * The book's reservations that are recorded, live or archived; a missing one has neither fill nor
   * tombstone.
   */
  async known(fillIds: readonly string[]): Promise<Map<string, FillDocument>> {
    const found = await pastFills(this.collections).byIds(fillIds);
    return new Map(found.map((fill) => [fill._id, fill]));
  }

  /** Fills of an order that still hold money and capacity. */
  async openOf(orderId: string): Promise<FillDocument[]> {
    return this.collections.fills.find({ orderId, status: 'reserved' }, DURABLE).toArray();
  }
}

function abandonedOrKnown(
  fill: FillDocument,
): { status: 'abandoned' } | { status: 'known'; fill: FillDocument } {
  return fill.status === 'abandoned' ? { status: 'abandoned' } : { status: 'known', fill };
}
