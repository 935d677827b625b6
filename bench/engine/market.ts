/** A book of a given size, and the commands measured on it. */
import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { uuidV7At } from '../../domain/ids';
import type { BookId } from '../../domain/instruments';
import { REGIONS } from '../../domain/regions';
import { OrderBooks, type PlaceAsk, type Criteria } from '../../engine/book';
import { rebuildBook } from '../../engine/rebuild';
import { runLoad, timed, type Call } from '../measure/load';

export const CAPACITY_TOKENS = 40_000;
export const RESERVE_MAX_TOKENS = 4_000;
/** Number of distinct prices: in a book of a million asks, a thousand share each. */
export const PRICES = 1_000;
const LOT_TOKENS = 256;
const LIFETIME_MS = 3_600_000;
const ASKS_PER_SELLER = 100;
const FILLING_CALLERS = 64;

/** Size and sellers of the asks that are too small for `LEAST_TOKENS`. */
const SMALL_ASK_TOKENS = 299;
const SMALL_ASK_SELLERS = 10;
/** Minimum size of a reservation behind a crowd of small asks. */
export const LEAST_TOKENS = 300;

type Filter = 'none' | 'region' | 'seller';

export class BenchMarket {
  readonly books: OrderBooks;
  readonly book: BookId;
  private readonly sellerIds: string[] = [];
  private placed = 0;

  constructor(
    readonly redis: Redis,
    readonly asks: number,
    name = `m${asks}`,
  ) {
    this.books = new OrderBooks(redis);
    this.book = { modelId: name, tenor: 'spot' };
  }

  /** Opens the book and places its asks, one command each. */
  async fill(): Promise<void> {
    await this.books.load();
    await rebuildBook(this.books, this.book, async () => ({
      epoch: 1,
      asks: [],
      reservations: [],
    }));
    const load = { callers: FILLING_CALLERS, requests: this.asks, seconds: Infinity };
    const sample = await runLoad(
      timed(() => this.place()),
      load,
    );
    if (sample.failures > 0) throw new Error(`An ask was not placed: ${sample.firstFailure}`);
  }

  /** Places asks ahead of all others that are too small for `LEAST_TOKENS`. */
  async crowd(count: number): Promise<void> {
    const sellerIds = Array.from({ length: SMALL_ASK_SELLERS }, () => randomUUID());
    const place = async () => {
      const small = { capacityTokens: SMALL_ASK_TOKENS, remainingTokens: SMALL_ASK_TOKENS };
      const terms = { sellerId: oneOf(sellerIds), priceScale8: 0n, lotTokens: 16 };
      const { status } = await this.books.place({ ...this.newAsk(), ...small, ...terms });
      if (status !== 'placed') throw new Error(`place answered ${status}`);
    };
    const load = { callers: FILLING_CALLERS, requests: count, seconds: Infinity };
    const sample = await runLoad(timed(place), load);
    if (sample.failures > 0) throw new Error(`An ask was not placed: ${sample.firstFailure}`);
  }

  /** @returns the ask's id */
  async place(): Promise<string> {
    const ask = this.newAsk();
    const { status } = await this.books.place(ask);
    if (status !== 'placed') throw new Error(`place answered ${status}`);
    return ask.askId;
  }

  async cancel(askId: string): Promise<void> {
    const { status } = await this.books.cancel({ book: this.book, id: askId });
    if (status !== 'cancelled') throw new Error(`cancel answered ${status}`);
  }

  /** @returns the fill's id and its tokens */
  async reserve(
    filter: Filter = 'none',
    fillId = newId(),
    leastTokens = 1,
  ): Promise<{ fillId: string; quantityTokens: number }> {
    const quantityTokens = leastTokens - 1 + integerUpTo(RESERVE_MAX_TOKENS - leastTokens + 1);
    const { status } = await this.books.reserve({
      ...this.criteria(filter),
      fillId,
      quantityMinTokens: quantityTokens,
      quantityMaxTokens: quantityTokens,
      limitPriceScale8: BigInt(PRICES) * 10n,
    });
    if (status !== 'reserved') throw new Error(`reserve answered ${status}`);
    return { fillId, quantityTokens };
  }

  async release(fill: { fillId: string; quantityTokens: number }): Promise<void> {
    const { status } = await this.books.release({ book: this.book, ...fill });
    if (status !== 'released') throw new Error(`release answered ${status}`);
  }

  private criteria(filter: Filter): Criteria {
    return {
      book: this.book,
      region: filter === 'region' ? oneOf(REGIONS.slice(0, 4)) : null,
      sellerId: filter === 'seller' ? oneOf(this.sellerIds) : null,
      excludedSellerIds: [],
    };
  }

  private newAsk(): PlaceAsk {
    if (this.placed++ % ASKS_PER_SELLER === 0 && this.placed <= this.asks) {
      this.sellerIds.push(randomUUID());
    }
    return {
      book: this.book,
      askId: newId(),
      sellerId: this.sellerIds.at(-1) ?? randomUUID(),
      region: oneOf(REGIONS),
      priceScale8: BigInt(integerUpTo(PRICES)),
      capacityTokens: CAPACITY_TOKENS,
      remainingTokens: CAPACITY_TOKENS,
      lotTokens: LOT_TOKENS,
      expiresAtMs: Date.now() + LIFETIME_MS,
    };
  }
}

/** A cheap random number: its cost must not show in the measurement. */
function integerUpTo(most: number): number {
  return 1 + Math.floor(Math.random() * most);
}

function oneOf<T>(values: readonly T[]): T {
  const value = values[integerUpTo(values.length) - 1];
  if (value === undefined) throw new Error('There is nothing to choose from.');
  return value;
}

export function newId(): string {
  return uuidV7At(Date.now(), randomUUID());
}

/** A call that stores its answers in `kept`, for the calls that follow. */
export function keeping<T>(answers: T[], command: () => Promise<T>): Call {
  return timed(async () => void answers.push(await command()));
}

/** A call that consumes the next stored answer. */
export function consuming<T>(answers: T[], command: (answer: T) => Promise<void>): Call {
  return timed(async () => {
    const next = answers.pop();
    if (next !== undefined) await command(next);
  });
}
