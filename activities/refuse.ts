/**
 * The step `refuse`: the order ends without a charge. The order's record keeps why, the
 * idempotency key is free again (decisions section 6: only a settled answer is remembered), and
 * the buyer is told. Twice: writes the same again.
 */
import type { ChatOrder, Refusal } from '../domain/chat';
import { newOrderOf } from '../records/new-order';
import type { ActivityDeps } from './deps';

export interface RefuseActivities {
  refuse(order: ChatOrder, refusal: Refusal): Promise<void>;
}

export function createRefuseActivities({ records, channel }: ActivityDeps): RefuseActivities {
  return {
    async refuse(order, refusal) {
      await records.refuseOrder({
        ...newOrderOf(order),
        refusal: { code: refusal.code, message: refusal.message },
      });
      if (order.idempotencyId) await records.forgetIdempotency(order.idempotencyId, order.orderId);
      await channel.finish(order.orderId, { kind: 'refused', refusal });
    },
  };
}
