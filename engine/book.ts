/**
 * The order books: the typed client of the matching engine.
 *
 * Every command is one step, made of one or more calls of one Redis function, and idempotent by its
 * id, so that it can be repeated after a lost answer. A book without an epoch answers
 * `unavailable`: it must be rebuilt from MongoDB first (engine/rebuild.ts). The rules of the book
 * are in docs/concepts/order-book.md.
 */
import type { BookId } from '../domain/instruments';
import { pinOf } from '../domain/regions';
import type {
  BidResult,
  CancelResult,
  OrdersPage,
  PlaceAsk,
  PlaceBid,
  PlaceResult,
  ReleaseResult,
  ReserveRequest,
  ReserveResult,
  Criteria,
} from './commands';
import { type Levels, readLevels, readVersion } from './depth';
import { readNewest } from './journal';
import { EngineFunctions, integerAt, valueAt, type Answer, type Argument } from './functions';
import type { RedisClient } from './connect-redis';
import { redisKey } from './redis-keys';
import { headKey, NO_PIN, ONLY_NAMED, REGION_CODES } from './keys';
import {
  type BookEvent,
  ID_BYTES,
  orderFillId,
  ownerCode,
  packAsk,
  packBid,
  packId,
  packInteger,
  parseVersion,
  unpackAsk,
  unpackBid,
  unpackFill,
  unpackId,
  unpackOrder,
  unpackOrderFill,
  writeId,
  type BookAsk,
} from './layouts';
import { assembleLibrary, type Library } from './library';
import { type BestPrice, type BidView, readBestBid, readTops, type Tops } from './tops';
import type { Region } from '../domain/regions';
import type { CapacityFill } from '../domain/fill';

export type * from './commands';

const ENTRIES_PER_PAGE = 500;
/** An order costs three times as much with its indexes; a page occupies Redis for about as long. */
const ENTRIES_WITH_INDEXES = 100;
const NO_ID = Buffer.alloc(ID_BYTES);
const NO_CRITERIA = Buffer.alloc(0);

export class OrderBooks {
  readonly functions: EngineFunctions;

  /**
   * @param library another build of the functions; tests pass one with small bounds and their own
   *   clock
   */
  constructor(
    private readonly redis: RedisClient,
    library: Library = assembleLibrary(),
  ) {
    this.functions = new EngineFunctions(redis, library);
  }

  /** Loads the functions into Redis. Calls would load them too, one round trip later. */
  load(): Promise<void> {
    return this.functions.load();
  }

  /**
   * Places an ask: it fills the resting bids that it crosses, then rests at the end of the queue of
   * its price.
   * @throws RangeError when more tokens remain than the capacity
   */
  async place(ask: PlaceAsk): Promise<PlaceResult> {
    if (ask.remainingTokens > ask.capacityTokens) {
      throw new RangeError('the remaining tokens exceed the capacity of the ask');
    }
    const args = [packAsk({ ...ask, sequence: 0, state: 'open' })];
    if (ask.owner) args.push(Buffer.from(ownerCode(ask.owner), 'hex'));
    const answer = await this.functions.call<PlaceResult['status']>('place', ask.book, args);
    if (answer.status !== 'placed' && answer.status !== 'duplicate') {
      return { status: answer.status };
    }
    const placed = unpackAsk(Buffer.concat([packId(ask.askId), valueAt(answer, 0)]));
    return {
      status: answer.hasEntered ? 'placed' : answer.status,
      sequence: placed.sequence,
      epoch: integerAt(answer, 1),
      remainingTokens: placed.remainingTokens,
    };
  }

  /**
   * Places a contract order: it is matched with as many crossing asks as it needs; the remainder
   * rests or ends, by its time in force. A repeated order id returns the order in its current
   * state, with all its fills.
   */
  async bid(bid: PlaceBid): Promise<BidResult> {
    const text = packBid({
      orderId: bid.orderId,
      priceScale8: bid.limitPriceScale8,
      sequence: 0,
      remainingTokens: bid.quantityTokens,
      state: 'open',
      timeInForce: bid.timeInForce,
      fillCount: bid.fillCount ?? 0,
      expiresAtMs: bid.expiresAtMs,
      region: pinOf(bid.region),
      excludedOwnerCode: bid.excludedOwner && ownerCode(bid.excludedOwner),
    });
    const fills: CapacityFill[] = [];
    for (let told = 0; ;) {
      const args = [Buffer.concat([text, packInteger(told, 3)])];
      const answer = await this.functions.call<BidResult['status']>('bid', bid.book, args);
      if (answer.status !== 'accepted') return { status: answer.status };
      const order = unpackBid(Buffer.concat([packId(bid.orderId), valueAt(answer, 1)]));
      const records = answer.values.slice(2);
      for (const [at, record] of records.entries()) {
        const fillId = orderFillId(bid.orderId, told + at + 1);
        if (record.length > 0) fills.push(unpackOrderFill(fillId, record));
      }
      told += records.length;
      if (told >= order.fillCount) {
        return { status: 'accepted', order, fills, epoch: integerAt(answer, 0) };
      }
    }
  }

