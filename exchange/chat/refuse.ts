/**
 * The step `refuse`: the order ends without a charge. Reservations by an abandoned step are
 * released with it. The order's record stores the reason, the stored request is deleted, the
 * idempotency key is free again (only settled answers are stored), and the buyer is notified. If an
 * abandoned attempt filled the order after all, it stays filled: its answer is announced, and its
 * key stays used. Repetition: does the same again.
 */
import type { ChatOrder, FilledBy, Refusal } from '../../domain/chat';
import type { OrderRefusal } from '../../records/documents/order';
import type { RefuseResult } from '../../records/ledger/refuse-order';
import { newOrderOf } from '../../records/ledger/new-order';
import { writableLedger } from '../../records/mongodb/writable';
import type { ExchangeDeps } from '../deps';
import { recordOfRefusal, recordedRefusal } from './recorded-refusal';
import { returnFill } from '../books/release-to-book';
import { withAsked } from './asked-sellers';
import { RequestMemory } from '../idempotency/request-memory';
import { Settler } from './settle';

export interface RefuseSteps {
  /**
   * A gateway refuses an order only while it owns it; an order with a workflow of its own is left
   * to that workflow.
   * @returns the fill of an order that can no longer be refused; nothing for a refused order
   */
  refuse(order: ChatOrder, refusal: Refusal): Promise<FilledBy | void>;
}

export interface RefuseUnreserved {
  /**
   * Refuses an order without a reservation; leaves an order with a fill unchanged.
   * @returns `open` when another run of the order has reserved a fill
   */
  refuseUnreserved(order: ChatOrder, refusal: Refusal): Promise<'refused' | 'filled' | 'open'>;
}

export function createRefuseSteps(deps: ExchangeDeps): RefuseSteps & RefuseUnreserved {
  const { records, channel, meter } = deps;
  const memory = new RequestMemory(deps);
  const settler = new Settler(deps);
  return {
    async refuse(order, told) {
      const refusal = await withAsked(records, order.orderId, told);
      const end = await close(order, refusal, 'release');
      if (end.status === 'filled') return announceFill(order.orderId);
      if (end.status === 'open') return;
      if (end.status === 'refused' && end.released) await returnFill(deps, end.released);
      await tell(order, recordedIn(end) ?? refusal);
    },

    async refuseUnreserved(order, refusal) {
      const end = await close(order, refusal, 'leave');
      const { status } = end;
      if (status === 'refused') await tell(order, recordedIn(end) ?? refusal);
      return status === 'unknown' ? 'refused' : status;
    },
  };

  async function close(order: ChatOrder, refusal: Refusal, reserved: 'release' | 'leave') {
    const { orderId } = order;
    const end = await writableLedger(records.ledger).refuseOrder({
      orderId,
      order: newOrderOf(order),
      refusal: await recordOf(orderId, refusal),
      reserved,
      ...(order.gatewayId !== undefined && reserved === 'release'
        ? { gatewayId: order.gatewayId }
        : {}),
    });
    if (end.status === 'refused' && end.recorded === undefined) meter.bidRefused(refusal.code);
    return end;
  }

  /** Deletes the stored request, frees its key and notifies waiting clients. */
  async function tell(order: ChatOrder, refusal: Refusal) {
    await memory.forget(order);
    await channel.refused(order.orderId, refusal);
  }

  async function recordOf(orderId: string, refusal: Refusal): Promise<OrderRefusal> {
    const { passed } = refusal;
    if (passed) {
      await memory.keepPassedRefusal(orderId, Buffer.from(passed.body.sealed, 'base64'));
    }
    return recordOfRefusal(refusal);
  }

  async function announceFill(orderId: string): Promise<FilledBy> {
    const fill = await records.fills.findOne({ orderId, status: 'settled' });
    if (!fill) throw new Error(`Order ${orderId} is filled without a fill`);
    await settler.announce(orderId);
    await settler.returnUnused(fill);
    const { _id: fillId, sellerId, lotId } = fill;
    return { orderId, fillId, sellerId, ...(lotId ? { drawnOn: { lotId } } : {}) };
  }
}

/**
 * The refusal of an order that another process refused first: every reader is given the same one.
 * Null for a refusal passed on from a seller, which its own step announces.
 */
function recordedIn(end: RefuseResult): Refusal | null {
  const recorded = end.status === 'refused' ? end.recorded : null;
  return !recorded || recorded.passedStatus ? null : recordedRefusal(recorded);
}
