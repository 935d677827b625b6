/**
 * Rebuilds a book from MongoDB, which decides every ask's remainder.
 *
 * A rebuild acquires the book's claim, which closes the book; then it reads MongoDB, loads a new
 * epoch in bounded batches, and opens it with its last call. A rebuild that lost its claim, or a
 * batch in Redis, opens nothing. Epoch numbers come from MongoDB and increase with every rebuild.
 */
import { setTimeout } from 'node:timers/promises';
import { bookName, type BookId } from '../domain/instruments';
import { pinOf, REGIONS, type Region } from '../domain/regions';
import type { TimeInForce } from '../domain/time-in-force';
import type { OrderBooks } from './book';
import type { Argument } from './functions';
import { BOOKS_KEY, controlKey, epochKeys, epochsKey, headKey } from './keys';
import {
  ownerCode,
  packAsk,
  packBid,
  packFill,
  packId,
  packOrderFill,
  RECORD_BYTES,
  SELLER_AT,
} from './layouts';
import { type ClaimOptions, RebuildClaim, RebuildSuperseded } from './rebuild-claim';
import type { CapacityFill } from '../domain/fill';

const BATCH = 200;
/** How long a caller waits for another rebuild, and its polling interval. */
const WAIT_MS = 2_000;
const WAIT_STEP_MS = 20;

export interface SourceAsk {
  readonly askId: string;
  readonly sellerId: string;
  readonly region: Region;
  readonly priceScale8: bigint;
  readonly remainingTokens: number;
  readonly lotTokens: number;
  readonly expiresAtMs: number;
  /**
   * Its place in the book; null when no book has accepted it yet: it is placed after the others.
   */
  readonly sequence: number | null;
  /** Owner of its seller. */
  readonly owner?: string | null;
}

/** A resting bid. */
export interface SourceBid {
  readonly orderId: string;
  readonly limitPriceScale8: bigint;
  readonly remainingTokens: number;
  /** Its number of fills. */
  readonly fillCount: number;
  readonly timeInForce: TimeInForce;
  readonly expiresAtMs: number | null;
  readonly region: Region | null;
  readonly excludedOwner: string | null;
  /** Its place in the book; null when no book has accepted it yet. */
  readonly sequence: number | null;
}

/** A fill that is still held: a reservation, or a bid's fill (with its data for the workflow). */
export interface SourceReservation {
  readonly fillId: string;
  readonly askId: string;
  readonly quantityTokens: number;
  /** The epoch in which it was made: a repeated reservation returns it again. */
  readonly epoch: number;
  readonly ofBid?: Pick<CapacityFill, 'orderId' | 'priceScale8' | 'takerSide' | 'atMs'>;
}

type Rows<T> = Iterable<T> | AsyncIterable<T>;

/** One consistent snapshot of MongoDB, read on request, after the epoch was raised there. */
export interface BookSource {
  readonly epoch: number;
  /** Active asks; those without a sequence in the order of their creation. */
  readonly asks: Rows<SourceAsk>;
  /** Resting bids; they are placed again, in the order of their places, when the book is opened. */
  readonly bids?: Rows<SourceBid>;
  /** Reserved fills of these asks. */
  readonly reservations: Rows<SourceReservation>;
  /** An operator has halted the book: it is opened halted. */
  readonly isHalted?: boolean;
}

/** Reads MongoDB for the holder of the claim; `confirm` verifies the claim. */
export type ReadSource = (
  book: BookId,
  claim: Pick<RebuildClaim, 'fence' | 'confirm'>,
) => Promise<BookSource>;