  /**
   * Reserves tokens of the first ask in price-time order that satisfies region, venue and size
   * (MATCH-1): at least the minimum, at most the maximum. `above_limit`: such an ask exists, at a
   * price above the limit. A repeated fill id returns the same fill.
   */
  async reserve(request: ReserveRequest): Promise<ReserveResult> {
    const args = [packReserve(request), packCriteria(request)];
    const answer = await this.search<ReserveResult['status']>('reserve', request.book, args);
    if (answer.status === 'above_limit') {
      const bestPriceScale8 = valueAt(answer, 0).readBigInt64BE();
      return { status: 'above_limit', bestPriceScale8, epoch: integerAt(answer, 1) };
    }
    if (answer.status === 'no_match') return { status: 'no_match', epoch: integerAt(answer, 0) };
    if (answer.status !== 'reserved') return { status: answer.status };
    const fill = unpackFill(valueAt(answer, 0));
    const { sellerId, region, priceScale8 } = unpackAsk(valueAt(answer, 1));
    return { status: 'reserved', fillId: request.fillId, ...fill, sellerId, region, priceScale8 };
  }

  /**
   * Releases part or all of a fill, once. A bid's fill is voided as a whole: its tokens are open
   * again on the bid, too. An unknown fill is ignored.
   */
  async release(release: {
    readonly book: BookId;
    readonly fillId: string;
    readonly quantityTokens: number;
  }): Promise<ReleaseResult> {
    const text = Buffer.concat([packInteger(release.quantityTokens), packId(release.fillId)]);
    const answer = await this.functions.call<ReleaseResult['status']>('release', release.book, [
      text,
    ]);
    if (answer.values.length > 0) await this.work(release.book);
    return { status: answer.status };
  }

  /** Removes an order of either side from the book; its fills remain. */
  async cancel(cancel: { readonly book: BookId; readonly id: string }): Promise<CancelResult> {
    const id = packId(cancel.id);
    const answer = await this.functions.call<CancelResult['status']>('cancel', cancel.book, [id]);
    if (answer.status !== 'cancelled') return { status: answer.status };
    const order = unpackOrder(Buffer.concat([id, valueAt(answer, 0)]));
    return { status: 'cancelled', remainingTokens: order.remainingTokens, order };
  }

  /** Closes the expired ones of these orders. Returns the closed ones. */
  async expire(sweep: { readonly book: BookId; readonly ids: readonly string[] }): Promise<{
    readonly ids: string[];
  }> {
    const text = Buffer.concat(sweep.ids.map(packId));
    const answer = await this.functions.call('expire', sweep.book, [text]);
    return { ids: answer.values.map(unpackId) };
  }

  /** Halts a book: `reserve`, `place` and `bid` are refused, other commands continue. */
  async halt(book: BookId): Promise<{ readonly status: 'halted' | 'unavailable' }> {
    return this.functions.call<'halted' | 'unavailable'>('halt', book);
  }

  async resume(book: BookId): Promise<{ readonly status: 'resumed' | 'unavailable' }> {
    const answer = await this.functions.call<'resumed' | 'unavailable'>('resume', book);
    if (answer.status === 'resumed') await this.work(book);
    return answer;
  }

  /** Finishes work that a dead caller left unfinished. */
  async work(book: BookId): Promise<void> {
    await this.functions.call('work', book);
  }

  /**
   * Deletes, on one page of the book's data, everything that no command can refer to any more, and
   * trims the journal. Returns the next cursor; null at the end.
   */
  async forget(page: {
    readonly book: BookId;
    readonly cursor: string | null;
  }): Promise<{ readonly cursor: string | null }> {
    const args = [page.cursor ?? '0', ENTRIES_PER_PAGE];
    const answer = await this.functions.call<'searched' | 'unavailable'>('forget', page.book, args);
    if (answer.status === 'unavailable') return { cursor: null };
    return { cursor: cursorAt(valueAt(answer, 0)) };
  }

  /**
   * One page of all orders of both sides that are neither closed nor filled; null without a book.
   * An order that exists from the first page to the last is returned at least once.
   * @param page `withIndexes`: also tells which of them the indexes lack
   */
  async orders(page: {
    readonly book: BookId;
    readonly cursor: string | null;
    readonly withIndexes?: boolean;
  }): Promise<OrdersPage | null> {
    const { cursor, withIndexes } = page;
    const args = withIndexes
      ? [cursor ?? '0', ENTRIES_WITH_INDEXES, 'indexes']
      : [cursor ?? '0', ENTRIES_PER_PAGE, ''];
    const answer = await this.functions.call<'page' | 'unavailable'>('orders', page.book, args);
    if (answer.status === 'unavailable') return null;
    return {
      ...parseVersion(valueAt(answer, 0).toString()),
      cursor: cursorAt(valueAt(answer, 1)),
      orders: answer.values.slice(3).map(unpackOrder),
      hidden: unpackIds(valueAt(answer, 2)),
    };
  }

