/**
 * What a book is, told without regard to how it is kept: the naive book and the engine must tell
 * the same at every step. Drawn as text, so that a difference can be read; hashed where only
 * equality counts.
 */
import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { BookId } from '../../domain/instruments';
import { REGIONS } from '../../domain/regions';
import { epochKeys, headKey } from '../../engine/keys';
import { isOffered, packAsk, packId, unpackAsk, unpackFill, unpackId } from '../../engine/layouts';
import type { BookAsk, BookFill } from '../../engine/layouts';
import type { NaiveBook } from './naive-book';

export interface BookState {
  readonly epoch: number | null;
  /** Open and in time, by price, then time. */
  readonly asks: readonly Omit<BookAsk, 'sequence' | 'state' | 'side'>[];
  readonly fills: readonly (BookFill & { readonly fillId: string; readonly released: boolean })[];
}

export function stateOfNaive(naive: NaiveBook): BookState {
  if (naive.epoch === null) return { epoch: null, asks: [], fills: [] };
  const fills = naive.fills
    .filter((fill) => !naive.isForgotten(fill.fillId))
    .map(({ ask, ...fill }) => ({ ...fill, askId: ask.askId }));
  return { epoch: naive.epoch, asks: naive.live(), fills };
}

export async function stateOfEngine(redis: Redis, book: BookId, nowMs: number): Promise<BookState> {
  const epochText = await redis.hget(headKey(book), 'epoch');
  if (epochText === null) return { epoch: null, asks: [], fills: [] };
  const epoch = Number.parseInt(epochText, 10);
  const asks = await readAsks(redis, book, epoch);
  return {
    epoch,
    asks: asks
      .filter((ask) => ask.state === 'open' && ask.expiresAtMs > nowMs)
      .sort((a, b) => Buffer.compare(packAsk(a), packAsk(b))),
    fills: await readFills(redis, book, epoch, nowMs),
  };
}

export async function readAsks(redis: Redis, book: BookId, epoch: number): Promise<BookAsk[]> {
  const rows = await pairsOf(redis, epochKeys(book, epoch).asks);
  return rows.map(([id, record]) => unpackAsk(id, record));
}

async function readFills(redis: Redis, book: BookId, epoch: number, nowMs: number) {
  const fills = [];
  const current = Math.floor(nowMs / 3_600_000);
  for (let hour = current - 25; hour <= current + 1; hour += 1) {
    for (const [id, record] of await pairsOf(redis, epochKeys(book, epoch).fills(hour))) {
      fills.push({ ...unpackFill(record), fillId: unpackId(id), released: record[28] === 1 });
    }
  }
  return fills;
}

async function pairsOf(redis: Redis, hash: string): Promise<[Buffer, Buffer][]> {
  const flat = (await redis.callBuffer('HGETALL', hash)) as Buffer[];
  const pairs: [Buffer, Buffer][] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) {
    pairs.push([flat[at] as Buffer, flat[at + 1] as Buffer]);
  }
  return pairs;
}

/** One line per ask in the order of service, one per fill; ids by their last digits. */
export function drawBook(state: BookState): string {
  const asks = state.asks.map(
    (ask) =>
      `${isOffered({ ...ask, state: 'open' }) ? 'ask   ' : 'parked'} ${ask.priceScale8} x ${ask.remainingTokens}` +
      ` lot ${ask.lotTokens} ${ask.region} of ${short(ask.sellerId)} till ${ask.expiresAtMs} #${short(ask.askId)}`,
  );
  const fills = state.fills
    .map(
      (fill) =>
        `fill   ${fill.quantityTokens} of #${short(fill.askId)} in ${fill.epoch}${fill.released ? ' released' : ''} #${short(fill.fillId)}`,
    )
    .sort();
  return [`epoch ${state.epoch ?? 'none'}`, ...asks, ...fills].join('\n');
}

export function hashBook(state: BookState): string {
  return createHash('sha256').update(drawBook(state)).digest('hex');
}

/**
 * The rule of the indexes: an ask stands in its three exactly while it is offered. Answers what is
 * wrong.
 */
export async function indexFaults(redis: Redis, book: BookId, epoch: number): Promise<string[]> {
  const keys = epochKeys(book, epoch);
  const asks = await readAsks(redis, book, epoch);
  const offered = asks.filter(isOffered).sort((a, b) => Buffer.compare(packAsk(a), packAsk(b)));
  const faults: string[] = [];
  const expectIndex = async (name: string, key: string | Buffer, expected: BookAsk[]) => {
    const members = await redis.zrangeBuffer(key, '0', '-1');
    const found = members.map((member) => unpackId(member.subarray(8))).join();
    if (found !== expected.map((ask) => ask.askId).join()) faults.push(name);
  };
  await expectIndex('all', keys.index, offered);
  for (const region of REGIONS) {
    const own = offered.filter((ask) => ask.region === region);
    await expectIndex(region, keys.regionIndex(region), own);
  }
  for (const sellerId of new Set(asks.map((ask) => ask.sellerId))) {
    const own = offered.filter((ask) => ask.sellerId === sellerId);
    await expectIndex(sellerId, keys.sellerIndex(packId(sellerId)), own);
  }
  return faults;
}

function short(id: string): string {
  return id.slice(-6);
}
