/**
 * The purchase of a ticket: the quantity leaves one ask, its cost goes straight into escrow, and
 * order, contract, lot, trade and ticket are written, in one transaction. Once per order.
 */
import type { Region } from '../../domain/regions';
import type { DeliveryWindow } from '../../domain/tenors';
import { asDouble, type Collections } from '../collections';
import type { LotDocument } from '../lot';
import {
  type CapacityParts,
  type CapacityRefusal,
  type NewCapacityFill,
  capacityCostScale8,
  capacityRefusal,
  capacityWrites,
  lotDocument,
} from './capacity-fill';
import { type NewContractOrder, contractOrderDocument } from './open-contract-order';
import { availableScale8, byId } from './reads';
import type { Step, Transaction, Writes } from './writes';

export interface BuyTicket {
  /** Its limit, and the region of the ask. */
  readonly order: NewContractOrder & { readonly ticketId: string };
  readonly credentialHash: string;
  readonly fill: NewCapacityFill;
  readonly seller: { readonly sellerId: string; readonly region: Region };
  readonly window: DeliveryWindow;
  readonly feeBasisPoints: number;
  readonly now: Date;
}

export type BuyTicketResult =
  | { readonly status: 'bought'; readonly lot: LotDocument }
  | { readonly status: 'duplicate'; readonly lot: LotDocument }
  | { readonly status: 'refused'; readonly reason: CapacityRefusal };

export function buyTicket(collections: Collections): Transaction<BuyTicket, BuyTicketResult> {
  return {
    async plan(requests, look) {
      const obstacles = look ? await findObstacles(collections, requests) : [];
      return requests.map((request, index): Step<BuyTicketResult> => {
        const obstacle = obstacles[index];
        if (obstacle) return { kind: 'answer', answer: obstacle };
        const parts = partsOf(request);
        return {
          kind: 'write',
          writes: ticketWrites(request, parts),
          answer: { status: 'bought', lot: lotDocument(parts) },
        };
      });
    },
  };
}

function partsOf({ order, fill, seller, window, feeBasisPoints, now }: BuyTicket): CapacityParts {
  return {
    order,
    ask: seller,
    fill,
    window,
    freedScale8: 0n,
    costScale8: capacityCostScale8(fill),
    feeBasisPoints,
    now,
  };
}

function ticketWrites(request: BuyTicket, parts: CapacityParts): Writes {
  const { order, fill, credentialHash, window, now } = request;
  const { accountId, contractId, ticketId, modelId, tenor, region } = order;
  const { quantityTokens } = fill;
  const state = {
    filledTokens: quantityTokens,
    costScale8: parts.costScale8,
    status: 'filled',
    fillCount: 1,
  } as const;
  return {
    ...capacityWrites(parts),
    contractOrders: [{ insertOne: { document: contractOrderDocument(order, state, now) } }],
    contracts: [
      {
        insertOne: {
          document: {
            _id: contractId,
            ...{ accountId, orderId: order._id, ticketId, modelId, tenor, region },
            quantityTokens: asDouble(quantityTokens),
            costScale8: parts.costScale8,
            opensAt: new Date(window.opensAtMs),
            endsAt: new Date(window.endsAtMs),
            createdAt: now,
          },
        },
      },
    ],
    tickets: [
      {
        insertOne: {
          document: {
            _id: ticketId,
            ...{ contractId, accountId, credentialHash },
            createdAt: now,
            issuedAt: now,
          },
        },
      },
    ],
  };
}

async function findObstacles(
  { fills, asks, balances, lots, contractOrders }: Collections,
  requests: readonly BuyTicket[],
): Promise<(BuyTicketResult | undefined)[]> {
  const [fillOf, askOf, balanceOf, orderOf, lotOf] = await Promise.all([
    byId(
      fills,
      requests.map(({ fill }) => fill.fillId),
    ),
    byId(
      asks,
      requests.map(({ fill }) => fill.askId),
    ),
    byId(
      balances,
      requests.map(({ order }) => order.accountId),
    ),
    byId(
      contractOrders,
      requests.map(({ order }) => order._id),
    ),
    byId(
      lots,
      requests.map(({ fill }) => fill.fillId),
    ),
  ]);
  return requests.map(({ order, fill }) => {
    const known = fillOf.get(fill.fillId);
    const lot = lotOf.get(fill.fillId);
    if (lot) return { status: 'duplicate', lot };
    if (known) return { status: 'refused', reason: 'abandoned' };
    if (orderOf.has(order._id)) return { status: 'refused', reason: 'order_closed' };
    const reason = capacityRefusal(askOf.get(fill.askId), fill);
    if (reason) return { status: 'refused', reason };
    return availableScale8(balanceOf.get(order.accountId)) < capacityCostScale8(fill)
      ? { status: 'refused', reason: 'insufficient_balance' }
      : undefined;
  });
}
