/**
 * Opens an order for capacity: its record, and the hold of its limit x its quantity, in one
 * transaction. An account has each `client_order_id` once.
 */
import { holdAmountScale8 } from '../../domain/money';
import { asDouble, type Collections } from '../collections';
import type { ContractOrderDocument } from '../contract-order';
import type { HoldDocument } from '../hold';
import type { JournalDocument } from '../journal';
import { holdLines } from './journal-lines';
import { availableScale8, byId } from './reads';
import type { Step, Transaction, Writes } from './writes';

/** An order as it begins: nothing filled, everything open. */
export type NewContractOrder = Omit<
  ContractOrderDocument,
  | 'filledTokens'
  | 'openTokens'
  | 'closedTokens'
  | 'costScale8'
  | 'status'
  | 'reason'
  | 'sequence'
  | 'fillCount'
  | 'createdAt'
  | 'updatedAt'
>;

export type OpenContractOrderResult =
  | { readonly status: 'opened' }
  | { readonly status: 'duplicate'; readonly order: ContractOrderDocument }
  /** Another order of the account has this `client_order_id`. */
  | { readonly status: 'known'; readonly orderId: string }
  | { readonly status: 'refused'; readonly reason: 'insufficient_balance' };

export function openContractOrder(
  collections: Collections,
): Transaction<NewContractOrder, OpenContractOrderResult> {
  return {
    async plan(requests, look) {
      const obstacles = look ? await findObstacles(collections, requests) : [];
      return requests.map((request, index): Step<OpenContractOrderResult> => {
        const obstacle = obstacles[index];
        if (obstacle) return { kind: 'answer', answer: obstacle };
        return { kind: 'write', writes: openWrites(request), answer: { status: 'opened' } };
      });
    },
  };
}

export function contractOrderDocument(
  order: NewContractOrder,
  state: Pick<ContractOrderDocument, 'filledTokens' | 'costScale8' | 'status' | 'fillCount'>,
  now: Date,
): ContractOrderDocument {
  return {
    ...order,
    quantityTokens: asDouble(order.quantityTokens),
    spotLifetimeMs: asDouble(order.spotLifetimeMs),
    ...state,
    filledTokens: asDouble(state.filledTokens),
    fillCount: asDouble(state.fillCount),
    openTokens: asDouble(order.quantityTokens - state.filledTokens),
    closedTokens: asDouble(0),
    reason: null,
    sequence: null,
    createdAt: now,
    updatedAt: now,
  };
}

function openWrites(order: NewContractOrder): Writes {
  const now = new Date();
  const { accountId } = order;
  const amountScale8 = holdAmountScale8(order.limitPriceScale8, order.quantityTokens);
  const state = { filledTokens: 0, costScale8: 0n, status: 'open', fillCount: 0 } as const;
  return {
    balance: { accountId, postedScale8: 0n, heldScale8: amountScale8, neededScale8: amountScale8 },
    contractOrders: [{ insertOne: { document: contractOrderDocument(order, state, now) } }],
    holds: [{ insertOne: { document: holdDocument(order, amountScale8, now) } }],
    journals: [{ insertOne: { document: holdJournal(order, amountScale8, now) } }],
  };
}

function holdDocument(order: NewContractOrder, amountScale8: bigint, now: Date): HoldDocument {
  return {
    _id: order._id,
    accountId: order.accountId,
    reason: 'order',
    referenceId: order._id,
    priceScale8: order.limitPriceScale8,
    quantityTokens: asDouble(order.quantityTokens),
    amountScale8,
    capturedScale8: 0n,
    releasedScale8: 0n,
    openScale8: amountScale8,
    status: 'open',
    createdAt: now,
    resolvedAt: null,
  };
}

function holdJournal(order: NewContractOrder, amountScale8: bigint, now: Date): JournalDocument {
  return {
    _id: `hold:${order._id}`,
    kind: 'hold',
    accountId: order.accountId,
    sellerId: null,
    fillId: null,
    holdId: order._id,
    orderId: order._id,
    lines: holdLines(order.accountId, amountScale8),
    reference: null,
    reason: null,
    createdAt: now,
  };
}

async function findObstacles(
  { contractOrders, balances }: Collections,
  requests: readonly NewContractOrder[],
): Promise<(OpenContractOrderResult | undefined)[]> {
  const [orderOf, balanceOf] = await Promise.all([
    byId(
      contractOrders,
      requests.map(({ _id }) => _id),
    ),
    byId(
      balances,
      requests.map(({ accountId }) => accountId),
    ),
  ]);
  return Promise.all(
    requests.map(async (request): Promise<OpenContractOrderResult | undefined> => {
      const { accountId, clientOrderId } = request;
      const known = orderOf.get(request._id);
      if (known) return { status: 'duplicate', order: known };
      const namesake =
        clientOrderId === null ? null : await contractOrders.findOne({ accountId, clientOrderId });
      if (namesake) return { status: 'known', orderId: namesake._id };
      const needed = holdAmountScale8(request.limitPriceScale8, request.quantityTokens);
      return availableScale8(balanceOf.get(accountId)) < needed
        ? { status: 'refused', reason: 'insufficient_balance' }
        : undefined;
    }),
  );
}
