/**
 * A fresh engine on the tests' Redis, with its own clock, and short ways to say what a test does.
 */
import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { uuidV7At } from '../../domain/ids';
import type { BookId } from '../../domain/instruments';
import { OrderBooks, type PlaceAsk, type PlaceBid, type ReserveRequest } from '../../engine/book';
import { assembleLibrary, LIMITS, type Library, type LibraryLimits } from '../../engine/library';
import { MARKET_RULES, type MarketRules } from '../../engine/market-rules';
import { rebuildBook } from '../../engine/rebuild';
import { testSettings } from '../support/environment';
import { setTestClock, withTestClock } from './clock';

const MINUTE_MS = 60_000;

/** So that what searches have learnt spans several leaves and groups in small books already. */
const SMALL_BOUNDS = { leaf: 2, group: 2, tops: 1, memos: 2, pins: 2 };

export const SELLERS = Array.from(
  { length: 4 },
  (_, at) => `00000000-0000-4000-8000-00000000000${at + 1}`,
) as [string, string, string, string];

/** Who owns the sellers: two of them the same. */
export const OWNERS = ['acme', 'bravo'] as const;
export const OWNER_OF = new Map<string, string | null>(
  SELLERS.map((sellerId, at) => [sellerId, [null, 'acme', 'acme', 'bravo'][at] ?? null]),
);

export class World {
  readonly book: BookId = { modelId: `model-${randomUUID()}`, tenor: 'spot' };
  nowMs = Date.now();

  private constructor(
    readonly redis: Redis,
    readonly books: OrderBooks,
    private readonly library: Library,
  ) {}

  /** @param server of the test's own; by default that of all tests, in a database of its own */
  static async start(
    limits: Partial<LibraryLimits> = {},
    server?: Redis,
    rules: MarketRules = MARKET_RULES,
  ): Promise<World> {
    const redis = server ?? new Redis((await testSettings()).redisUrl);
    const library = withTestClock(
      assembleLibrary({ ...LIMITS, ...SMALL_BOUNDS, ...limits }, rules),
    );
    const world = new World(redis, new OrderBooks(redis, library), library);
    await world.books.load();
    await world.pass(0);
    return world;
  }

  async stop(): Promise<void> {
    await this.redis.quit();
  }

  async pass(milliseconds: number): Promise<void> {
    this.nowMs += milliseconds;
    await setTestClock(this.redis, this.nowMs);
  }

  /** Opens an empty book. */
  async open(epoch = 1): Promise<void> {
    const source = () => Promise.resolve({ epoch, asks: [], reservations: [] });
    await rebuildBook(this.books, this.book, source);
  }

  newId(): string {
    return uuidV7At(this.nowMs, randomUUID());
  }

  ask(terms: Partial<PlaceAsk> = {}): PlaceAsk {
    const capacityTokens = terms.capacityTokens ?? 1_000;
    return {
      book: this.book,
      askId: this.newId(),
      sellerId: SELLERS[0],
      region: 'us-east',
      priceScale8: 100n,
      capacityTokens,
      remainingTokens: capacityTokens,
      lotTokens: 10,
      expiresAtMs: this.nowMs + 10 * MINUTE_MS,
      ...terms,
    };
  }

  /** A bid for capacity: 100 tokens, good till cancelled, where nothing else is said. */
  order(terms: Partial<PlaceBid> = {}): PlaceBid {
    return {
      book: this.book,
      orderId: this.newId(),
      limitPriceScale8: 100n,
      quantityTokens: 100,
      region: null,
      excludedOwner: null,
      timeInForce: 'GTC',
      expiresAtMs: null,
      ...terms,
    };
  }

  async place(terms: Partial<PlaceAsk> = {}): Promise<PlaceAsk> {
    const ask = this.ask(terms);
    await this.books.place(ask);
    return ask;
  }

  bid(terms: Partial<ReserveRequest> & { quantityTokens?: number } = {}): ReserveRequest {
    const { quantityTokens = 100, ...rest } = terms;
    return {
      book: this.book,
      fillId: this.newId(),
      quantityMinTokens: quantityTokens,
      quantityMaxTokens: quantityTokens,
      limitPriceScale8: 9_000_000_000_000_000_000n,
      region: null,
      sellerId: null,
      excludedSellerIds: [],
      ...rest,
    };
  }

  reserve(terms: Partial<ReserveRequest> & { quantityTokens?: number } = {}) {
    return this.books.reserve(this.bid(terms));
  }

  cancel({ askId }: PlaceAsk) {
    return this.books.cancel({ book: this.book, id: askId });
  }

  /** As a Redis that was restarted: the functions have nothing left in their memory. */
  async forgetBounds(): Promise<void> {
    await this.redis.call('FUNCTION', 'LOAD', 'REPLACE', this.library.code);
  }

  /** Has the book search its whole memory for what may be forgotten. */
  async forget(): Promise<void> {
    let cursor: string | null = null;
    do ({ cursor } = await this.books.forget({ book: this.book, cursor }));
    while (cursor !== null);
  }

  /** The asks on offer, best first: `price x tokens`. */
  async depth(): Promise<string[]> {
    const { asks } = await this.books.levels({ book: this.book, region: null });
    return asks.map(({ priceScale8, quantityTokens }) => `${priceScale8} x ${quantityTokens}`);
  }
}
