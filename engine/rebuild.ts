/**
 * Rebuilding a book from MongoDB, which has the last word on every ask's remainder.
 *
 * A rebuild closes the book, reads MongoDB, loads a new epoch in bounded batches, and opens it with
 * its last call. Epoch numbers come from MongoDB: of two rebuilds at once the higher one wins, in
 * whatever order they end, and one that was overtaken, or whose Redis lost a batch, opens nothing.
 */
import { setTimeout } from 'node:timers/promises';
import { bookName, type BookId } from '../domain/instruments';
import { REGIONS, type Region } from '../domain/regions';
import type { OrderBooks } from './book';
import { integerAt, type Argument } from './functions';
import { BOOKS_KEY, epochKeys, epochsKey, headKey } from './keys';
import { packAsk, packFill, packId, unpackAsk } from './layouts';

const BATCH = 200;
/** How long a caller waits for another's rebuild, and how often it looks. */
const WAIT_MS = 2_000;
const WAIT_STEP_MS = 20;
const NO_ID = Buffer.alloc(16);

export interface SourceAsk {
  readonly askId: string;
  readonly sellerId: string;
  readonly region: Region;
  readonly priceScale8: bigint;
  readonly remainingTokens: number;
  readonly lotTokens: number;
  readonly expiresAtMs: number;
  /**
   * Its place in the book; null when no book has taken it yet: it goes behind those that have one.
   */
  readonly sequence: number | null;
}

export interface SourceReservation {
  readonly fillId: string;
  readonly askId: string;
  readonly quantityTokens: number;
  /** The epoch in which it was taken: a repeated take answers it again. */
  readonly epoch: number;
}

type Rows<T> = Iterable<T> | AsyncIterable<T>;

/**
 * One consistent reading of MongoDB, made when it is asked for, after the epoch was raised there.
 */
export interface BookSource {
  readonly epoch: number;
  /** Active asks; those without a sequence in the order of their creation. */
  readonly asks: Rows<SourceAsk>;
  /** Fills that are still held, of these asks. */
  readonly reservations: Rows<SourceReservation>;
}

export type RebuildResult =
  | {
      readonly status: 'opened';
      readonly epoch: number;
      /** Places given to asks that came without one. */
      readonly assigned: readonly { readonly askId: string; readonly sequence: number }[];
    }
  | { readonly status: 'superseded' };

/**
 * Closes the book, reads the source, loads a new epoch and opens it. `superseded`: another rebuild
 * is
 * at work or has a higher epoch (it was waited for, for a while), or Redis lost part of this one.
 */
export async function rebuildBook(
  books: OrderBooks,
  book: BookId,
  source: (book: BookId) => Promise<BookSource>,
): Promise<RebuildResult> {
  const result = await rebuildOnce(books, book, source);
  if (result.status === 'superseded') await waitForOther(books, book);
  return result;
}

async function waitForOther(books: OrderBooks, book: BookId): Promise<void> {
  const until = performance.now() + WAIT_MS;
  while (performance.now() < until) {
    const [epoch, rebuilding] = await books.functions.redis.hmget(
      headKey(book),
      'epoch',
      'rebuilding',
    );
    if (epoch || !rebuilding) return;
    await setTimeout(WAIT_STEP_MS);
  }
}

async function rebuildOnce(
  books: OrderBooks,
  book: BookId,
  source: (book: BookId) => Promise<BookSource>,
): Promise<RebuildResult> {
  for (;;) {
    const closed = await books.functions.call<'closed' | 'superseded'>('rebuild_close', book);
    if (closed.status === 'superseded') return { status: 'superseded' };
    const read = await source(book);
    const load = new Load(books, book, read.epoch);
    const begun = await load.begin(integerAt(closed, 0));
    if (begun === 'superseded') return { status: 'superseded' };
    if (begun === 'begun') return loadAll(books, book, load, read);
  }
}

