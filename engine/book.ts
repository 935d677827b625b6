/**
 * The order books: the typed client of the matching engine.
 *
 * Every command is one call of one Redis function, atomic, and idempotent by the id it carries, so
 * that any of them may be repeated after a lost answer. A book without an epoch answers
 * `unavailable`: it has to be rebuilt from MongoDB first (engine/rebuild.ts).
 */
import type { BookId } from '../domain/instruments';
import { pinOf, type Region } from '../domain/regions';
import { readLevels, type Levels } from './depth';
import { EngineFunctions, integerAt, valueAt, type Argument, type BookRedis } from './functions';
import { BOOKS_KEY, headKey, REGION_CODES } from './keys';
import {
  packAsk,
  packId,
  packPrice,
  unpackAsk,
  unpackFill,
  unpackId,
  type BookAsk,
} from './layouts';
import { assembleLibrary, type Library } from './library';

export interface PlaceAsk {
  readonly book: BookId;
  readonly askId: string;
  readonly sellerId: string;
  readonly region: Region;
  readonly priceScale8: bigint;
  readonly capacityTokens: number;
  readonly remainingTokens: number;
  readonly lotTokens: number;
  readonly expiresAtMs: number;
}

export type PlaceResult =
  | { readonly status: 'placed' | 'duplicate'; readonly sequence: number; readonly epoch: number }
  | { readonly status: 'expired' | 'unavailable' };

/** Which asks a bid may have, besides its limit. */
export interface Wish {
  readonly book: BookId;
  /** A pinned region matches its own asks only; null and `global` are no restriction. */
  readonly region: Region | null;
  /** A pinned venue. */
  readonly sellerId: string | null;
  readonly excludedSellerIds: readonly string[];
}

export interface Take extends Wish {
  /** UUIDv7: its time says how long the take is remembered. */
  readonly fillId: string;
  readonly quantityMinTokens: number;
  readonly quantityMaxTokens: number;
  readonly limitPriceScale8: bigint;
}

export interface Taken {
  readonly status: 'taken';
  readonly fillId: string;
  readonly askId: string;
  readonly sellerId: string;
  readonly region: Region;
  readonly priceScale8: bigint;
  readonly quantityTokens: number;
  readonly epoch: number;
}

export type TakeResult =
  | Taken
  | { readonly status: 'above_limit'; readonly bestPriceScale8: bigint }
  | { readonly status: 'no_match' | 'unavailable' | 'too_old' };

export type ReleaseResult = {
  readonly status: 'released' | 'duplicate' | 'unknown' | 'unavailable';
};

export type CancelResult =
  | { readonly status: 'cancelled'; readonly remainingTokens: number }
  | { readonly status: 'unknown' | 'unavailable' };

export class OrderBooks {
  readonly functions: EngineFunctions;

  /**
   * @param library another build of the functions; tests pass one with small bounds and their own
   * clock
   */
  constructor(redis: BookRedis, library: Library = assembleLibrary()) {
    this.functions = new EngineFunctions(redis, library);
  }

  /** Loads the functions into Redis. Calls would do it by themselves, one round trip later. */
  load(): Promise<void> {
    return this.functions.load();
  }

  /**
   * Rests an ask at the end of the queue of its price. @throws RangeError when more remains than
   * the capacity
   */
  async place(ask: PlaceAsk): Promise<PlaceResult> {
    if (ask.remainingTokens > ask.capacityTokens) {
      throw new RangeError('more tokens remain than the ask has capacity');
    }
    const terms = packAsk({ ...ask, sequence: 0, state: 'open' });
    const answer = await this.functions.call<PlaceResult['status']>('place', ask.book, [
      packId(ask.askId),
      terms,
    ]);
    if (answer.status === 'expired' || answer.status === 'unavailable') {
      return { status: answer.status };
    }
    return {
      status: answer.status,
      sequence: integerAt(answer, 0),
      epoch: integerAt(answer, 1),
    };
  }

