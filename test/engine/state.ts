/**
 * What a book is, told without regard to how it is kept: the naive book and the engine must tell
 * the same at every step. Drawn as text, so that a difference can be read; hashed where only
 * equality counts.
 */
import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { BookId } from '../../domain/instruments';
import { headKey } from '../../engine/keys';
import {
  idOf,
  isOffered,
  positionOf,
  unpackFill,
  unpackId,
  unpackOrder,
  unpackOrderFill,
  type BookAsk,
  type BookBid,
  type BookFill,
  type BookOrder,
} from '../../engine/layouts';
import type { NaiveBook } from './naive-book';
import { asBookBid } from './naive-orders';

export interface StateFill extends BookFill {
  readonly fillId: string;
  readonly released: boolean;
  /** The bid for capacity whose it is, and its price. */
  readonly orderId?: string;
  readonly priceScale8?: bigint;
}

export interface BookState {
  readonly epoch: number | null;
  readonly halted: boolean;
  /** Neither closed nor over, by price, then time. */
  readonly asks: readonly BookAsk[];
  readonly bids: readonly BookBid[];
  readonly fills: readonly StateFill[];
}

const NOTHING: BookState = { epoch: null, halted: false, asks: [], bids: [], fills: [] };

export function stateOfNaive(naive: NaiveBook): BookState {
  const { epoch, halted } = naive;
  if (epoch === null) return NOTHING;
  const fills = naive.fills.map(({ ask, bid, priceScale8, ...fill }) => ({
    ...fill,
    askId: ask.askId,
    ...(bid && { orderId: bid.orderId, priceScale8 }),
  }));
  return { epoch, halted, asks: naive.liveAsks(), bids: naive.liveBids().map(asBookBid), fills };
}

export async function stateOfEngine(redis: Redis, book: BookId, nowMs: number): Promise<BookState> {
  const head = await readHead(redis, book);
  const epochField = head.fields.get('epoch')?.toString();
  if (epochField === undefined) return NOTHING;
  const live = head.orders
    .filter(({ state, expiresAtMs }) => {
      const isAlive = state === 'open' || state === 'entering';
      return isAlive && (expiresAtMs === null || expiresAtMs > nowMs);
    })
    .sort((a, b) => Buffer.compare(positionOf(a), positionOf(b)));
  return {
    epoch: Number.parseInt(epochField, 10),
    halted: epochField.endsWith(' halted'),
    asks: live.filter((order) => order.side === 'ask'),
    bids: live.filter((order) => order.side === 'bid'),
    fills: head.fills,
  };
}

export interface Head {
  /** The fields that are no ids. */
  readonly fields: ReadonlyMap<string, Buffer>;
  /** Every order, open or closed, as it stands. */
  readonly orders: readonly BookOrder[];
  readonly fills: readonly StateFill[];
}

const ID_BYTES = 16;
const RECORD_BYTES = 50;
const INTEGER_BYTES = 6;

/** Reads all that a head holds, as engine/functions/prelude.lua lays it out. */
export async function readHead(redis: Redis, book: BookId): Promise<Head> {
  const flat = (await redis.callBuffer('HGETALL', headKey(book))) as Buffer[];
  const fields = new Map<string, Buffer>();
  const orders: BookOrder[] = [];
  const fills: StateFill[] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) {
    const [name, value] = flat.slice(at, at + 2) as [Buffer, Buffer];
    if (name.length !== ID_BYTES) fields.set(name.toString(), value);
    else if (value.length === RECORD_BYTES) orders.push(unpackOrder(Buffer.concat([name, value])));
    else fills.push(readFill(unpackId(name), value));
  }
  return { fields, orders: withTop(orders, fields), fills };
}

/** The asks at the top (engine/functions/top.lua) have their present remainders beside it. */
function withTop(orders: BookOrder[], fields: ReadonlyMap<string, Buffer>): BookOrder[] {
  const present = new Map(topOf(fields).map((ask) => [idOf(ask), ask]));
  return orders.map((order) => present.get(idOf(order)) ?? order);
}

/** The asks of the top of a book, best first, with their present remainders. */
export function topOf(fields: ReadonlyMap<string, Buffer>): BookOrder[] {
  const [top, remaining] = [fields.get('front'), fields.get('left')];
  if (!top || !remaining) return [];
  const size = ID_BYTES + RECORD_BYTES;
  return Array.from({ length: top.length / size }, (_, slot) => ({
    ...unpackOrder(top.subarray(slot * size, (slot + 1) * size)),
    remainingTokens: remaining.readUIntBE(slot * INTEGER_BYTES, INTEGER_BYTES),
  }));
}

function readFill(fillId: string, record: Buffer): StateFill {
  const released = record[28] === 1;
  if (record.length === 29) return { ...unpackFill(record), fillId, released };
  const { atMs: _, takerSide: __, ...fill } = unpackOrderFill(fillId, record);
  return { ...fill, released };
}

/** One line per order in the order of service, one per fill; ids by their last digits. */
export function drawBook(state: BookState): string {
  const asks = state.asks.map(
    (ask) =>
      `${ask.state === 'entering' ? 'entering ask' : isOffered(ask) ? 'ask' : 'below minimum'}` +
      ` ${ask.priceScale8} x ${ask.remainingTokens} lot ${ask.lotTokens} ${ask.region}` +
      ` of ${short(ask.sellerId)} till ${ask.expiresAtMs} ${ask.sequence} #${short(ask.askId)}`,
  );
  const bids = state.bids.map(
    (bid) =>
      `${bid.state === 'entering' ? 'entering bid' : 'bid'} ${bid.priceScale8} x ${bid.remainingTokens}` +
      ` ${bid.timeInForce} ${bid.region ?? 'any'} not ${bid.excludedOwnerCode ?? 'any'}` +
      ` till ${bid.expiresAtMs} filled ${bid.fillCount} ${bid.sequence} #${short(bid.orderId)}`,
  );
  const fills = state.fills.map(
    (fill) =>
      `fill ${fill.quantityTokens} of #${short(fill.askId)} in ${fill.epoch}${fill.released ? ' released' : ''}` +
      `${fill.orderId ? ` for #${short(fill.orderId)} at ${fill.priceScale8}` : ''} #${short(fill.fillId)}`,
  );
  const halted = state.halted ? ' halted' : '';
  return [`epoch ${state.epoch ?? 'none'}${halted}`, ...asks, ...bids, ...fills.sort()].join('\n');
}

export function hashBook(state: BookState): string {
  return createHash('sha256').update(drawBook(state)).digest('hex');
}

function short(id: string): string {
  return id.slice(-6);
}
