/**
 * Reserves a fill: holds the buyer's money and reserves the ask's quantity in one transaction
 * (MONEY-1). Writes the order with its first fill; an order holds one live fill at a time, so that
 * it can never be charged twice.
 */
import type { ChatOrder } from '../../domain/chat';
import { bookName } from '../../domain/instruments';
import { holdAmountScale8 } from '../../domain/money';
import type { AskDocument } from '../documents/ask';
import type { BalanceDocument } from '../documents/balance';
import type { BookDocument } from '../documents/book';
import { asDouble, type Collections } from '../collections';
import { DURABLE } from '../mongodb/durable';
import type { FillDocument } from '../documents/fill';
import type { OrderDocument } from '../documents/order';
import { isStale } from './fence-stripes';
import type { FillsReservedHere } from './fills-reserved-here';
import { type KeySpend, readKeySpend } from './key-spend';
import { type FillTerms, newFill, storedFill } from './new-fill';
import { heldMoney, openHold } from './new-hold';
import { OWNED, isOwnedBy, moveOrder } from './order-moves';
import { availableScale8, readBatch } from './reads';
import { accountRow, askRow } from './row-locks';
import { conditional, insert, type RequestsChange, type Transaction, type Writes } from './writes';

export type NewOrder = {
  readonly orderId: string;
  readonly contractId?: string | null;
  readonly keyId?: string;
  readonly isCapped?: true;
  readonly idempotencyId?: string | null;
  readonly gatewayId?: string;
  readonly unrecordedBy?: string;
  readonly traceparent?: string;
  readonly bid?: ChatOrder;
} & Readonly<
  Pick<
    OrderDocument,
    | 'accountId'
    | 'modelId'
    | 'region'
    | 'venuePin'
    | 'workflowId'
    | 'requestId'
    | 'ceilingScale8'
    | 'quantityMinTokens'
    | 'quantityMaxTokens'
    | 'streamed'
  >
>;

/** Capacity of an ask as the book has reserved it, in this epoch. */
export type NewFill = { readonly fillId: string } & Omit<
  FillTerms,
  '_id' | 'kind' | 'lotId' | 'isCounted' | 'orderId' | 'accountId' | 'keyId' | 'isCapped'
>;

export interface ReserveFill {
  readonly order: NewOrder;
  /** Limit of the account's concurrent requests, this one included; unlimited when absent. */
  readonly requestsMax?: number | undefined;
  readonly fill: NewFill;
}

export type ReserveRefusal =
  | 'too_many_requests'
  | 'insufficient_balance'
  /** The key that asks has less left below its limit. */
  | 'key_limit_reached'
  | 'ask_not_active'
  /** The book has more tokens than the ask's record, or other terms. */
  | 'ask_short'
  /** The book was rebuilt since the reservation. */
  | 'stale_epoch'
  /** The fill has a tombstone: the book released the reservation. */
  | 'abandoned'
  /** The order is filled or refused, another of its fills is still reserved, or others continue it. */
  | 'order_closed';

export type ReserveResult =
  | { readonly status: 'reserved' }
  | { readonly status: 'duplicate'; readonly fill: FillDocument }
  | { readonly status: 'refused'; readonly reason: ReserveRefusal };

export function reserveFill(
  collections: Collections,
  reservedHere: Pick<FillsReservedHere, 'add'>,
): Transaction<ReserveFill, ReserveResult> {
  return conditional({
    rows: ({ fill, order }) => [askRow(fill.askId), accountRow(order.accountId)],
    conflicts: (requests) => findConflicts(collections, requests),
    write: (request) => {
      const now = new Date();
      const fill = reservedFill(request, now);
      return {
        writes: reserveWrites(request, fill, now),
        answer: { status: 'reserved' },
        onCommitted: () => reservedHere.add(fill),
      };
    },
  });
}

function reservedFill({ order, fill }: ReserveFill, now: Date): FillDocument {
  const { orderId, accountId, keyId, isCapped } = order;
  const { fillId, ...terms } = fill;
  const reserved = {
    _id: fillId,
    kind: 'chat',
    isCounted: true,
    orderId,
    accountId,
    ...(keyId === undefined ? {} : { keyId }),
    ...(isCapped ? { isCapped } : {}),
  } as const;
  const amountScale8 = holdAmountScale8(terms.priceScale8, terms.quantityTokens);
  return { ...newFill({ ...reserved, ...terms }, now), hold: openHold(amountScale8) };
}

function reserveWrites(
  { order, fill, requestsMax }: ReserveFill,
  reserved: FillDocument,
  now: Date,
): Writes {
  const { orderId, accountId } = order;
  const { fillId, askId, priceScale8, quantityTokens } = fill;
  return {
    ...heldMoney({ holdId: fillId, accountId, orderId, fillId, priceScale8, quantityTokens }, now),
    requests: requestBegun(accountId, requestsMax),
    ...heldOnKey(reserved),
    ask: { askId, reserved: fill, soldTokens: 0, returnedTokens: 0 },
    fills: [insert(storedFill(reserved))],
    orders: [orderReserved(order, fillId, now)],
  };
}

/** What the hold of a new fill takes from the limit of its key. */
function heldOnKey({ keyId, isCapped, hold }: FillDocument): Pick<Writes, 'key'> {
  if (keyId === undefined || !isCapped || !hold) return {};
  const { amountScale8 } = hold;
  return {
    key: { keyId, heldScale8: amountScale8, usedScale8: 0n, neededScale8: amountScale8 },
  };
}

