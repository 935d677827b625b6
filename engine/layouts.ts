/**
 * The packed records of the engine, laid out in engine/functions/prelude.lua: big-endian integers,
 * ids as their 16 bytes. A price is 8 bytes; every other number is 6, exact as a double.
 */
import { createHash } from 'node:crypto';
import { REGIONS, type Region } from '../domain/regions';
import { TIME_IN_FORCE_RULES, TIMES_IN_FORCE, type TimeInForce } from '../domain/time-in-force';
import { NO_PIN, REGION_CODES } from './keys';
import type { CapacityFill } from '../domain/fill';

const INTEGER_BYTES = 6;
export const ID_BYTES = 16;
export const RECORD_BYTES = 50;
/** An id and its order's record. */
export const ORDER_BYTES = ID_BYTES + RECORD_BYTES;
/** Offset of the seller in an ask's record. */
export const SELLER_AT = 34;
export const POSITION_BYTES = 14;
/** Added to the state of a bid. */
const BID_CODE = 16;
/** A bid's rank is this minus its price, so that the best bid sorts first. */
const RANK_OF_ZERO = 2n ** 63n - 1n;
const NEVER_MS = 2 ** 48 - 1;
const TAKER_SIDES = ['bid', 'ask'] as const;

const ASK_STATES = ['open', 'cancelled', 'expired', 'entering'] as const;
export type AskState = (typeof ASK_STATES)[number];
const BID_STATES = [...ASK_STATES, 'filled', 'rejected'] as const;
export type BidState = (typeof BID_STATES)[number];

const EVENT_KINDS = [
  'placed',
  'reserved',
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

/** An ask in the book. It is on offer while it is open and `remainingTokens >= lotTokens`. */
export interface BookAsk {
  readonly side: 'ask';
  readonly askId: string;
  readonly priceScale8: bigint;
  /** Its time priority: among equal prices the lowest sequence is served first. */
  readonly sequence: number;
  /** Unreserved tokens; for a closed ask those at its closing. */
  readonly remainingTokens: number;
  readonly state: AskState;
  readonly lotTokens: number;
  readonly expiresAtMs: number;
  readonly region: Region;
  readonly sellerId: string;
}

/** A contract bid in the book: it rests while it is open, down to its last token. */
export interface BookBid {
  readonly side: 'bid';
  readonly orderId: string;
  /** Its limit. */
  readonly priceScale8: bigint;
  readonly sequence: number;
  /** Unfilled tokens; for a closed bid those at its closing. */
  readonly remainingTokens: number;
  readonly state: BidState;
  readonly timeInForce: TimeInForce;
  /** Its number of fills: their ids are `orderFillId(orderId, 1)` to this count. */
  readonly fillCount: number;
  /** Null: it does not expire. */
  readonly expiresAtMs: number | null;
  /** The region it is pinned to. */
  readonly region: Region | null;
  /** `ownerCode` of the owner whose asks it never matches; null for none. */
  readonly excludedOwnerCode: string | null;
}

export type BookOrder = BookAsk | BookBid;

export interface BookFill {
  readonly askId: string;
  readonly quantityTokens: number;
  /** The epoch in which it was made. */
  readonly epoch: number;
}

/** One change of a book. `version` counts without a gap from 0, the opening of the epoch. */
export interface BookEvent {
  readonly epoch: number;
  readonly version: number;
  readonly kind: BookEventKind;
  readonly atMs: number;
  /** Placed, reserved, released, cancelled or expired tokens. */
  readonly quantityTokens: number;
  readonly fillId: string | null;
  /** The order after the change; null when the book was opened, halted or resumed. */
  readonly order: BookOrder | null;
  /** The incoming order of a `bought` or `sold`: the bid's id, or the ask's. */
  readonly counterOrderId: string | null;
  /** The order, when it is an ask. */
  readonly ask: BookAsk | null;
}

/**
 * Id of the order's n-th fill, from 1: a UUIDv8 (RFC 9562, section 5.8), which is the order's
 * UUIDv7 with the version set to 8 and the count in its last three bytes.
 */
export function orderFillId(orderId: string, count: number): string {
  const tail = count.toString(16).padStart(6, '0');
  return `${orderId.slice(0, 14)}8${orderId.slice(15, 30)}${tail}`;
}

/** Where the two digits of each byte stand in the text of a UUID. */
const DIGITS_AT = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];
/** By character code: the value of a hexadecimal digit. */
const HEXADECIMAL = new Uint8Array(128).fill(16);
for (const [value, digit] of [...'0123456789abcdef'].entries()) {
  HEXADECIMAL[digit.charCodeAt(0)] = value;
  HEXADECIMAL[digit.toUpperCase().charCodeAt(0)] = value;
}

export function packId(id: string): Buffer {
  const bytes = Buffer.allocUnsafe(ID_BYTES);
  writeId(id, bytes, 0);
  return bytes;
}

