/**
 * Reads a book from MongoDB to rebuild it in the engine.
 *
 * The epoch is raised first, then every active ask is moved to it, then asks and reserved fills are
 * read in one snapshot. From the second step on a reservation of the old epoch is refused, so no
 * quantity can be reserved unnoticed during the read.
 *
 * Only the rebuild with the book's claim in the engine raises the epoch. It reads the epoch, then
 * confirms its claim, then raises the epoch that it read: a rebuild that was superseded, however
 * late it resumes, finds that its claim or epoch has changed. No recorded epoch is therefore ahead
 * of the engine's.
 */
import { bookName, type BookId } from '../domain/instruments';
import { RESTING_TIMES_IN_FORCE, type TimeInForce } from '../domain/time-in-force';
import type { Region } from '../domain/regions';
import type { mongo } from 'mongoose';
import type { BookDocument } from './book';
import { asDouble, type Collections } from './collections';
import { SCAN_MAX_MS } from './read-limits';

export interface LoadedAsk {
  readonly askId: string;
  readonly sellerId: string;
  readonly region: Region;
  readonly priceScale8: bigint;
  readonly remainingTokens: number;
  readonly lotTokens: number;
  readonly expiresAtMs: number;
  /** Null when no book has accepted it yet. */
  readonly sequence: number | null;
  /** The owner of its seller. */
  readonly owner: string | null;
}

export interface LoadedReservation {
  readonly fillId: string;
  readonly askId: string;
  readonly quantityTokens: number;
  /** The epoch in which it was made. */
  readonly epoch: number;
}

/** A resting contract order. */
export interface LoadedBid {
  readonly orderId: string;
  readonly limitPriceScale8: bigint;
  readonly remainingTokens: number;
  readonly region: Region | null;
  readonly excludedOwner: string | null;
  readonly timeInForce: TimeInForce;
  readonly expiresAtMs: number | null;
  readonly sequence: number;
  /** The highest number among its recorded and voided fills: the next one is higher. */
  readonly fillCount: number;
}

export interface LoadedBook {
  readonly epoch: number;
  /** Whether an operator has halted it. */
  readonly isHalted: boolean;
  /** Active asks in the order of their creation. */
  readonly asks: readonly LoadedAsk[];
  /** Resting bids in the order of their place; the workflow of an unplaced bid places it. */
  readonly bids: readonly LoadedBid[];
  /** Fills of these asks that are still reserved. */
  readonly reservations: readonly LoadedReservation[];
}

/** The right to rebuild a book. */
export interface EpochClaim {
  /** The highest epoch that the engine has started: the next one is higher. */
  readonly fence: number;
  /** @throws Error when another rebuild holds the claim */
  confirm(): Promise<void>;
}

/** Raises the epoch of a book and reads its content. */
export async function loadBook(
  client: mongo.MongoClient,
  collections: Collections,
  book: BookId,
  claim: EpochClaim,
): Promise<LoadedBook> {
  const { modelId, tenor } = book;
  const { epoch, halt } = await raiseEpoch(collections, bookName(book), claim);
  await collections.asks.updateMany(
    { modelId, tenor, status: 'active' },
    { $max: { epoch: asDouble(epoch) } },
  );
  const session = client.startSession({ snapshot: true });
  try {
    const asks = await readAsks(session, collections, book);
    const bids = await readBids(session, collections, book);
    const known = new Set(asks.map(({ askId }) => askId));
    const reservations = await readReservations(session, collections, book);
    return {
      epoch,
      isHalted: Boolean(halt),
      asks,
      bids,
      reservations: reservations.filter(({ askId }) => known.has(askId)),
    };
  } finally {
    await session.endSession();
  }
}

/** The latest recorded epoch of the book; null before the first one. */
export async function epochOf({ books }: Collections, book: BookId): Promise<number | null> {
  const found = await books.findOne({ _id: bookName(book) }, { projection: { epoch: 1 } });
  return found?.epoch ?? null;
}

