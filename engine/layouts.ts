/**
 * The packed records of the engine, as engine/functions/prelude.lua lays them out: big-endian
 * integers, ids as their 16 bytes. A price is 8 bytes; every other number is 6, exact as a double.
 */
import { REGIONS, type Region } from '../domain/regions';
import { REGION_CODES } from './keys';

const INTEGER_BYTES = 6;
export const POSITION_BYTES = 14;

const ASK_STATES = ['open', 'cancelled', 'expired', 'entering'] as const;
export type AskState = (typeof ASK_STATES)[number];
const BID_STATES = [...ASK_STATES, 'filled', 'rejected'] as const;
export type BidState = (typeof BID_STATES)[number];

const TIMES_IN_FORCE = ['GTC', 'IOC', 'FOK', 'GTD'] as const;
export type TimeInForce = (typeof TIMES_IN_FORCE)[number];

const EVENT_KINDS = [
  'placed',
  'taken',
  'released',
  'cancelled',
  'expired',
  'opened',
  'bought',
  'sold',
  'reopened',
  'halted',
  'resumed',
] as const;
export type BookEventKind = (typeof EVENT_KINDS)[number];

/**
 * An ask as the book holds it. It is on offer while it is open and `remainingTokens >= lotTokens`.
 */
export interface BookAsk {
  readonly side: 'ask';
  readonly askId: string;
  readonly priceScale8: bigint;
  /** Its place in time: among equal prices the lower one is served first. */
  readonly sequence: number;
  /** Tokens not reserved; what was left when it was closed. */
  readonly remainingTokens: number;
  readonly state: AskState;
  readonly lotTokens: number;
  readonly expiresAtMs: number;
  readonly region: Region;
  readonly sellerId: string;
}

/** A bid for capacity as the book holds it: it rests while it is open, to its last token. */
export interface BookBid {
  readonly side: 'bid';
  readonly orderId: string;
  /** Its limit. */
  readonly priceScale8: bigint;
  readonly sequence: number;
  /** Tokens not filled; what was left when it was closed. */
  readonly remainingTokens: number;
  readonly state: BidState;
  readonly timeInForce: TimeInForce;
  /** How many fills it has had: their ids are `orderFillId(orderId, 1)` to this count. */
  readonly fillCount: number;
  /** Null: it does not expire. */
  readonly expiresAtMs: number | null;
  /** The region it is pinned to. */
  readonly region: Region | null;
  /** `ownerCode` of the owner whose asks it never meets; null for none. */
  readonly excludedOwnerCode: string | null;
}

export type BookOrder = BookAsk | BookBid;

export interface BookFill {
  readonly askId: string;
  readonly quantityTokens: number;
  /** The epoch in which it was taken. */
  readonly epoch: number;
}

/** One change of a book. `version` counts without a gap from 0, the opening of the epoch. */
export interface BookEvent {
  readonly epoch: number;
  readonly version: number;
  readonly kind: BookEventKind;
  readonly atMs: number;
  /** Placed, taken, released, cancelled or expired tokens. */
  readonly quantityTokens: number;
  readonly fillId: string | null;
  /** The order as it stands after the change; null when the book was opened, halted or resumed. */
  readonly order: BookOrder | null;
  /** The incoming order of a `bought` or `sold`: the bid's id, or the ask's. */
  readonly counterOrderId: string | null;
  /** The order, where it is an ask. */
  readonly ask: BookAsk | null;
}

/** Tokens that a bid for capacity got of one ask. */
export interface OrderFill {
  readonly fillId: string;
  readonly orderId: string;
  readonly askId: string;
  readonly priceScale8: bigint;
  readonly quantityTokens: number;
  readonly epoch: number;
  /** The side that came in; the other one rested. */
  readonly takerSide: 'bid' | 'ask';
  readonly atMs: number;
}

/**
 * Id of the order's n-th fill, from 1: a UUIDv8 (RFC 9562, section 5.8), which is the order's
 * UUIDv7 with the version set to 8 and the count in its last three bytes.
 */
export function orderFillId(orderId: string, count: number): string {
  const tail = count.toString(16).padStart(6, '0');
  return `${orderId.slice(0, 14)}8${orderId.slice(15, 30)}${tail}`;
}

