/**
 * Opens a contract order: writes its record and holds its limit x its quantity, in one transaction.
 * A `client_order_id` is unique within an account.
 */
import { holdAmountScale8 } from '../../domain/money';
import { asDouble, type Collections } from '../collections';
import type { ContractOrderDocument } from '../documents/contract-order';
import { holdWrites } from './new-hold';
import { availableScale8, readBatch } from './reads';
import { conditional, insert, type Transaction, type Writes } from './writes';

/** A new order: nothing filled, everything open. */
export type NewContractOrder = Omit<
  ContractOrderDocument,
  | 'filledTokens'
  | 'openTokens'
  | 'closedTokens'
  | 'costScale8'
  | 'costRestScale11'
  | 'status'
  | 'reason'
  | 'refusal'
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
  return conditional({
    conflicts: (requests) => findConflicts(collections, requests),
    write: (request) => ({ writes: openWrites(request), answer: { status: 'opened' } }),
  });
}

export function contractOrderDocument(
  order: NewContractOrder,
  state: Pick<
    ContractOrderDocument,
    'filledTokens' | 'costScale8' | 'costRestScale11' | 'status' | 'fillCount'
  >,
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
  const { _id: orderId, accountId, limitPriceScale8: priceScale8, quantityTokens } = order;
  const state = {
    filledTokens: 0,
    costScale8: 0n,
    costRestScale11: 0n,
    status: 'open',
    fillCount: 0,
  } as const;
  return {
    ...holdWrites(
      {
        holdId: orderId,
        reason: 'order',
        accountId,
        orderId,
        fillId: null,
        priceScale8,
        quantityTokens,
      },
      now,
    ),
    contractOrders: [insert(contractOrderDocument(order, state, now))],
  };
}

async function findConflicts(
  collections: Collections,
  requests: readonly NewContractOrder[],
): Promise<(OpenContractOrderResult | undefined)[]> {
  const { contractOrders, balances } = await readBatch(collections, {
    contractOrders: requests.map(({ _id }) => _id),
    balances: requests.map(({ accountId }) => accountId),
  });
  return Promise.all(
    requests.map(async (request): Promise<OpenContractOrderResult | undefined> => {
      const { accountId, clientOrderId } = request;
      const known = contractOrders.get(request._id);
      if (known) return { status: 'duplicate', order: known };
      const namesake =
        clientOrderId === null
          ? null
          : await collections.contractOrders.findOne({ accountId, clientOrderId });
      if (namesake) return { status: 'known', orderId: namesake._id };
      const needed = holdAmountScale8(request.limitPriceScale8, request.quantityTokens);
      return availableScale8(balances.get(accountId)) < needed
        ? { status: 'refused', reason: 'insufficient_balance' }
        : undefined;
    }),
  );
}
