/**
 * Rebuilds a book from MongoDB, which decides every ask's remainder.
 *
 * A rebuild acquires the book's claim, which closes the book; then it reads MongoDB as a stream,
 * loads a new epoch in bounded batches, and opens it with its last call. A rebuild that lost its claim, or a
 * batch in Redis, opens nothing. Epoch numbers come from MongoDB and increase with every rebuild.
 */
import { setTimeout } from 'node:timers/promises';
import { bookName, type BookId } from '../domain/instruments';
import { REGIONS } from '../domain/regions';
import type { OrderBooks } from './book';
import { redisKey } from './redis-keys';
import { controlKey, epochKeys, epochsKey, headKey } from './keys';
import { RECORD_BYTES, SELLER_AT } from './layouts';
import { type ClaimOptions, RebuildClaim, RebuildSuperseded } from './rebuild-claim';
import { type BookSource, pagesOf, type SourceAsk } from './book-source';
import { RebuildLoad } from './rebuild-load';

/** Entries of a former epoch that are read at once. */
const ENTRIES_PER_PAGE = 500;
/** How long a caller waits for another rebuild, and its polling interval. */
const WAIT_MS = 2_000;
const WAIT_STEP_MS = 20;

/** Reads MongoDB for the holder of the claim; `confirm` verifies the claim. */
export type ReadSource = (
  book: BookId,
  claim: Pick<RebuildClaim, 'fence' | 'confirm'>,
) => Promise<BookSource>;

export interface AssignedPlace {
  readonly askId: string;
  readonly sequence: number;
}

export type RebuildResult =
  | {
      readonly status: 'opened';
      readonly epoch: number;
      /** Places assigned to asks without one. */
      readonly assigned: readonly AssignedPlace[];
    }
  /** The book was open and was to be left alone. */
  | { readonly status: 'open' }
  /**
   * Another rebuild is running (after a wait) or has a higher epoch, or Redis lost part of this
   * one.
   */
  | { readonly status: 'superseded' };

/** Closes the book, reads the source, loads a new epoch and opens it. */
export async function rebuildBook(
  books: OrderBooks,
  book: BookId,
  source: ReadSource,
  options: ClaimOptions = {},
): Promise<RebuildResult> {
  const claim = await RebuildClaim.win(books.functions, book, options);
  if (claim === 'open') return { status: 'open' };
  if (claim !== 'superseded') {
    try {
      return await loadSource(books, book, claim, await source(book, claim));
    } catch (err) {
      if (!(err instanceof RebuildSuperseded)) throw err;
    } finally {
      await claim.end();
    }
  }
  await waitForOther(books, book);
  return { status: 'superseded' };
}

async function waitForOther(books: OrderBooks, book: BookId): Promise<void> {
  const until = performance.now() + WAIT_MS;
  while (performance.now() < until) {
    const { redis } = books.functions;
    const epoch = await redis.hget(headKey(book), 'epoch');
    if (epoch || !(await redis.hget(controlKey(book), 'rebuilding'))) return;
    await setTimeout(WAIT_STEP_MS);
  }
}

async function loadSource(
  books: OrderBooks,
  book: BookId,
  claim: RebuildClaim,
  source: BookSource,
): Promise<RebuildResult> {
  const load = new RebuildLoad(claim, source.epoch);
  try {
    await books.functions.redis.sadd(redisKey('books'), bookName(book));
    const assigned = await loadAll(load, source);
    await dropOldEpochs(books, book, source.epoch);
    await books.work(book);
    return { status: 'opened', epoch: source.epoch, assigned };
  } finally {
    await load.settle();
    await source.close?.();
  }
}

type PlacedAsk = SourceAsk & { readonly sequence: number };

function isPlaced(ask: SourceAsk): ask is PlacedAsk {
  return ask.sequence !== null;
}

/** As in the indexes: Redis needs a third less time when neighbours follow each other. */
function byPlace(one: PlacedAsk, other: PlacedAsk): number {
  if (one.region !== other.region) return one.region < other.region ? -1 : 1;
  if (one.priceScale8 !== other.priceScale8) return one.priceScale8 < other.priceScale8 ? -1 : 1;
  return one.sequence - other.sequence;
}

/** Loads and opens the epoch. @returns places of asks that had none, behind all others */
async function loadAll(load: RebuildLoad, source: BookSource): Promise<AssignedPlace[]> {
  await load.begin();
  let sequence = 0;
  for await (const page of pagesOf(source.bids ?? [])) {
    for (const bid of page) {
      sequence = Math.max(sequence, bid.sequence);
      load.addBid(bid);
      if (load.isFull) await load.flush();
    }
  }
  await load.flush();
  const latecomers: SourceAsk[] = [];
  for await (const page of pagesOf(source.asks)) {
    const placed: PlacedAsk[] = [];
    for (const ask of page) {
      if (isPlaced(ask)) placed.push(ask);
      else latecomers.push(ask);
    }
    for (const ask of placed.sort(byPlace)) {
      sequence = Math.max(sequence, ask.sequence);
      load.addAsk(ask, ask.sequence);
      if (load.isFull) await load.flush();
    }
  }
  const assigned: AssignedPlace[] = [];
  for (const ask of latecomers) {
    sequence += 1;
    assigned.push({ askId: ask.askId, sequence });
    load.addAsk(ask, sequence);
    if (load.isFull) await load.flush();
  }
  await load.flush();
  for await (const page of pagesOf(source.reservations)) {
    for (const reservation of page) {
      load.addReservation(reservation);
      if (load.isFull) await load.flush();
    }
  }
  await load.open(sequence, source.isHalted ?? false);
  return assigned;
}

/**
 * Removes the keys of every epoch below `epoch`. Safe to repeat and to interrupt: an epoch is
 * listed until its last key is deleted.
 */
export async function dropOldEpochs(books: OrderBooks, book: BookId, epoch: number): Promise<void> {
  const { redis } = books.functions;
  const listed = await redis.hkeys(epochsKey(book));
  for (const old of listed.map((text) => Number.parseInt(text, 10))) {
    if (old >= epoch) continue;
    await redis.hset(epochsKey(book), String(old), 'dropping'); // prevents further batches
    await dropEpoch(books, book, old);
    await redis.hdel(epochsKey(book), String(old));
  }
}

async function dropEpoch(books: OrderBooks, book: BookId, epoch: number): Promise<void> {
  const { redis } = books.functions;
  const keys = epochKeys(book, epoch);
  let cursor = '0';
  do {
    const [next, entries] = await redis.hscanBuffer(keys.state, cursor, 'COUNT', ENTRIES_PER_PAGE);
    cursor = next.toString();
    const sellers = new Map<string, Buffer>();
    for (const value of entries.filter((_, at) => at % 2 === 1)) {
      const seller = value.subarray(SELLER_AT);
      if (value.length === RECORD_BYTES) sellers.set(seller.toString('hex'), seller);
    }
    const indexes = [...sellers.values()].map(keys.sellerIndex);
    if (indexes.length > 0) await redis.unlink(indexes);
  } while (cursor !== '0');
  const sides = [...REGIONS.map(keys.asks), ...REGIONS.map(keys.bids), keys.bids(null)];
  await redis.unlink([...sides, keys.owners, keys.work, keys.events, keys.state]);
}
