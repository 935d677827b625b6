/**
 * Reserves a fill: the buyer's money is held and the ask's quantity is taken in one transaction,
 * both or neither (decisions section 3 rule 5). The order is written with its first fill; it holds
 * one live fill at a time, so that no order can be charged twice.
 */
import type { Region } from '../../domain/regions';
import type { Tenor } from '../../domain/tenors';
import { holdAmountScale8 } from '../../domain/money';
import type { AskDocument } from '../ask';
import { asDouble, type Collections } from '../collections';
import type { FillDocument } from '../fill';
import type { JournalDocument } from '../journal';
import type { OrderDocument } from '../order';
import { holdLines } from './journal-lines';
import { availableScale8, byId } from './reads';
import type { Step, Transaction, Writes } from './writes';

export type NewOrder = { readonly orderId: string; readonly contractId?: string | null } & Readonly<
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

export interface NewFill {
  readonly fillId: string;
  readonly askId: string;
  readonly sellerId: string;
  readonly modelId: string;
  readonly tenor: Tenor;
  readonly region: Region;
  readonly priceScale8: bigint;
  readonly quantityTokens: number;
  /** The epoch of the book in which the quantity was taken. */
  readonly epoch: number;
}

export interface ReserveFill {
  readonly order: NewOrder;
  readonly fill: NewFill;
}

export type ReserveRefusal =
  | 'insufficient_balance'
  | 'ask_not_active'
  | 'ask_short'
  /** The book was rebuilt since the quantity was taken. */
  | 'stale_epoch'
  /** The fill has a tombstone: the book took the reservation back. */
  | 'abandoned'
  /** The order is filled or refused, or another of its fills is still reserved. */
  | 'order_closed';

export type ReserveResult =
  | { readonly status: 'reserved' }
  | { readonly status: 'duplicate'; readonly fill: FillDocument }
  | { readonly status: 'refused'; readonly reason: ReserveRefusal };

export function reserveFill(collections: Collections): Transaction<ReserveFill, ReserveResult> {
  return {
    async plan(requests, look) {
      const obstacles = look ? await findObstacles(collections, requests) : [];
      return requests.map((request, index): Step<ReserveResult> => {
        const obstacle = obstacles[index];
        if (obstacle) return { kind: 'answer', answer: obstacle };
        return { kind: 'write', writes: reserveWrites(request), answer: { status: 'reserved' } };
      });
    },
  };
}

function reserveWrites({ order, fill }: ReserveFill): Writes {
  const now = new Date();
  const { accountId } = order;
  const amountScale8 = holdAmountScale8(fill.priceScale8, fill.quantityTokens);
  return {
    balance: { accountId, postedScale8: 0n, heldScale8: amountScale8, neededScale8: amountScale8 },
    ask: { askId: fill.askId, taken: fill, soldTokens: 0, returnedTokens: 0 },
    fills: [{ insertOne: { document: fillDocument(order, fill, now) } }],
    orders: [orderUpsert(order, fill.fillId, now)],
    holds: [
      {
        insertOne: {
          document: {
            _id: fill.fillId,
            accountId,
            reason: 'chat',
            referenceId: order.orderId,
            priceScale8: fill.priceScale8,
            quantityTokens: asDouble(fill.quantityTokens),
            amountScale8,
            capturedScale8: 0n,
            releasedScale8: 0n,
            openScale8: amountScale8,
            status: 'open',
            createdAt: now,
            resolvedAt: null,
          },
        },
      },
    ],
    journals: [{ insertOne: { document: holdJournal(order, fill, amountScale8, now) } }],
  };
}

function fillDocument(order: NewOrder, fill: NewFill, now: Date): FillDocument {
  const { fillId, quantityTokens, epoch, ...terms } = fill;
  return {
    _id: fillId,
    kind: 'chat',
    orderId: order.orderId,
    accountId: order.accountId,
    ...terms,
    quantityTokens: asDouble(quantityTokens),
    epoch: asDouble(epoch),
    status: 'reserved',
    releaseReason: null,
    attempts: [{ number: 1, state: 'planned', startedAt: now, endedAt: null, detail: null }],
    usage: null,
    usedTokens: asDouble(0),
    costScale8: 0n,
    feeScale8: 0n,
    usageFlag: null,
    createdAt: now,
    settledAt: null,
  };
}

/** Writes the order, or gives the open one its next fill; an order with a live fill matches neither. */
export function orderUpsert(order: NewOrder, fillId: string, now: Date) {
  const { orderId, quantityMinTokens, quantityMaxTokens, ...terms } = order;
  return {
    updateOne: {
      filter: { _id: orderId, status: 'open' as const, fillId: null },
      update: {
        $set: { fillId, updatedAt: now },
        $setOnInsert: {
          kind: 'chat' as const,
          ...terms,
          quantityMinTokens: asDouble(quantityMinTokens),
          quantityMaxTokens: asDouble(quantityMaxTokens),
          refusal: null,
          createdAt: now,
        },
      },
      upsert: true,
    },
  };
}

function holdJournal(
  order: NewOrder,
  fill: NewFill,
  amountScale8: bigint,
  now: Date,
): JournalDocument {
  return {
    _id: `hold:${fill.fillId}`,
    kind: 'hold',
    accountId: order.accountId,
    sellerId: null,
    fillId: fill.fillId,
    holdId: fill.fillId,
    orderId: order.orderId,
    lines: holdLines(order.accountId, amountScale8),
    reference: null,
    reason: null,
    createdAt: now,
  };
}

/** What stands in the way of each request; undefined when nothing does. */
async function findObstacles(
  { fills, orders, asks, balances }: Collections,
  requests: readonly ReserveFill[],
): Promise<(ReserveResult | undefined)[]> {
  const [fillOf, orderOf, askOf, balanceOf] = await Promise.all([
    byId(
      fills,
      requests.map(({ fill }) => fill.fillId),
    ),
    byId(
      orders,
      requests.map(({ order }) => order.orderId),
    ),
    byId(
      asks,
      requests.map(({ fill }) => fill.askId),
    ),
    byId(
      balances,
      requests.map(({ order }) => order.accountId),
    ),
  ]);
  return requests.map(({ order, fill }) => {
    const known = fillOf.get(fill.fillId);
    if (known?.status === 'abandoned') return { status: 'refused', reason: 'abandoned' };
    if (known) return { status: 'duplicate', fill: known };
    const reason =
      orderObstacle(orderOf.get(order.orderId)) ??
      askObstacle(askOf.get(fill.askId), fill) ??
      (availableScale8(balanceOf.get(order.accountId)) <
      holdAmountScale8(fill.priceScale8, fill.quantityTokens)
        ? 'insufficient_balance'
        : undefined);
    return reason && { status: 'refused', reason };
  });
}

export function orderObstacle(order: OrderDocument | undefined): ReserveRefusal | undefined {
  return order && (order.status !== 'open' || order.fillId !== null) ? 'order_closed' : undefined;
}

function askObstacle(ask: AskDocument | undefined, fill: NewFill): ReserveRefusal | undefined {
  if (ask?.status !== 'active') return 'ask_not_active';
  // Without an epoch the ask was placed just now, and no rebuild has passed over it since.
  if (ask.epoch !== null && ask.epoch !== fill.epoch) return 'stale_epoch';
  if (ask.remainingTokens < fill.quantityTokens) return 'ask_short';
  return undefined;
}