async function loadAll(
  books: OrderBooks,
  book: BookId,
  load: Load,
  { epoch, asks, reservations }: BookSource,
): Promise<RebuildResult> {
  const latecomers: SourceAsk[] = [];
  let sequence = 0;
  for await (const ask of asks) {
    if (ask.sequence === null) {
      latecomers.push(ask);
      continue;
    }
    sequence = Math.max(sequence, ask.sequence);
    await load.addAsk(ask, ask.sequence);
  }
  const assigned = latecomers.map(({ askId }, at) => ({ askId, sequence: sequence + at + 1 }));
  for (const ask of latecomers) await load.addAsk(ask, (sequence += 1));
  await load.flush();
  for await (const reservation of reservations) await load.addReservation(reservation);
  await load.flush();

  if (!(await load.open(sequence))) return { status: 'superseded' };
  await dropOldEpochs(books, book, epoch);
  return { status: 'opened', epoch, assigned };
}

/** Numbered batches of one epoch. Once one is refused the rest is not sent. */
class Load {
  private batches = 0;
  private superseded = false;
  private pending: Argument[] = [];
  private kind: 'rebuild_load_asks' | 'rebuild_load_fills' = 'rebuild_load_asks';

  constructor(
    private readonly books: OrderBooks,
    private readonly book: BookId,
    private readonly epoch: number,
  ) {}

  /** @param fence the one that was seen before the source was read */
  async begin(fence: number): Promise<string> {
    await this.books.functions.redis.sadd(BOOKS_KEY, bookName(this.book));
    return this.call('rebuild_begin', fence);
  }

  async addAsk(ask: SourceAsk, sequence: number): Promise<void> {
    this.kind = 'rebuild_load_asks';
    await this.add(ask.askId, packAsk({ ...ask, sequence, state: 'open' }));
  }

  async addReservation(reservation: SourceReservation): Promise<void> {
    this.kind = 'rebuild_load_fills';
    await this.add(reservation.fillId, packFill(reservation));
  }

  private async add(id: string, record: Buffer): Promise<void> {
    this.pending.push(packId(id), record);
    if (this.pending.length >= 2 * BATCH) await this.flush();
  }

  async flush(): Promise<void> {
    const rows = this.pending;
    this.pending = [];
    if (rows.length === 0 || this.superseded) return;
    this.batches += 1;
    this.superseded = (await this.call(this.kind, this.batches, ...rows)) !== 'loaded';
  }

  async open(sequence: number): Promise<boolean> {
    if (this.superseded) return false;
    return (await this.call('rebuild_open', this.batches, sequence)) === 'opened';
  }

  private async call(name: string, ...args: Argument[]): Promise<string> {
    const answer = await this.books.functions.call(name, this.book, [this.epoch, ...args]);
    return answer.status;
  }
}

/**
 * Removes the keys of every epoch below `epoch`. Safe to repeat and to interrupt: an epoch is
 * listed until its last key is gone.
 */
export async function dropOldEpochs(books: OrderBooks, book: BookId, epoch: number): Promise<void> {
  const { redis } = books.functions;
  const listed = await redis.hkeys(epochsKey(book));
  for (const old of listed.map((text) => Number.parseInt(text, 10))) {
    if (old >= epoch) continue;
    await redis.hset(epochsKey(book), String(old), 'dropping'); // no batch can follow from here on
    await dropEpoch(books, book, old);
    await redis.hdel(epochsKey(book), String(old));
  }
}

async function dropEpoch(books: OrderBooks, book: BookId, epoch: number): Promise<void> {
  const { redis } = books.functions;
  const keys = epochKeys(book, epoch);
  let cursor = '0';
  do {
    const [next, rows] = await redis.hscanBuffer(keys.asks, cursor, 'COUNT', BATCH);
    cursor = next.toString();
    const sellers = new Set<string>();
    rows.forEach((record, at) => {
      if (at % 2 === 1) sellers.add(unpackAsk(NO_ID, record).sellerId);
    });
    const indexes = [...sellers].map((sellerId) => keys.sellerIndex(packId(sellerId)));
    if (indexes.length > 0) await redis.unlink(indexes);
  } while (cursor !== '0');
  const agenda = await redis.zrange(keys.agenda, '0', '-1');
  for (let at = 0; at < agenda.length; at += BATCH) {
    await redis.unlink(agenda.slice(at, at + BATCH).map(keys.agendaOf));
  }
  const regionIndexes = REGIONS.map(keys.regionIndex);
  await redis.unlink([...regionIndexes, keys.index, keys.agenda, keys.events, keys.asks]);
}
