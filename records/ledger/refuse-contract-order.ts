/**
 * Records that a contract order, or the purchase of a ticket, was refused: no later run of its
 * workflow can open or fill it, because its id is used. Holds no money, has no fills, and leaves its
 * `client_order_id` free. Once per order; an order that was opened or bought stays as it is.
 */
import { asDouble, type Collections } from '../collections';
import type { ContractOrderDocument } from '../documents/contract-order';
import type { OrderRefusal } from '../documents/order';
import { type NewContractOrder, contractOrderDocument } from './open-contract-order';
import { byId } from './reads';
import { insert, type Step, type Transaction } from './writes';

export interface RefuseContractOrder {
  readonly order: NewContractOrder;
  readonly refusal: OrderRefusal;
}

/** The order as the records have it now. */
export type RefusedContractOrder = ContractOrderDocument;

export function refuseContractOrder(
  collections: Collections,
): Transaction<RefuseContractOrder, RefusedContractOrder> {
  return {
    async plan(requests) {
      const orderIds = requests.map(({ order }) => order._id);
      const known = await byId(collections.contractOrders, orderIds);
      return requests.map((request): Step<RefusedContractOrder> => {
        const before = known.get(request.order._id);
        if (before) return { kind: 'answer', answer: before };
        const refused = refusedDocument(request);
        return { kind: 'write', writes: { contractOrders: [insert(refused)] }, answer: refused };
      });
    },
  };
}

function refusedDocument({ order, refusal }: RefuseContractOrder): ContractOrderDocument {
  const state = {
    filledTokens: 0,
    costScale8: 0n,
    costRestScale11: 0n,
    status: 'rejected',
    fillCount: 0,
  } as const;
  const terms = { ...order, clientOrderId: null, ticketId: null };
  return {
    ...contractOrderDocument(terms, state, new Date()),
    openTokens: asDouble(0),
    closedTokens: asDouble(order.quantityTokens),
    reason: refusal.message,
    refusal,
  };
}
