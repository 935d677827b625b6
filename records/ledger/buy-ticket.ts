/**
 * The purchase of a ticket, in one transaction: the quantity leaves one ask, its cost moves
 * directly into escrow, and order, contract, lot, trade and ticket are written. Once per order.
 */
import type { FeeSchedule } from '../../domain/fees';
import { bookName } from '../../domain/instruments';
import type { Region } from '../../domain/regions';
import type { DeliveryWindow } from '../../domain/tenors';
import { asDouble, type Collections } from '../collections';
import type { LotDocument } from '../documents/lot';
import {
  type CapacityParts,
  type CapacityRefusal,
  type NewCapacityFill,
  capacityCostScale8,
  costRestScale11,
  capacityRefusal,
  capacityWrites,
  hasBegun,
  lotDocument,
  lotFee,
} from './capacity-fill';
import { type NewContractOrder, contractOrderDocument } from './open-contract-order';
import { orderEvent } from '../webhooks/events';
import { availableScale8, readBatch } from './reads';
import { conditional, insert, type Transaction, type Writes } from './writes';

export interface BuyTicket {
  /** Its limit, and the region of the ask. */
  readonly order: NewContractOrder & { readonly ticketId: string };
  readonly credentialHash: string;
  readonly fill: NewCapacityFill;
  readonly seller: { readonly sellerId: string; readonly region: Region };
  readonly window: DeliveryWindow;
  readonly fees: FeeSchedule;
  readonly now: Date;
}

export type BuyTicketResult =
  | { readonly status: 'bought'; readonly lot: LotDocument }
  | { readonly status: 'duplicate'; readonly lot: LotDocument }
  | { readonly status: 'refused'; readonly reason: CapacityRefusal };

/** @param clock the time by MongoDB's clock, which decides on windows */
export function buyTicket(
  collections: Collections,
  clock: () => Promise<Date>,
): Transaction<BuyTicket, BuyTicketResult> {
  return conditional({
    conflicts: async (requests) => findConflicts(collections, requests, await clock()),
    write(request) {
      const parts = partsOf(request);
      return {
        writes: ticketWrites(request, parts),
        answer: { status: 'bought', lot: lotDocument(parts) },
      };
    },
  });
}

function partsOf({ order, fill, seller, window, fees, now }: BuyTicket): CapacityParts {
  return {
    order,
    ask: seller,
    fill,
    window,
    freedScale8: 0n,
    costScale8: capacityCostScale8(fill),
    feeBasisPoints: lotFee(fees, { order, ask: seller, fill }),
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
    costRestScale11: costRestScale11(parts),
    status: 'filled',
    fillCount: 1,
  } as const;
  const filled = contractOrderDocument(order, state, now);
  const fillWrites = capacityWrites(parts);
  return {
    ...fillWrites,
    webhookEvents: [...(fillWrites.webhookEvents ?? []), insert(orderEvent(filled))],
    contractOrders: [insert(filled)],
    contracts: [
      insert({
        _id: contractId,
        accountId,
        orderId: order._id,
        ticketId,
        modelId,
        tenor,
        region,
        quantityTokens: asDouble(quantityTokens),
        costScale8: parts.costScale8,
        opensAt: new Date(window.opensAtMs),
        endsAt: new Date(window.endsAtMs),
        createdAt: now,
      }),
    ],
    tickets: [
      insert({
        _id: ticketId,
        contractId,
        accountId,
        credentialHash,
        createdAt: now,
        issuedAt: now,
      }),
    ],
  };
}

async function findConflicts(
  collections: Collections,
  requests: readonly BuyTicket[],
  now: Date,
): Promise<(BuyTicketResult | undefined)[]> {
  const { fills, asks, books, balances, lots, contractOrders } = await readBatch(collections, {
    fills: requests.map(({ fill }) => fill.fillId),
    asks: requests.map(({ fill }) => fill.askId),
    books: requests.map(({ order }) => bookName(order)),
    balances: requests.map(({ order }) => order.accountId),
    lots: requests.map(({ fill }) => fill.fillId),
    contractOrders: requests.map(({ order }) => order._id),
  });
  return requests.map(({ order, fill, window }) => {
    const known = fills.get(fill.fillId);
    const lot = lots.get(fill.fillId);
    if (lot) return { status: 'duplicate', lot };
    if (known) return { status: 'refused', reason: 'abandoned' };
    if (contractOrders.has(order._id)) return { status: 'refused', reason: 'order_closed' };
    const reason = capacityRefusal(asks.get(fill.askId), books.get(bookName(order)), order, fill);
    if (reason) return { status: 'refused', reason };
    if (hasBegun(order.tenor, window, now)) return { status: 'refused', reason: 'window_begun' };
    return availableScale8(balances.get(order.accountId)) < capacityCostScale8(fill)
      ? { status: 'refused', reason: 'insufficient_balance' }
      : undefined;
  });
}