export type RebuildResult =
  | {
      readonly status: 'opened';
      readonly epoch: number;
      /** Places assigned to asks without one. */
      readonly assigned: readonly { readonly askId: string; readonly sequence: number }[];
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
      return await loadAll(books, book, claim, await source(book, claim));
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

async function loadAll(
  books: OrderBooks,
  book: BookId,
  claim: RebuildClaim,
  source: BookSource,
): Promise<RebuildResult> {
  const load = new Load(claim, source.epoch);
  await books.functions.redis.sadd(BOOKS_KEY, bookName(book));
  await load.begin();
  const latecomers: SourceAsk[] = [];
  let sequence = 0;
  for await (const ask of source.asks) {
    if (ask.sequence === null) {
      latecomers.push(ask);
      continue;
    }
    sequence = Math.max(sequence, ask.sequence);
    await load.addAsk(ask, ask.sequence);
  }
  const bids: SourceBid[] = [];
  for await (const bid of source.bids ?? []) bids.push(bid);
  sequence = Math.max(sequence, ...bids.map((bid) => bid.sequence ?? 0));

  const assigned: { askId: string; sequence: number }[] = [];
  for (const ask of latecomers) {
    sequence += 1;
    assigned.push({ askId: ask.askId, sequence });
    await load.addAsk(ask, sequence);
  }
  await load.flush();
  bids.sort((a, b) => (a.sequence ?? Infinity) - (b.sequence ?? Infinity) || 0);
  for (const bid of bids) await load.addBid(bid, bid.sequence ?? (sequence += 1));
  await load.flush();
  for await (const reservation of source.reservations) await load.addReservation(reservation);
  await load.flush();

  await load.open(sequence, source.isHalted ?? false);
  await dropOldEpochs(books, book, source.epoch);
  await books.work(book);
  return { status: 'opened', epoch: source.epoch, assigned };
}

/** Numbered batches of one epoch. The first refused batch ends it with `RebuildSuperseded`. */
class Load {
  private batches = 0;
  private rows = 0;
  private pending: Argument[] = [];
  private kind: 'rebuild_load_asks' | 'rebuild_load_bids' | 'rebuild_load_fills' =
    'rebuild_load_asks';

  constructor(
    private readonly claim: RebuildClaim,
    private readonly epoch: number,
  ) {}

  async begin(): Promise<void> {
    await this.claim.step('rebuild_begin', this.epoch, [this.claim.fence]);
  }

  async addAsk(ask: SourceAsk, sequence: number): Promise<void> {
    this.kind = 'rebuild_load_asks';
    const owner = ask.owner ? Buffer.from(ownerCode(ask.owner), 'hex') : '';
    await this.add(packAsk({ ...ask, sequence, state: 'open' }), owner);
  }

  async addBid(bid: SourceBid, sequence: number): Promise<void> {
    this.kind = 'rebuild_load_bids';
    const excludedOwnerCode = bid.excludedOwner && ownerCode(bid.excludedOwner);
    const priceScale8 = bid.limitPriceScale8;
    const region = pinOf(bid.region);
    await this.add(
      packBid({ ...bid, priceScale8, region, sequence, state: 'entering', excludedOwnerCode }),
    );
  }

  async addReservation(reservation: SourceReservation): Promise<void> {
    this.kind = 'rebuild_load_fills';
    const { ofBid } = reservation;
    const record = ofBid ? packOrderFill({ ...reservation, ...ofBid }) : packFill(reservation);
    await this.add(Buffer.concat([packId(reservation.fillId), record]));
  }

  private async add(...row: Argument[]): Promise<void> {
    this.pending.push(...row);
    this.rows += 1;
    if (this.rows >= BATCH) await this.flush();
  }

  async flush(): Promise<void> {
    const rows = this.pending;
    this.pending = [];
    this.rows = 0;
    if (rows.length === 0) return;
    this.batches += 1;
    await this.claim.step(this.kind, this.epoch, [this.batches, ...rows]);
  }

  async open(sequence: number, isHalted: boolean): Promise<void> {
    const word = isHalted ? 'halted' : '';
    await this.claim.step('rebuild_open', this.epoch, [this.batches, sequence, word]);
  }
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
    const [next, entries] = await redis.hscanBuffer(keys.state, cursor, 'COUNT', BATCH);
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
