/**
 * Reserves tokens of a lot for a chat request that came with a ticket: one conditional change of
 * the lot, so that parallel draws can never take more than it holds. No money is held, the lot was
 * paid for at its match.
 */
import type { Collections } from '../collections';
import { asDouble } from '../collections';
import type { FillDocument } from '../fill';
import type { LotDocument } from '../lot';
import { byId } from './reads';
import { type NewOrder, orderObstacle, orderUpsert } from './reserve-fill';
import type { Step, Transaction, Writes } from './writes';

export interface ReserveDraw {
  readonly order: NewOrder & { readonly contractId: string };
  readonly fillId: string;
  /** As it was read; whether it still has the tokens is a condition of the write. */
  readonly lot: LotDocument;
  readonly quantityTokens: number;
}

export type ReserveDrawResult =
  | { readonly status: 'reserved' }
  | { readonly status: 'duplicate'; readonly fill: FillDocument }
  /** The lot has not enough left, is closed, or its window is not open: another may do. */
  | { readonly status: 'lot_short' }
  | { readonly status: 'order_closed' };

export function reserveDraw(collections: Collections): Transaction<ReserveDraw, ReserveDrawResult> {
  return {
    async plan(requests, look) {
      const obstacles = look ? await findObstacles(collections, requests) : [];
      return requests.map((request, index): Step<ReserveDrawResult> => {
        const obstacle = obstacles[index];
        if (obstacle) return { kind: 'answer', answer: obstacle };
        return { kind: 'write', writes: drawWrites(request), answer: { status: 'reserved' } };
      });
    },
  };
}

function drawWrites({ order, fillId, lot, quantityTokens }: ReserveDraw): Writes {
  const now = new Date();
  return {
    lots: [
      {
        updateOne: {
          filter: {
            _id: lot._id,
            contractId: order.contractId,
            status: 'open',
            remainingTokens: { $gte: quantityTokens },
            $expr: {
              $and: [{ $lte: ['$opensAt', '$$NOW'] }, { $gt: ['$endsAt', '$$NOW'] }],
            },
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
    fills: [{ insertOne: { document: drawDocument({ order, fillId, lot, quantityTokens }, now) } }],
    orders: [orderUpsert(order, fillId, now)],
  };
}

function drawDocument(request: ReserveDraw, now: Date): FillDocument {
  const { order, fillId, lot, quantityTokens } = request;
  const { askId, sellerId, modelId, tenor, region, priceScale8 } = lot;
  return {
    _id: fillId,
    kind: 'draw',
    lotId: lot._id,
    orderId: order.orderId,
    accountId: order.accountId,
    ...{ askId, sellerId, modelId, tenor, region, priceScale8 },
    quantityTokens: asDouble(quantityTokens),
    epoch: asDouble(0),
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

async function findObstacles(
  { fills, orders, lots }: Collections,
  requests: readonly ReserveDraw[],
): Promise<(ReserveDrawResult | undefined)[]> {
  const [fillOf, orderOf, lotOf] = await Promise.all([
    byId(
      fills,
      requests.map(({ fillId }) => fillId),
    ),
    byId(
      orders,
      requests.map(({ order }) => order.orderId),
    ),
    byId(
      lots,
      requests.map(({ lot }) => lot._id),
    ),
  ]);
  return requests.map((request) => {
    const known = fillOf.get(request.fillId);
    if (known) return { status: 'duplicate', fill: known };
    if (orderObstacle(orderOf.get(request.order.orderId))) return { status: 'order_closed' };
    const lot = lotOf.get(request.lot._id);
    const now = Date.now();
    const isOpen =
      lot?.status === 'open' && lot.opensAt.getTime() <= now && now < lot.endsAt.getTime();
    if (!isOpen || lot.remainingTokens < request.quantityTokens) return { status: 'lot_short' };
    return undefined;
  });
}
