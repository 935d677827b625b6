/**
 * Ends a contract order with its current fills and releases the rest of its hold. Once per order.
 */
import { holdAmountScale8 } from '../../domain/money';
import { asDouble, type Collections } from '../collections';
import type { ContractOrderDocument } from '../documents/contract-order';
import { newJournal, releaseLines } from './journal-lines';
import { orderEvent } from '../webhooks/events';
import { byId } from './reads';
import { insert, type Step, type Transaction, type Writes } from './writes';

export interface CloseContractOrder {
  readonly orderId: string;
  readonly status: 'cancelled' | 'expired' | 'rejected';
  readonly reason: string;
}

export interface CloseContractOrderResult {
  /** `ended`: it was filled or closed before. */
  readonly status: 'closed' | 'ended';
  readonly order: ContractOrderDocument;
}

export function closeContractOrder(
  collections: Collections,
): Transaction<CloseContractOrder, CloseContractOrderResult> {
  return {
    async plan(requests) {
      const orders = await byId(
        collections.contractOrders,
        requests.map(({ orderId }) => orderId),
      );
      return requests.map((request): Step<CloseContractOrderResult> => {
        const order = orders.get(request.orderId);
        if (!order) throw new Error(`Contract order ${request.orderId} not found`);
        if (order.status !== 'open') {
          return { kind: 'answer', answer: { status: 'ended', order } };
        }
        const now = new Date();
        const { status, reason } = request;
        const closed = {
          ...order,
          status,
          reason,
          updatedAt: now,
          openTokens: 0,
          closedTokens: order.openTokens,
        };
        return {
          kind: 'write',
          writes: {
            ...closeWrites(request, order, now),
            webhookEvents: [insert(orderEvent(closed))],
          },
          answer: { status: 'closed', order: closed },
        };
      });
    },
  };
}

function closeWrites(request: CloseContractOrder, order: ContractOrderDocument, now: Date): Writes {
  const { _id: orderId, accountId, openTokens } = order;
  const { status, reason } = request;
  const held = holdAmountScale8(order.limitPriceScale8, openTokens);
  const hasCaptured = order.filledTokens > 0;
  return {
    balance: { accountId, postedScale8: 0n, heldScale8: -held, neededScale8: 0n },
    contractOrders: [
      {
        updateOne: {
          filter: { _id: orderId, accountId, status: 'open', openTokens },
          update: {
            $set: {
              status,
              reason,
              updatedAt: now,
              openTokens: asDouble(0),
              closedTokens: asDouble(openTokens),
            },
          },
        },
      },
    ],
    holds: [
      {
        updateOne: {
          filter: { _id: orderId, status: 'open', openScale8: held },
          update: {
            $inc: { releasedScale8: held },
            $set: {
              status: hasCaptured ? 'captured' : 'released',
              openScale8: 0n,
              resolvedAt: now,
            },
          },
        },
      },
    ],
    journals: [
      insert(
        newJournal({
          _id: `release:${orderId}`,
          kind: 'release',
          accountId,
          holdId: orderId,
          orderId,
          reason,
          lines: releaseLines(accountId, held),
          createdAt: now,
        }),
      ),
    ],
  };
}
