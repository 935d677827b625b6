/**
 * Reads a book from MongoDB to rebuild it in the engine.
 *
 * The epoch is raised first, then the fence, then asks and reserved fills are read in one snapshot,
 * as a stream. From the second step on a reservation of the old epoch is refused, so no quantity can
 * be reserved unnoticed during the read.
 */
import { bookName, type BookId } from '../../domain/instruments';
import { RESTING_TIMES_IN_FORCE, type TimeInForce } from '../../domain/time-in-force';
import type { Region } from '../../domain/regions';
import type { mongo } from 'mongoose';
import type { Collections } from '../collections';
import { type EpochClaim, raiseEpoch, raiseFence } from './raise-epoch';
import { RawReader } from '../mongodb/raw-document';
import { rawPages } from '../mongodb/raw-pages';
import { SCAN_MAX_MS } from '../mongodb/read-limits';

/** Documents that MongoDB sends at once: a megabyte. */
const ROWS_PER_READ = 4_000;

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

type Pages<Row> = AsyncIterable<readonly Row[]>;

export interface LoadedBook {
  readonly epoch: number;
  /** Whether an operator has halted it. */
  readonly isHalted: boolean;
  /** Active asks: those with a place, then the others in the order of their creation. */
  readonly asks: Pages<LoadedAsk>;
  /** Resting bids in the order of their place; the workflow of an unplaced bid places it. */
  readonly bids: Pages<LoadedBid>;
  /** Reserved fills, also of asks that are no longer active. */
  readonly reservations: Pages<LoadedReservation>;
  /** Ends the snapshot. */
  close(): Promise<void>;
}

const ASK_FIELDS = {
  sellerId: 1,
  region: 1,
  priceScale8: 1,
  remainingTokens: 1,
  lotTokens: 1,
  expiresAt: 1,
  sequence: 1,
} as const;
const BID_FIELDS = {
  limitPriceScale8: 1,
  openTokens: 1,
  region: 1,
  excludedOwner: 1,
  timeInForce: 1,
  expiresAt: 1,
  sequence: 1,
  fillCount: 1,
} as const;
const BY_CREATION = { hint: { createdAt: 1 }, sort: { createdAt: 1, _id: 1 } } as const;
const RESERVATION_FIELDS = { askId: 1, quantityTokens: 1, epoch: 1 } as const;

/** An ask as its bytes are read, `expiresAt` in milliseconds. */
type RawAsk = Omit<LoadedAsk, 'askId' | 'expiresAtMs' | 'owner'> & {
  readonly _id: string;
  readonly expiresAt: number;
};

/** Raises the epoch of a book, and reads its content in one snapshot, which the caller closes. */
export async function loadBook(
  client: mongo.MongoClient,
  collections: Collections,
  book: BookId,
  claim: EpochClaim,
): Promise<LoadedBook> {
  const { epoch, halt } = await raiseEpoch(collections, book, claim);
  await raiseFence(collections, book, epoch);
  const session = client.startSession({ snapshot: true });
  return {
    epoch,
    isHalted: Boolean(halt),
    asks: readAsks(session, client.db(collections.asks.dbName), collections, book),
    bids: readBids(session, collections, book),
    reservations: readReservations(session, collections, book),
    close: () => session.endSession(),
  };
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

async function* readAsks(
  session: mongo.ClientSession,
  database: mongo.Db,
  { asks: { collectionName: collection }, sellers }: Collections,
  { modelId, tenor }: BookId,
): Pages<LoadedAsk> {
  const options = { session, maxTimeMS: SCAN_MAX_MS };
  const owners = new Map<string, string | null>();
  const owned = sellers.find({ owner: { $gt: '' } }, { ...options, projection: { owner: 1 } });
  for await (const { _id, owner } of owned) owners.set(_id, owner);
  const reader = new RawReader();
  const loadedAsk = (document: Buffer): LoadedAsk => {
    const ask = reader.fieldsOf(document) as unknown as RawAsk;
    return {
      askId: ask._id,
      sellerId: ask.sellerId,
      region: ask.region,
      priceScale8: ask.priceScale8,
      remainingTokens: ask.remainingTokens,
      lotTokens: ask.lotTokens,
      expiresAtMs: ask.expiresAt,
      sequence: ask.sequence,
      owner: owners.get(ask.sellerId) ?? null,
    };
  };
  const active = { modelId, tenor, status: 'active' } as const;
  const read = { collection, projection: ASK_FIELDS };
  const limits = { ...options, rowsPerPage: ROWS_PER_READ };
  const placed = { ...read, filter: { ...active, sequence: { $ne: null } } };
  const unplaced = { ...read, filter: { ...active, sequence: null }, ...BY_CREATION };
  for (const find of [placed, unplaced]) {
    for await (const page of rawPages(database, find, limits)) yield page.map(loadedAsk);
  }
}

/** The quantity of an unrecorded fill is open again here: the book that made the fill is lost. */
function readBids(
  session: mongo.ClientSession,
  { contractOrders }: Collections,
  { modelId, tenor }: BookId,
): Pages<LoadedBid> {
  const found = contractOrders.find(
    {
      modelId,
      tenor,
      status: 'open',
      timeInForce: { $in: RESTING_TIMES_IN_FORCE },
      sequence: { $ne: null },
    },
    { session, sort: { sequence: 1 }, projection: BID_FIELDS, maxTimeMS: SCAN_MAX_MS },
  );
  return pagesOf(found, (order) => ({
    orderId: order._id,
    limitPriceScale8: order.limitPriceScale8,
    remainingTokens: order.openTokens,
    region: order.region,
    excludedOwner: order.excludedOwner,
    timeInForce: order.timeInForce,
    expiresAtMs: order.expiresAt?.getTime() ?? null,
    sequence: order.sequence!,
    fillCount: order.fillCount,
  }));
}

function readReservations(
  session: mongo.ClientSession,
  { fills }: Collections,
  { modelId, tenor }: BookId,
): Pages<LoadedReservation> {
  const found = fills.find(
    { modelId, tenor, status: 'reserved', kind: { $ne: 'draw' } },
    { session, projection: RESERVATION_FIELDS, maxTimeMS: SCAN_MAX_MS },
  );
  return pagesOf(found, ({ _id: fillId, askId, quantityTokens, epoch }) => ({
    fillId,
    askId,
    quantityTokens,
    epoch,
  }));
}

async function* pagesOf<Document, Row>(
  found: mongo.FindCursor<Document>,
  rowOf: (document: Document) => Row,
): Pages<Row> {
  while (await found.hasNext()) yield found.readBufferedDocuments().map(rowOf);
}