/** @throws RangeError when it is not a UUID */
export function writeId(id: string, bytes: Buffer, at: number): void {
  for (let byte = 0; byte < ID_BYTES; byte += 1) {
    const digits = DIGITS_AT[byte]!;
    const high = HEXADECIMAL[id.charCodeAt(digits)]!;
    const low = HEXADECIMAL[id.charCodeAt(digits + 1)]!;
    if (!(high < 16 && low < 16)) throw new RangeError(`not a UUID: ${id}`);
    bytes[at + byte] = high * 16 + low;
  }
  if (id.length !== 36) throw new RangeError(`not a UUID: ${id}`);
}

export function unpackId(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** @param bytes 6 by default; the functions read quantities and times as 6 */
export function packInteger(value: number, bytes = INTEGER_BYTES): Buffer {
  const packed = Buffer.alloc(bytes);
  packed.writeUIntBE(value, 0, bytes);
  return packed;
}

/** An ask's id and record, in the functions' format. */
export function packAsk(ask: Omit<BookAsk, 'side'>): Buffer {
  const bytes = Buffer.allocUnsafe(ORDER_BYTES);
  writeAsk(ask, ask.sequence, ask.state, bytes, 0);
  return bytes;
}

/** The same, at a position of a buffer: a rebuild packs every ask of a book. */
export function writeAsk(
  ask: Omit<BookAsk, 'side' | 'sequence' | 'state'>,
  sequence: number,
  state: AskState,
  bytes: Buffer,
  at: number,
): void {
  const record = at + ID_BYTES;
  writeId(ask.askId, bytes, at);
  bytes.writeBigInt64BE(ask.priceScale8, record);
  bytes.writeUIntBE(sequence, record + 8, INTEGER_BYTES);
  bytes.writeUIntBE(ask.remainingTokens, record + 14, INTEGER_BYTES);
  bytes.writeUInt8(ASK_STATES.indexOf(state) + 1, record + 20);
  bytes.writeUIntBE(ask.lotTokens, record + 21, INTEGER_BYTES);
  bytes.writeUIntBE(ask.expiresAtMs, record + 27, INTEGER_BYTES);
  bytes.writeUInt8(REGION_CODES[ask.region], record + 33);
  writeId(ask.sellerId, bytes, record + SELLER_AT);
}

/** A bid's id and record. */
export function packBid(bid: Omit<BookBid, 'side'>): Buffer {
  const bytes = Buffer.alloc(ID_BYTES + RECORD_BYTES);
  packId(bid.orderId).copy(bytes);
  const record = bytes.subarray(ID_BYTES);
  record.writeBigInt64BE(RANK_OF_ZERO - bid.priceScale8, 0);
  record.writeUIntBE(bid.sequence, 8, INTEGER_BYTES);
  record.writeUIntBE(bid.remainingTokens, 14, INTEGER_BYTES);
  record.writeUInt8(BID_CODE + BID_STATES.indexOf(bid.state) + 1, 20);
  record.writeUIntBE(bid.fillCount, 21, 3);
  record.writeUInt8(TIME_IN_FORCE_RULES[bid.timeInForce].code, 24);
  record.writeUIntBE(bid.expiresAtMs ?? NEVER_MS, 27, INTEGER_BYTES);
  record.writeUInt8(bid.region ? REGION_CODES[bid.region] : NO_PIN, 33);
  if (bid.excludedOwnerCode) Buffer.from(bid.excludedOwnerCode, 'hex').copy(record, 34);
  return bytes;
}

/** @param bytes id and record */
export function unpackOrder(bytes: Buffer): BookOrder {
  return bytes.readUInt8(ID_BYTES + 20) > BID_CODE ? unpackBid(bytes) : unpackAsk(bytes);
}

export function unpackAsk(bytes: Buffer): BookAsk {
  const record = bytes.subarray(ID_BYTES);
  return {
    side: 'ask',
    askId: unpackId(bytes.subarray(0, ID_BYTES)),
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

export function unpackBid(bytes: Buffer): BookBid {
  const record = bytes.subarray(ID_BYTES);
  const pin = record.readUInt8(33);
  const owner = record.subarray(34, 50);
  const expiresAtMs = record.readUIntBE(27, INTEGER_BYTES);
  return {
    side: 'bid',
    orderId: unpackId(bytes.subarray(0, ID_BYTES)),
    priceScale8: RANK_OF_ZERO - record.readBigInt64BE(0),
    sequence: record.readUIntBE(8, INTEGER_BYTES),
    remainingTokens: record.readUIntBE(14, INTEGER_BYTES),
    state: known(BID_STATES, record.readUInt8(20) - BID_CODE - 1),
    fillCount: record.readUIntBE(21, 3),
    timeInForce: known(TIMES_IN_FORCE_BY_CODE, record.readUInt8(24)),
    expiresAtMs: expiresAtMs === NEVER_MS ? null : expiresAtMs,
    region: pin === NO_PIN ? null : known(REGIONS_BY_CODE, pin),
    excludedOwnerCode: owner.every((byte) => byte === 0) ? null : owner.toString('hex'),
  };
}

/** An order's position on its side, best first, as sortable bytes. */
export function positionOf(order: BookOrder): Buffer {
  const bytes = Buffer.alloc(POSITION_BYTES);
  const { side, priceScale8 } = order;
  bytes.writeBigInt64BE(side === 'ask' ? priceScale8 : RANK_OF_ZERO - priceScale8, 0);
  bytes.writeUIntBE(order.sequence, 8, INTEGER_BYTES);
  return bytes;
}

export function idOf(order: BookOrder): string {
  return order.side === 'ask' ? order.askId : order.orderId;
}

/** The 16 bytes by which the book compares owners, in hexadecimal digits. */
export function ownerCode(owner: string): string {
  return createHash('sha256')
    .update(owner)
    .digest('hex')
    .slice(0, 2 * ID_BYTES);
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

/** The record of a bid's fill, which a rebuild restores. */
export function packOrderFill(fill: CapacityFill): Buffer {
  const bytes = Buffer.alloc(60);
  packFill(fill).copy(bytes);
  packId(fill.orderId).copy(bytes, 29);
  bytes.writeBigInt64BE(fill.priceScale8, 45);
  bytes.writeUInt8(TAKER_SIDES.indexOf(fill.takerSide) + 1, 53);
  bytes.writeUIntBE(fill.atMs, 54, INTEGER_BYTES);
  return bytes;
}

export function unpackOrderFill(fillId: string, record: Buffer): CapacityFill {
  return {
    fillId,
    ...unpackFill(record),
    orderId: unpackId(record.subarray(29, 45)),
    priceScale8: record.readBigInt64BE(45),
    takerSide: known(TAKER_SIDES, record.readUInt8(53) - 1),
    atMs: record.readUIntBE(54, INTEGER_BYTES),
  };
}

const EVENTS_WITHOUT_ORDER: readonly BookEventKind[] = ['opened', 'halted', 'resumed'];
const EVENTS_OF_A_FILL: readonly BookEventKind[] = [
  'reserved',
  'released',
  'reopened',
  'bought',
  'sold',
];

/** @param id `<epoch>-<version>` of the stream's entry */
export function unpackEvent(id: string, entry: Buffer): BookEvent {
  const kind = known(EVENT_KINDS, entry.readUInt8(0) - 1);
  const order = EVENTS_WITHOUT_ORDER.includes(kind) ? null : unpackOrder(entry.subarray(7, 73));
  const hasFill = EVENTS_OF_A_FILL.includes(kind);
  const isCross = kind === 'bought' || kind === 'sold';
  return {
    ...parseVersion(id),
    kind,
    atMs: entry.readUIntBE(1, INTEGER_BYTES),
    quantityTokens: hasFill ? entry.readUIntBE(73, INTEGER_BYTES) : (order?.remainingTokens ?? 0),
    fillId: hasFill ? unpackId(entry.subarray(79, 95)) : null,
    order,
    counterOrderId: isCross ? unpackId(entry.subarray(95, 111)) : null,
    ask: order?.side === 'ask' ? order : null,
  };
}

/** The fill in a `bought` or `sold` event; null for other events. */
export function orderFillOf(event: BookEvent): CapacityFill | null {
  const { kind, order, counterOrderId, fillId, quantityTokens, epoch, atMs } = event;
  if ((kind !== 'bought' && kind !== 'sold') || !order || !counterOrderId || !fillId) return null;
  const isBought = kind === 'bought';
  return {
    fillId,
    orderId: isBought ? counterOrderId : idOf(order),
    askId: isBought ? idOf(order) : counterOrderId,
    priceScale8: order.priceScale8,
    quantityTokens,
    epoch,
    takerSide: isBought ? 'bid' : 'ask',
    atMs,
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

/** Whether the other side can match an order: an open ask with at least its lot, or an open bid. */
export function isOnOffer(order: BookOrder): boolean {
  return order.side === 'ask' ? isOffered(order) : order.state === 'open';
}

const REGIONS_BY_CODE: (Region | undefined)[] = [];
for (const region of REGIONS) REGIONS_BY_CODE[REGION_CODES[region]] = region;

const TIMES_IN_FORCE_BY_CODE: (TimeInForce | undefined)[] = [];
for (const one of TIMES_IN_FORCE) TIMES_IN_FORCE_BY_CODE[TIME_IN_FORCE_RULES[one].code] = one;

function known<T>(values: readonly (T | undefined)[], code: number): T {
  const value = values[code];
  if (value === undefined)
    throw new Error(`The book contains a code that this release does not support: ${code}.`);
  return value;
}