  /**
   * The ask that a reservation would get without its limit, or none; null without a book.
   * Read-only.
   */
  async best(
    criteria: Criteria & { readonly quantityMinTokens?: number },
  ): Promise<{ readonly epoch: number; readonly ask: BookAsk | null } | null> {
    const args = [packInteger(criteria.quantityMinTokens ?? 1), packCriteria(criteria)];
    const answer = await this.search<'best' | 'none' | 'unavailable'>('best', criteria.book, args);
    if (answer.status === 'unavailable') return null;
    const ask = answer.status === 'best' ? unpackAsk(valueAt(answer, 1)) : null;
    return { epoch: integerAt(answer, 0), ask };
  }

  /** The newest changes of the book's epoch, newest first, at most `count`; none while it is closed. */
  async *newestEvents(book: BookId, count: number): AsyncGenerator<BookEvent, void> {
    const found = await this.best({ book, region: null, sellerId: null, excludedSellerIds: [] });
    if (found) yield* readNewest(this.redis, book, found.epoch, count);
  }

  /**
   * Depth, one row per price, consistent at one version of the book even when it is read in many
   * pages.
   */
  levels(view: {
    readonly book: BookId;
    readonly region: Region | null;
    readonly limit?: number;
  }): Promise<Levels> {
    return readLevels(this.functions, view.book, view.region, view.limit ?? Infinity);
  }

  /** The best price of the resting bids that a region's asks can match; null without a book. */
  bestBid(view: BidView): Promise<BestPrice | null> {
    return readBestBid(this.functions, view);
  }

  /** The best prices of every region's view; null without a book. */
  tops(book: BookId): Promise<Tops | null> {
    return readTops(this.functions, book);
  }

  /** Changes with every change of the book; null when the book is unavailable. */
  versionOf(book: BookId): Promise<string | null> {
    return readVersion(this.functions, book);
  }

  /** Closes the book until it is rebuilt, if it still has this epoch. */
  async invalidate(book: BookId, epoch: number): Promise<void> {
    await this.functions.call('invalidate', book, [epoch]);
  }

  /** The orders among these that the book never had or has deleted. Read-only. */
  async unknown(look: {
    readonly book: BookId;
    readonly ids: readonly string[];
  }): Promise<string[]> {
    const ids = look.ids.map(packId);
    if (ids.length === 0) return [];
    const found = await this.functions.redis.hmgetBuffer(headKey(look.book), ...ids);
    return look.ids.filter((_, at) => found[at] === null);
  }

  /** The epoch of a book; null when it is unavailable. */
  async epochOf(book: BookId): Promise<number | null> {
    const epoch = await this.functions.redis.hget(headKey(book), 'epoch');
    return epoch === null ? null : Number.parseInt(epoch, 10);
  }

  /** The time by the clock that its fills are dated by, in milliseconds since the Unix epoch. */
  async now(book: BookId): Promise<number> {
    return valueAt(await this.functions.call<'time'>('time', book), 0).readUIntBE(0, 6);
  }

  /** The books ever opened in this Redis. MongoDB has the durable list. */
  bookNames(): Promise<string[]> {
    return this.functions.redis.smembers(redisKey('books'));
  }

  /**
   * Calls until the search ends: each call checks a bounded number of asks
   * (engine/functions/search.lua).
   */
  private async search<Status extends string>(name: string, book: BookId, args: Argument[]) {
    let answer = await this.functions.call<Status | 'continue'>(name, book, args);
    while (answer.status === 'continue') {
      answer = await this.functions.call<Status | 'continue'>(name, book, [
        ...args,
        valueAt(answer, 0),
      ]);
    }
    return answer as Answer<Status>;
  }
}

/** Layout: engine/functions/reserve.lua. */
function packReserve(request: ReserveRequest): Buffer {
  const bytes = Buffer.allocUnsafe(36);
  writeId(request.fillId, bytes, 0);
  bytes.writeBigInt64BE(request.limitPriceScale8, 16);
  bytes.writeUIntBE(request.quantityMaxTokens, 24, 6);
  bytes.writeUIntBE(request.quantityMinTokens, 30, 6);
  return bytes;
}

/** Layout: engine/functions/search.lua; empty when every ask qualifies. */
function packCriteria(criteria: Criteria): Buffer {
  const { region, sellerId, excludedSellerIds, onlySellerIds } = criteria;
  const pin = pinOf(region);
  if (!pin && !sellerId && !onlySellerIds && excludedSellerIds.length === 0) return NO_CRITERIA;
  const named = onlySellerIds?.filter((id) => !excludedSellerIds.includes(id));
  return Buffer.concat([
    Buffer.of((pin ? REGION_CODES[pin] : NO_PIN) + (named ? ONLY_NAMED : 0)),
    sellerId ? packId(sellerId) : NO_ID,
    ...(named ?? excludedSellerIds).map(packId),
  ]);
}

function unpackIds(bytes: Buffer): string[] {
  const ids: string[] = [];
  for (let at = 0; at < bytes.length; at += ID_BYTES) {
    ids.push(unpackId(bytes.subarray(at, at + ID_BYTES)));
  }
  return ids;
}

function cursorAt(value: Buffer): string | null {
  const cursor = value.toString();
  return cursor === '0' ? null : cursor;
}
