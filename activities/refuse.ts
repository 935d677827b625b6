/**
 * The step `refuse`: the order ends without a charge. What a step that was given up has reserved
 * meanwhile is released with it. The order's record keeps why, the request itself is no longer kept,
 * the idempotency key is free again (only a settled answer is remembered), and the buyer is told.
 * An order that was filled all the same, by an attempt that was given up and lived, stays filled:
 * its answer is announced, and its key stays used. Twice: does the same again.
 */
import type { ChatOrder, FilledBy, Refusal } from '../domain/chat';
import { type OrderRefusal, passedRefusalId } from '../records/order';
import { newOrderOf } from '../records/new-order';
import type { ActivityDeps } from './deps';
import { giveBack } from './release-to-book';
import { Settler } from './settle';

/** Whoever waits for it looks into the records within seconds. */
const PASSED_KEPT_MS = 3_600_000;

export interface RefuseActivities {
  /** @returns the fill of an order that cannot be refused any more; nothing for one that is refused */
  refuse(order: ChatOrder, refusal: Refusal): Promise<FilledBy | void>;
}

export function createRefuseActivities(deps: ActivityDeps): RefuseActivities {
  const { records, channel } = deps;
  const settler = new Settler(deps);
  return {
    async refuse(order, refusal) {
      const { orderId } = order;
      const end = await records.ledger.refuseOrder({
        orderId,
        order: newOrderOf(order),
        refusal: await recordOf(orderId, refusal),
        reserved: 'release',
      });
      if (end.status === 'filled') return announceFill(orderId);
      if (end.status === 'refused' && end.released) await giveBack(deps, end.released);
      if ('payloadId' in order.request) await records.dropPayload(order.request.payloadId);
      if (order.idempotencyId) await records.forgetIdempotency(order.idempotencyId, order.orderId);
      await channel.finish(order.orderId, { kind: 'refused', refusal });
    },
  };

  /** The body of a passed refusal is a seller's: as large as it likes, so not kept for good. */
  async function recordOf(orderId: string, refusal: Refusal): Promise<OrderRefusal> {
    const { code, message, param = null, passed } = refusal;
    if (passed) {
      const expiresAt = new Date(Date.now() + PASSED_KEPT_MS);
      const sealed = Buffer.from(passed.body.sealed, 'base64');
      await records.keepPayload(passedRefusalId(orderId), sealed, expiresAt);
    }
    return { code, message, param, passedStatus: passed?.status ?? null };
  }

  async function announceFill(orderId: string): Promise<FilledBy> {
    const fill = await records.fills.findOne({ orderId, status: 'settled' });
    if (!fill) throw new Error(`Order ${orderId} is filled by no fill`);
    await settler.announce(orderId);
    await settler.returnUnused(fill);
    const { _id: fillId, sellerId, lotId } = fill;
    return { orderId, fillId, sellerId, ...(lotId ? { drawnOn: { lotId } } : {}) };
  }
}