/** What the end of a fill gives back to the limit of its key, and adds to its use. */
export function endedOnKey(
  { keyId, isCapped, priceScale8, quantityTokens }: FillDocument,
  usedScale8: bigint,
): Pick<Writes, 'key'> {
  if (keyId === undefined || (!isCapped && usedScale8 === 0n)) return {};
  const heldScale8 = isCapped ? -holdAmountScale8(priceScale8, quantityTokens) : 0n;
  return { key: { keyId, heldScale8, usedScale8, neededScale8: 0n } };
}

/** Increments the account's number of concurrent requests. */
export function requestBegun(accountId: string, limit: number | undefined): RequestsChange {
  return { accountId, change: 1, ...(limit === undefined ? {} : { limit }) };
}

/** Decrements it; fills from before the counting are not included. */
export function requestEnded({
  isCounted,
  accountId,
}: Pick<FillDocument, 'isCounted' | 'accountId'>): Pick<Writes, 'requests'> {
  return isCounted ? { requests: { accountId, change: -1 } } : {};
}

export function areTooMany(
  balance: BalanceDocument | undefined,
  requestsMax: number | undefined,
): boolean {
  return (balance?.requestsUnderWay ?? 0) >= (requestsMax ?? Infinity);
}

/**
 * Writes the order, or gives the open one its next fill; an order with a live fill is in neither
 * state. A gateway reserves for its own orders only.
 */
export function orderReserved(order: NewOrder, fillId: string, now: Date) {
  const { orderId, gatewayId } = order;
  const begin = { ...orderFields(order, now), refusal: null };
  const onlyIf = gatewayId === undefined ? {} : { gatewayId, ...OWNED };
  return moveOrder('reserve', { orderId, fillId, now }, { begin, onlyIf });
}

/** A new order, without its status, fill and refusal. */
export function orderFields(order: NewOrder, now: Date) {
  const { orderId: _id, isCapped: _, quantityMinTokens, quantityMaxTokens, ...terms } = order;
  return {
    kind: 'chat' as const,
    ...terms,
    quantityMinTokens: asDouble(quantityMinTokens),
    quantityMaxTokens: asDouble(quantityMaxTokens),
    createdAt: now,
  };
}

/** The conflict of each request; undefined without one. */
async function findConflicts(
  collections: Collections,
  requests: readonly ReserveFill[],
): Promise<(ReserveResult | undefined)[]> {
  const cappedIds = requests.flatMap(({ order: { keyId, isCapped } }) =>
    keyId !== undefined && isCapped ? [keyId] : [],
  );
  const keys: Map<string, KeySpend> =
    cappedIds.length > 0 ? await readKeySpend(collections, cappedIds, DURABLE) : new Map();
  const { fills, orders, asks, books, balances } = await readBatch(collections, {
    fills: requests.map(({ fill }) => fill.fillId),
    orders: requests.map(({ order }) => order.orderId),
    asks: requests.map(({ fill }) => fill.askId),
    books: requests.map(({ fill }) => bookName(fill)),
    balances: requests.map(({ order }) => order.accountId),
  });
  return requests.map(({ order, fill, requestsMax }) => {
    const known = fills.get(fill.fillId);
    if (known?.status === 'abandoned') return { status: 'refused', reason: 'abandoned' };
    if (known) return { status: 'duplicate', fill: known };
    const reason =
      orderConflict(orders.get(order.orderId), order) ??
      (areTooMany(balances.get(order.accountId), requestsMax) ? 'too_many_requests' : undefined) ??
      askConflict(asks.get(fill.askId), books.get(bookName(fill)), fill) ??
      (availableScale8(balances.get(order.accountId)) <
      holdAmountScale8(fill.priceScale8, fill.quantityTokens)
        ? 'insufficient_balance'
        : undefined) ??
      (isBeyondLimit(keys.get(order.keyId ?? ''), fill) ? 'key_limit_reached' : undefined);
    return reason && { status: 'refused', reason };
  });
}

function isBeyondLimit(key: KeySpend | undefined, fill: NewFill): boolean {
  const remaining = key?.remainingScale8 ?? null;
  return remaining !== null && remaining < holdAmountScale8(fill.priceScale8, fill.quantityTokens);
}

export function orderConflict(
  known: OrderDocument | undefined,
  { gatewayId }: Pick<NewOrder, 'gatewayId'>,
): ReserveRefusal | undefined {
  if (!known) return undefined;
  const isOthers = gatewayId !== undefined && !isOwnedBy(gatewayId, known);
  return isOthers || known.status !== 'open' || known.fillId !== null ? 'order_closed' : undefined;
}

/** Redis has named them. */
const TERMS = ['modelId', 'tenor', 'sellerId', 'region', 'priceScale8'] as const;

function askConflict(
  ask: AskDocument | undefined,
  book: BookDocument | undefined,
  fill: NewFill,
): ReserveRefusal | undefined {
  if (ask?.status !== 'active') return 'ask_not_active';
  if (isStale(fill.epoch, ask, book)) return 'stale_epoch';
  const hasTerms = TERMS.every((name) => ask[name] === fill[name]);
  return hasTerms && ask.remainingTokens >= fill.quantityTokens ? undefined : 'ask_short';
}
