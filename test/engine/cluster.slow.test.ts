/** Books on a Redis Cluster: spread over its primaries, and a replica that takes over behind time. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster } from 'ioredis';
import { uuidV7At } from '../../domain/ids';
import type { BookId } from '../../domain/instruments';
import { OrderBooks, type PlaceAsk } from '../../engine/book';
import { headKey } from '../../engine/keys';
import { assembleLibrary } from '../../engine/library';
import { rebuildBook } from '../../engine/rebuild';
import { cursorAt, readBehind, startOf, type JournalCursor } from '../../followers/relay/follower';
import { until } from '../support/wait';
import { ClusterStore } from './cluster-store';
import { call, RedisCluster } from './redis-cluster';

const BOOKS_PER_PRIMARY = 2;
const CALLERS = 6;
const HOUR_MS = 3_600_000;

let nodes: RedisCluster;
let redis: Cluster;
let books: OrderBooks;

beforeAll(async () => {
  nodes = await RedisCluster.start();
  redis = nodes.connect();
  books = new OrderBooks(redis);
  await until(() => redis.nodes('master').length === 3, {
    what: 'the client to see the primaries',
  });
  await books.load();
}, 60_000);
afterAll(async () => {
  redis.disconnect();
  await nodes.stop();
});

/** A book, its store and who follows its journal: in small what the exchange is around it. */
class Market {
  readonly book: BookId;
  readonly store = new ClusterStore();
  rebuilds = 0;
  private cursor: JournalCursor | null = null;

  constructor(
    readonly primary: number,
    modelId: string,
  ) {
    this.book = { modelId, tenor: 'spot' };
  }

  async open(): Promise<void> {
    for (let at = 0; at < 100; at += 1) this.store.offer(this.newAsk(at));
    await this.rebuild();
    this.rebuilds = 0;
  }

  /** Reserves, or buys at once; what the book gives counts when the store has it. */
  async trade(quantityTokens: number, isBid: boolean): Promise<boolean> {
    const id = uuidV7At(Date.now(), randomUUID());
    const fills = isBid
      ? await this.buy(id, quantityTokens)
      : await this.reserve(id, quantityTokens);
    if (fills === 'unavailable') {
      await this.rebuild();
      return false;
    }
    const results = fills.map((fill) => this.store.reserve(fill));
    if (results.includes('sold out')) await books.invalidate(this.book, this.store.epoch);
    return results.length > 0 && results.every((result) => result === 'reserved');
  }

  private async reserve(fillId: string, quantityTokens: number) {
    const anybody = { region: null, sellerId: null, excludedSellerIds: [] };
    const size = { quantityMinTokens: quantityTokens, quantityMaxTokens: quantityTokens };
    const request = { book: this.book, fillId, limitPriceScale8: 1_000n, ...size, ...anybody };
    const answer = await untilAnswered(() => books.reserve(request));
    if (answer.status === 'unavailable') return 'unavailable';
    return answer.status === 'reserved' ? [answer] : [];
  }

  private async buy(orderId: string, quantityTokens: number) {
    const terms = {
      region: null,
      excludedOwner: null,
      timeInForce: 'IOC',
      expiresAtMs: null,
    } as const;
    const bid = { book: this.book, orderId, limitPriceScale8: 1_000n, quantityTokens, ...terms };
    const answer = await untilAnswered(() => books.bid(bid));
    if (answer.status === 'unavailable') return 'unavailable';
    return answer.status === 'accepted' ? answer.fills : [];
  }

  /** Reads on in the journal; one that is not the one it was before is the sign of a lost tail. */
  async follow(): Promise<void> {
    const { epoch } = this.store;
    const cursor = this.cursor?.epoch === epoch ? this.cursor : startOf(epoch);
    const events = await readBehind(redis, this.book, cursor, 1_000);
    if (epoch !== this.store.epoch) return;
    if (events === null) return this.rebuild();
    const last = events.at(-1);
    this.cursor = last ? cursorAt(last) : cursor;
  }

  async rebuild(): Promise<void> {
    const before = this.store.epoch;
    const result = await untilAnswered(() =>
      rebuildBook(books, this.book, () => Promise.resolve(this.store.source())),
    );
    if (result.status === 'opened' && before < result.epoch) this.rebuilds += 1;
  }

