/**
 * Reads a book out of MongoDB, so that the engine can be rebuilt from it.
 *
 * The epoch is raised first, then every active ask is moved to it, then asks and reserved fills are
 * read at one point in time. From the second step on a reservation of the old epoch is refused, so
 * no quantity can be reserved of an ask behind the reading's back.
 *
 * Only the rebuild that has the book's claim in the engine raises the epoch. It looks at the epoch,
 * then confirms its claim, then raises what it has looked at: a rebuild that was overtaken, however
 * late it wakes up, finds its claim or that epoch gone. So no epoch here runs ahead of the engine's.
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
  /** Null when no book has taken it yet. */
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

/** An order for capacity that rests. */
export interface LoadedBid {
  readonly orderId: string;
  readonly limitPriceScale8: bigint;
  readonly remainingTokens: number;
  readonly region: Region | null;
  readonly excludedOwner: string | null;
  readonly timeInForce: TimeInForce;
  readonly expiresAtMs: number | null;
  readonly sequence: number;
  /** The highest count among its recorded and void fills: the next one has a higher one. */
  readonly fillCount: number;
}

export interface LoadedBook {
  readonly epoch: number;
  /** An operator has stopped it. */
  readonly isHalted: boolean;
  /** Active asks in the order of their creation. */
  readonly asks: readonly LoadedAsk[];
  /** Resting bids in the order of their place; one that no book has taken yet is placed by its workflow. */
  readonly bids: readonly LoadedBid[];
  /** Fills of these asks that are still reserved. */
  readonly reservations: readonly LoadedReservation[];
}

/** The right to rebuild a book. */
export interface EpochClaim {
  /** The highest epoch that has begun in the engine: the next one is higher. */
  readonly fence: number;
  /** @throws Error when another rebuild has taken the claim */
  confirm(): Promise<void>;
}

/** Raises the epoch of a book and reads what stands in it. */
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

/** The epoch that the records have given a book last; null before the first one. */
export async function epochOf({ books }: Collections, book: BookId): Promise<number | null> {
  const found = await books.findOne({ _id: bookName(book) }, { projection: { epoch: 1 } });
  return found?.epoch ?? null;
}

/** Whether anybody has ever traded or rested an order in a book. */
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

/** What a fill that was not recorded had taken of a bid is open here again: the book that made it is gone. */
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