/** Whether the book has ever had an order or trade. */
export async function isBookKnown(
  { books, asks, contractOrders }: Collections,
  book: BookId,
): Promise<boolean> {
  const { modelId, tenor } = book;
  const found = { projection: { _id: 1 } };
  const known =
    (await books.findOne({ _id: bookName(book) }, found)) ??
    (await asks.findOne({ modelId, tenor, status: 'active' }, found)) ??
    (await contractOrders.findOne({ modelId, tenor, status: 'open' }, found));
  return known !== null;
}

async function raiseEpoch(
  { books }: Collections,
  name: string,
  claim: EpochClaim,
): Promise<BookDocument> {
  for (;;) {
    const known = await books.findOne({ _id: name });
    await claim.confirm();
    const updatedAt = new Date();
    if (!known) {
      const first = { epoch: asDouble(0), updatedAt };
      await books.updateOne({ _id: name }, { $setOnInsert: first }, { upsert: true });
      continue;
    }
    const epoch = asDouble(Math.max(known.epoch, claim.fence) + 1);
    const raised = await books.findOneAndUpdate(
      { _id: name, epoch: known.epoch },
      { $set: { epoch, updatedAt } },
      { returnDocument: 'after' },
    );
    if (raised) return raised;
  }
}

async function readAsks(
  session: mongo.ClientSession,
  { asks, sellers }: Collections,
  { modelId, tenor }: BookId,
): Promise<LoadedAsk[]> {
  const active = await asks
    .find(
      { modelId, tenor, status: 'active' },
      { session, sort: { createdAt: 1, _id: 1 }, maxTimeMS: SCAN_MAX_MS },
    )
    .toArray();
  const owners = new Map<string, string | null>();
  for (const { _id, owner } of await sellers
    .find({ owner: { $gt: '' } }, { session, projection: { owner: 1 }, maxTimeMS: SCAN_MAX_MS })
    .toArray()) {
    owners.set(_id, owner);
  }
  return active.map((ask) => ({
    askId: ask._id,
    sellerId: ask.sellerId,
    region: ask.region,
    priceScale8: ask.priceScale8,
    remainingTokens: ask.remainingTokens,
    lotTokens: ask.lotTokens,
    expiresAtMs: ask.expiresAt.getTime(),
    sequence: ask.sequence,
    owner: owners.get(ask.sellerId) ?? null,
  }));
}

/** The quantity of an unrecorded fill is open again here: the book that made the fill is lost. */
async function readBids(
  session: mongo.ClientSession,
  { contractOrders }: Collections,
  { modelId, tenor }: BookId,
): Promise<LoadedBid[]> {
  return contractOrders
    .find(
      {
        ...{ modelId, tenor, status: 'open' },
        timeInForce: { $in: RESTING_TIMES_IN_FORCE },
        sequence: { $ne: null },
      },
      { session, sort: { sequence: 1 }, maxTimeMS: SCAN_MAX_MS },
    )
    .map((order) => ({
      orderId: order._id,
      limitPriceScale8: order.limitPriceScale8,
      remainingTokens: order.openTokens,
      region: order.region,
      excludedOwner: order.excludedOwner,
      timeInForce: order.timeInForce,
      expiresAtMs: order.expiresAt?.getTime() ?? null,
      sequence: order.sequence!,
      fillCount: order.fillCount,
    }))
    .toArray();
}

async function readReservations(
  session: mongo.ClientSession,
  { fills }: Collections,
  { modelId, tenor }: BookId,
): Promise<LoadedReservation[]> {
  return fills
    .find(
      { modelId, tenor, status: 'reserved', kind: { $ne: 'draw' } },
      { session, maxTimeMS: SCAN_MAX_MS },
    )
    .map(({ _id: fillId, askId, quantityTokens, epoch }) => ({
      fillId,
      askId,
      quantityTokens,
      epoch,
    }))
    .toArray();
}