  async offeredTokens(): Promise<number> {
    const { asks } = await books.levels({ book: this.book, region: null });
    return asks.reduce((sum, level) => sum + level.quantityTokens, 0);
  }

  private newAsk(at: number): PlaceAsk {
    const capacityTokens = 1_000;
    return {
      book: this.book,
      askId: uuidV7At(Date.now(), randomUUID()),
      sellerId: randomUUID(),
      region: 'us-east',
      priceScale8: BigInt(1 + (at % 5)),
      capacityTokens,
      remainingTokens: capacityTokens,
      lotTokens: 1,
      expiresAtMs: Date.now() + HOUR_MS,
    };
  }
}

/** What a workflow does: the same command again until there is an answer. */
async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  const answer = await until(async () => ({ value: await ask() }), { what: 'an answer' });
  return answer.value;
}

/** Two books on each primary. */
async function openMarkets(): Promise<Market[]> {
  const markets: Market[] = [];
  while (markets.length < BOOKS_PER_PRIMARY * nodes.primaries.length) {
    const modelId = `model-${randomUUID()}`;
    const slot = Number(await redis.cluster('KEYSLOT', headKey({ modelId, tenor: 'spot' })));
    const primary = Math.floor((slot * nodes.primaries.length) / 16_384);
    if (markets.filter((market) => market.primary === primary).length === BOOKS_PER_PRIMARY)
      continue;
    markets.push(new Market(primary, modelId));
  }
  await Promise.all(markets.map((market) => market.open()));
  return markets;
}

test('the library is on every primary, and is brought back where it is lost', async () => {
  const markets = await openMarkets();
  const name = `tokenbook_${assembleLibrary().version}`;
  for (const primary of nodes.primaries) {
    expect(String(await call(primary, 'FUNCTION', 'LIST', 'LIBRARYNAME', name))).toContain(name);
    await call(primary, 'FUNCTION', 'FLUSH');
  }
  const traded = await Promise.all(markets.map((market) => market.trade(10, market.primary === 1)));
  expect(traded).toEqual(markets.map(() => true));
  for (const primary of nodes.primaries) {
    expect(String(await call(primary, 'FUNCTION', 'LIST', 'LIBRARYNAME', name))).toContain(name);
    expect(Number(await call(primary, 'DBSIZE'))).toBeGreaterThan(0);
  }
});

test('a primary dies under load and its replica, behind time, takes over: nothing is sold twice', async () => {
  const markets = await openMarkets();
  const dying = 1;
  let traded = 0;
  let isOver = false;
  const callers = Array.from({ length: CALLERS }, async (_, caller) => {
    for (let at = caller; !isOver; at += 1) {
      const market = markets[at % markets.length] as Market;
      if (await market.trade(1 + (at % 40), at % 3 === 0)) traded += 1;
    }
  });
  const followers = markets.map(async (market) => {
    while (!isOver) {
      await market.follow().catch(() => undefined);
      await delay(20);
    }
  });
  const tradedMore = (count: number) => {
    const goal = traded + count;
    return until(() => traded >= goal, { what: `${count} more trades` });
  };

  const soldOn = (primary: number) =>
    markets
      .filter((market) => market.primary === primary)
      .reduce((sum, { store }) => sum + store.sold.size, 0);

  await tradedMore(300);
  await cutOff(dying);
  const before = soldOn(dying);
  await tradedMore(600);
  const lost = soldOn(dying) - before;
  await nodes.primaries[dying]?.kill();
  await until(() => markets.every((market) => (market.primary === dying) === market.rebuilds > 0), {
    what: 'the books of the dead primary to be rebuilt',
  });

  await tradedMore(300);
  isOver = true;
  await Promise.all([...callers, ...followers]);

  expect(lost).toBeGreaterThan(0);
  for (const market of markets) {
    expect(market.store.imbalances()).toEqual([]);
    await market.rebuild();
    expect(await market.offeredTokens()).toBe(market.store.leftTokens);
  }
}, 60_000);

/** The replica of a primary gets nothing more, and does not come back: what follows is lost with it. */
async function cutOff(primary: number): Promise<void> {
  const admin = nodes.primaries[primary]!.connect();
  await admin.config('SET', 'requirepass', 'nobody-knows');
  await admin.call('CLIENT', 'KILL', 'TYPE', 'replica');
  admin.disconnect();
}
