/**
 * The step `refuse`: the order ends without a charge. What a step that was given up has reserved
 * meanwhile is released with it. The order's record keeps why, the request itself is no longer kept,
 * the idempotency key is free again (only a settled answer is remembered), and the buyer is told.
 * An order that was filled all the same, by an attempt that was given up and lived, stays filled:
 * its answer is announced, and its key stays used. Twice: does the same again.
 */
import type { ChatOrder, FilledBy, Refusal } from '../../domain/chat';
import { type OrderRefusal, passedRefusalId } from '../../records/order';
import { newOrderOf } from '../../records/new-order';
import type { ExchangeDeps } from '../deps';
import { giveBack } from '../release-to-book';
import { Settler } from './settle';

/** Whoever waits for it looks into the records within seconds. */
const PASSED_KEPT_MS = 3_600_000;

export interface RefuseSteps {
  /**
   * An order of a gateway is refused only while it is that gateway's: one that goes on in a workflow
   * of its own is left to it.
   * @returns the fill of an order that cannot be refused any more; nothing for one that is refused
   */
  refuse(order: ChatOrder, refusal: Refusal): Promise<FilledBy | void>;
}

export interface RefuseUnreserved {
  /**
   * Refuses an order for which nothing is reserved. One that has a fill is left as it is.
   * @returns `open` when another run of the order has reserved a fill
   */
  refuseUnreserved(order: ChatOrder, refusal: Refusal): Promise<'refused' | 'filled' | 'open'>;
}

export function createRefuseSteps(deps: ExchangeDeps): RefuseSteps & RefuseUnreserved {
  const { records, channel } = deps;
  const settler = new Settler(deps);
  return {
    async refuse(order, refusal) {
      const end = await close(order, refusal, 'release');
      if (end.status === 'filled') return announceFill(order.orderId);
      if (end.status === 'open') return;
      if (end.status === 'refused' && end.released) await giveBack(deps, end.released);
      await tell(order, refusal);
    },

    async refuseUnreserved(order, refusal) {
      const { status } = await close(order, refusal, 'leave');
      if (status === 'refused') await tell(order, refusal);
      return status === 'unknown' ? 'refused' : status;
    },
  };

  async function close(order: ChatOrder, refusal: Refusal, reserved: 'release' | 'leave') {
    const { orderId } = order;
    const newOrder = newOrderOf(order);
    return records.ledger.refuseOrder({
      orderId,
      // What was begun by a gateway and reserved nothing has no workflow.
      order: order.gatewayId === undefined ? newOrder : { ...newOrder, workflowId: null },
      refusal: await recordOf(orderId, refusal),
      reserved,
      ...(order.gatewayId !== undefined && reserved === 'release'
        ? { gatewayId: order.gatewayId }
        : {}),
    });
  }

  /** The request is no longer kept, its key is free, and whoever waits is told. */
  async function tell({ orderId, request, idempotencyId }: ChatOrder, refusal: Refusal) {
    if ('payloadId' in request) await records.dropPayload(request.payloadId);
    if (idempotencyId) await records.forgetIdempotency(idempotencyId, orderId);
    await channel.refused(orderId, refusal);
  }

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
