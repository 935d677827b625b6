/**
 * Reserves tokens of a lot for a chat request with a ticket: one conditional change of the lot, so
 * that concurrent draws never exceed its quantity. No money is held, because the lot was paid for
 * at its match.
 */
import type { Collections } from '../collections';
import { DURABLE } from '../mongodb/durable';
import { asDouble } from '../collections';
import type { FillDocument } from '../documents/fill';
import type { LotDocument } from '../documents/lot';
import { type FillTerms, newFill, storedFill } from './new-fill';
import { readBatch } from './reads';
import {
  type NewOrder,
  areTooMany,
  orderConflict,
  orderReserved,
  requestBegun,
} from './reserve-fill';
import { conditional, insert, type Transaction, type Writes } from './writes';

export interface ReserveDraw {
  readonly order: NewOrder & { readonly contractId: string };
  /** Limit of the account's concurrent requests, this one included; unlimited when absent. */
  readonly requestsMax?: number | undefined;
  readonly fillId: string;
  /** The lot as read; the write is conditional on its remaining tokens. */
  readonly lot: LotDocument;
  readonly quantityTokens: number;
}

export type ReserveDrawResult =
  | { readonly status: 'reserved' }
  | { readonly status: 'duplicate'; readonly fill: FillDocument }
  /** The lot has too few tokens, is closed, or its window is not open: another lot may serve. */
  | { readonly status: 'lot_short' }
  | { readonly status: 'too_many_requests' }
  | { readonly status: 'order_closed' };

/** MongoDB's clock, as everywhere: a local clock could contradict it. */
const DRAWABLE_NOW = {
  status: 'open' as const,
  $expr: { $and: [{ $lte: ['$opensAt', '$$NOW'] }, { $gt: ['$endsAt', '$$NOW'] }] },
};

export function reserveDraw(collections: Collections): Transaction<ReserveDraw, ReserveDrawResult> {
  return conditional({
    conflicts: (requests) => findConflicts(collections, requests),
    write: (request) => ({ writes: drawWrites(request), answer: { status: 'reserved' } }),
  });
}

function drawWrites(request: ReserveDraw): Writes {
  const { order, fillId, lot, quantityTokens, requestsMax } = request;
  const now = new Date();
  return {
    requests: requestBegun(order.accountId, requestsMax),
    lots: [
      {
        updateOne: {
          filter: {
            _id: lot._id,
            contractId: order.contractId,
            ...DRAWABLE_NOW,
            remainingTokens: { $gte: quantityTokens },
          },
          update: {
            $inc: {
              remainingTokens: asDouble(-quantityTokens),
              reservedTokens: asDouble(quantityTokens),
            },
          },
        },
      },
    ],
    fills: [insert(storedFill(newFill(drawOf(request), now)))],
    orders: [orderReserved(order, fillId, now)],
  };
}

function drawOf({ order, fillId, lot, quantityTokens }: ReserveDraw): FillTerms {
  const { orderId, accountId } = order;
  const { askId, sellerId, modelId, tenor, region, priceScale8 } = lot;
  return {
    _id: fillId,
    kind: 'draw',
    isCounted: true,
    lotId: lot._id,
    orderId,
    accountId,
    askId,
    sellerId,
    modelId,
    tenor,
    region,
    priceScale8,
    quantityTokens,
    epoch: 0,
  };
}

async function findConflicts(
  collections: Collections,
  requests: readonly ReserveDraw[],
): Promise<(ReserveDrawResult | undefined)[]> {
  const lotIds = requests.map(({ lot }) => lot._id);
  const [{ fills, orders, balances }, drawable] = await Promise.all([
    readBatch(collections, {
      fills: requests.map(({ fillId }) => fillId),
      orders: requests.map(({ order }) => order.orderId),
      balances: requests.map(({ order }) => order.accountId),
    }),
    collections.lots.find({ _id: { $in: lotIds }, ...DRAWABLE_NOW }, DURABLE).toArray(),
  ]);
  const leftOf = new Map(drawable.map(({ _id, remainingTokens }) => [_id, remainingTokens]));
  return requests.map((request) => {
    const known = fills.get(request.fillId);
    if (known) return { status: 'duplicate', fill: known };
    if (orderConflict(orders.get(request.order.orderId), request.order))
      return { status: 'order_closed' };
    if (areTooMany(balances.get(request.order.accountId), request.requestsMax)) {
      return { status: 'too_many_requests' };
    }
    const isShort = (leftOf.get(request.lot._id) ?? 0) < request.quantityTokens;
    return isShort ? { status: 'lot_short' } : undefined;
  });
}