export function packId(id: string): Buffer {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex');
  if (bytes.length !== 16) throw new RangeError(`not a UUID: ${id}`);
  return bytes;
}

export function unpackId(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

export function packPrice(priceScale8: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(priceScale8);
  return bytes;
}

export function packAsk(ask: Omit<BookAsk, 'askId' | 'side'>): Buffer {
  const bytes = Buffer.alloc(50);
  bytes.writeBigInt64BE(ask.priceScale8, 0);
  bytes.writeUIntBE(ask.sequence, 8, INTEGER_BYTES);
  bytes.writeUIntBE(ask.remainingTokens, 14, INTEGER_BYTES);
  bytes.writeUInt8(ASK_STATES.indexOf(ask.state) + 1, 20);
  bytes.writeUIntBE(ask.lotTokens, 21, INTEGER_BYTES);
  bytes.writeUIntBE(ask.expiresAtMs, 27, INTEGER_BYTES);
  bytes.writeUInt8(REGION_CODES[ask.region], 33);
  packId(ask.sellerId).copy(bytes, 34);
  return bytes;
}

export function unpackAsk(askId: Buffer, record: Buffer): BookAsk {
  return {
    side: 'ask',
    askId: unpackId(askId),
    priceScale8: record.readBigInt64BE(0),
    sequence: record.readUIntBE(8, INTEGER_BYTES),
    remainingTokens: record.readUIntBE(14, INTEGER_BYTES),
    state: known(ASK_STATES, record.readUInt8(20) - 1),
    lotTokens: record.readUIntBE(21, INTEGER_BYTES),
    expiresAtMs: record.readUIntBE(27, INTEGER_BYTES),
    region: known(REGIONS_BY_CODE, record.readUInt8(33)),
    sellerId: unpackId(record.subarray(34, 50)),
  };
}

export function packFill(fill: BookFill): Buffer {
  const bytes = Buffer.alloc(29);
  packId(fill.askId).copy(bytes);
  bytes.writeUIntBE(fill.quantityTokens, 16, INTEGER_BYTES);
  bytes.writeUIntBE(fill.epoch, 22, INTEGER_BYTES);
  return bytes;
}

export function unpackFill(record: Buffer): BookFill {
  return {
    askId: unpackId(record.subarray(0, 16)),
    quantityTokens: record.readUIntBE(16, INTEGER_BYTES),
    epoch: record.readUIntBE(22, INTEGER_BYTES),
  };
}

/** @param id `<epoch>-<version>` of the stream's entry */
export function unpackEvent(id: string, entry: Buffer): BookEvent {
  const kind = known(EVENT_KINDS, entry.readUInt8(0) - 1);
  const fillId = entry.subarray(13, 29);
  const ask = kind === 'opened' ? null : unpackAsk(entry.subarray(29, 45), entry.subarray(45));
  return {
    ...parseVersion(id),
    kind,
    atMs: entry.readUIntBE(1, INTEGER_BYTES),
    quantityTokens: entry.readUIntBE(7, INTEGER_BYTES),
    fillId: kind === 'taken' || kind === 'released' ? unpackId(fillId) : null,
    order: ask,
    counterOrderId: null,
    ask,
  };
}

/** `<epoch>-<version>` as numbers. */
export function parseVersion(id: string): { epoch: number; version: number } {
  const [epoch = '', version = ''] = id.split('-');
  return { epoch: Number.parseInt(epoch, 10), version: Number.parseInt(version, 10) };
}

export function isOffered(ask: Pick<BookAsk, 'state' | 'remainingTokens' | 'lotTokens'>): boolean {
  return ask.state === 'open' && ask.remainingTokens >= ask.lotTokens;
}

const REGIONS_BY_CODE: (Region | undefined)[] = [];
for (const region of REGIONS) REGIONS_BY_CODE[REGION_CODES[region]] = region;

function known<T>(values: readonly (T | undefined)[], code: number): T {
  const value = values[code];
  if (value === undefined)
    throw new Error(`The book holds a code that this release does not know: ${code}.`);
  return value;
}