  /**
   * Reserves tokens of the first ask, by price, then time, that satisfies region, venue and size
   * (decisions section 3 rule 1): at least the minimum, at most the maximum. `above_limit`: such an
   * ask exists, at a price above the limit. The same fill id gets the same fill again.
   */
  async take(take: Take): Promise<TakeResult> {
    const args = [
      packId(take.fillId),
      packPrice(take.limitPriceScale8),
      take.quantityMaxTokens,
      ...wishArguments(take, take.quantityMinTokens),
    ];
    const answer = await this.search<TakeResult['status']>('take', take.book, args);
    if (answer.status === 'above_limit') {
      return { status: 'above_limit', bestPriceScale8: valueAt(answer, 0).readBigInt64BE() };
    }
    if (answer.status !== 'taken') return { status: answer.status };
    const fill = unpackFill(valueAt(answer, 0));
    const ask = unpackAsk(packId(fill.askId), valueAt(answer, 1));
    const { sellerId, region, priceScale8 } = ask;
    return { status: 'taken', fillId: take.fillId, ...fill, sellerId, region, priceScale8 };
  }

  /** Gives part or all of a fill back, once. A fill that the book does not know is left alone. */
  async release(release: {
    readonly book: BookId;
    readonly fillId: string;
    readonly quantityTokens: number;
  }): Promise<ReleaseResult> {
    const { status } = await this.functions.call<ReleaseResult['status']>('release', release.book, [
      packId(release.fillId),
      release.quantityTokens,
    ]);
    return { status };
  }

  /** Takes an ask off the book; its fills stand. */
  async cancel(cancel: { readonly book: BookId; readonly askId: string }): Promise<CancelResult> {
    const answer = await this.functions.call<CancelResult['status']>('cancel', cancel.book, [
      packId(cancel.askId),
    ]);
    if (answer.status !== 'cancelled') return { status: answer.status };
    return { status: 'cancelled', remainingTokens: integerAt(answer, 0) };
  }

  /**
   * Closes asks whose time is over, looking at no more than `limit` of them. Answers those it
   * closed.
   */
  async expire(sweep: { readonly book: BookId; readonly limit: number }): Promise<{
    readonly askIds: string[];
  }> {
    const answer = await this.functions.call('expire', sweep.book, [sweep.limit]);
    return { askIds: answer.values.map(unpackId) };
  }

  /**
   * The ask that a take would get if its limit allowed; null when there is none or no book. Reads
   * only.
   */
  async best(wish: Wish & { readonly quantityMinTokens?: number }): Promise<BookAsk | null> {
    const args = wishArguments(wish, wish.quantityMinTokens ?? 1);
    const answer = await this.search<'best' | 'none' | 'unavailable'>('best', wish.book, args);
    if (answer.status !== 'best') return null;
    return unpackAsk(valueAt(answer, 0), valueAt(answer, 1));
  }

  /**
   * Depth, one row per price, true at one version of the book even when it is read in many pages.
   */
  levels(view: {
    readonly book: BookId;
    readonly region: Region | null;
    readonly limit?: number;
  }): Promise<Levels> {
    return readLevels(this.functions, view.book, view.region, view.limit ?? Infinity);
  }

  /** Closes the book until it is rebuilt, if it still has this epoch. */
  async invalidate(book: BookId, epoch: number): Promise<void> {
    await this.functions.call('invalidate', book, [epoch]);
  }

  /** The epoch of a book; null when it is unavailable. */
  async epochOf(book: BookId): Promise<number | null> {
    const epoch = await this.functions.redis.hget(headKey(book), 'epoch');
    return epoch === null ? null : Number.parseInt(epoch, 10);
  }

  /** The books that were ever opened in this Redis. MongoDB's list is the lasting one. */
  bookNames(): Promise<string[]> {
    return this.functions.redis.smembers(BOOKS_KEY);
  }

  /**
   * Calls until the search is over: a call looks at a bounded number of asks
   * (engine/functions/search.lua).
   */
  private async search<Status extends string>(name: string, book: BookId, args: Argument[]) {
    let answer = await this.functions.call<Status | 'go_on'>(name, book, args);
    while (answer.status === 'go_on') {
      answer = await this.functions.call<Status | 'go_on'>(name, book, [
        ...args,
        valueAt(answer, 0),
      ]);
    }
    return { ...answer, status: answer.status };
  }
}

function wishArguments(wish: Wish, minimumTokens: number): Argument[] {
  const pin = pinOf(wish.region);
  return [
    minimumTokens,
    pin ? REGION_CODES[pin] : '',
    wish.sellerId ? packId(wish.sellerId) : '',
    Buffer.concat(wish.excludedSellerIds.map(packId)),
  ];
}
