/**
 * The steps of a contract order, which its workflow runs one after the other.
 *
 * `open` writes the order and holds its money. `meetBook` submits it to the book and records its
 * fills; if the book ends the order, the record ends too. `record` records later fills. `end`
 * removes the order from the book, records the fills up to then, and releases the rest of the hold;
 * it is also the compensation of the first steps.
 *
 * MongoDB decides: a fill that it refuses is voided behind a tombstone, and its tokens are open
 * again on a resting order. Each step is idempotent.
 */
import type {
  ContractOrder,
  OpenedOrder,
  OrderEnding,
  OrderStanding,
} from '../../domain/contract-orders';
import { ruleOf } from '../../domain/errors';
import type { CapacityFill } from '../../domain/fill';
import { isAtomic, mayRest } from '../../domain/time-in-force';
import { contractOrderWorkflowId } from '../../domain/workflow-names';
import type { ContractOrderDocument } from '../../records/documents/contract-order';
import { newContractOrderOf } from '../../records/ledger/new-contract-order';
import { writableLedger } from '../../records/mongodb/writable';
import { excludeOwnerOfAccount } from '../books/renew-books';
import { type CapacityDeps, FillRecorder, type Recorded } from '../contracts/fill-recorder';
import { StepFailure } from '../chat/step-failure';
import { OrderInBook } from './order-in-book';
import { TOO_LATE, isTooLate, recordRefusal, refusalOf } from './refused-order';

/**
 * How often one step submits an order to its book again after the book was lost or voided fills
 * reopened the order.
 */
const ROUNDS = 32;

/** Its workflow is found by these and their sellers; every lot is found by its order. */
const LOTS_SHOWN = 12;

const TOO_MANY_FILLS =
  'Too many small asks would have to fill the order at once (fill or kill). Place it as IOC or GTC.';
const TOO_OLD = 'The order did not reach its book in time.';
const TAKEN_OFF = 'The order was removed from its book.';

const REASONS: Readonly<Record<OrderEnding, string>> = {
  cancelled: 'The remainder found no match (immediate or cancel).',
  rejected: 'The book cannot fill the whole quantity at the limit (fill or kill).',
  expired: 'The order expired.',
};

export class OrderWork {
  private readonly book: OrderInBook;
  private readonly recorder: FillRecorder;

  constructor(
    private readonly deps: CapacityDeps,
    private readonly order: ContractOrder,
  ) {
    this.book = new OrderInBook(deps, order);
    this.recorder = new FillRecorder(deps);
  }

  async open(): Promise<OpenedOrder> {
    const { deps, order } = this;
    if (await this.isUnawaited()) return { kind: 'refused', refusal: TOO_LATE };
    const workflowId = contractOrderWorkflowId(deps.settings.TOKENBOOK_DEPLOYMENT, order.orderId);
    const result = await this.capacity.open(newContractOrderOf(order, workflowId));
    switch (result.status) {
      case 'opened':
        await excludeOwnerOfAccount(this.deps.records, order.orderId);
        return { kind: 'opened' };
      case 'duplicate': {
        const refusal = refusalOf(result.order);
        if (refusal) return { kind: 'refused', refusal };
        if (result.order.status !== 'open')
          return { kind: 'ended', standing: await this.standing(result) };
        await excludeOwnerOfAccount(this.deps.records, order.orderId);
        return { kind: 'opened' };
      }
      case 'known':
        return { kind: 'known', orderId: result.orderId };
      case 'refused': {
        const { reason: code } = result;
        const refusal = { code, message: ruleOf(code).message };
        const recorded = await recordRefusal(deps, order, refusal);
        // Null: an earlier run opened it meanwhile.
        return recorded ? { kind: 'refused', refusal: recorded } : this.open();
      }
    }
  }

  /** Whether nobody waits for the order that is still to be opened. */
  private async isUnawaited(): Promise<boolean> {
    const { records } = this.deps;
    if (!isTooLate(this.order, await records.ledger.capacity.now())) return false;
    return (await records.contractOrders.findOne({ _id: this.order.orderId })) === null;
  }

  async meetBook(): Promise<OrderStanding> {
    for (let round = 0; round < ROUNDS; round++) {
      const known = await this.document();
      if (known.status !== 'open') return this.standing({ order: known });
      const held = await this.book.hold(known);
      if (held === 'expired') return this.close('expired', REASONS.expired);
      if (held === 'too_old') return this.close('cancelled', TOO_OLD);
      if (held === 'halted') return this.closeHalted(known);
      const recorded = await this.recorder.record(this.order, held.fills);
      if (recorded.order.status !== 'open') return this.standing(recorded);
      if (recorded.voided) continue;
      const { state } = held.bid;
      if (state === 'open' || state === 'entering') return this.standing(recorded);
      if (state === 'filled' && mayRest(this.order.timeInForce)) {
        await this.book.rebuild();
        continue;
      }
      const ending = state === 'filled' ? unfilledEnding(this.order) : state;
      const isTakenOff = ending === 'cancelled' && mayRest(this.order.timeInForce);
      const isTooMany = this.recorder.isTooMany(this.order, held.fills);
      const reason = isTooMany ? TOO_MANY_FILLS : isTakenOff ? TAKEN_OFF : REASONS[ending];
      return this.close(ending, reason, recorded);
    }
    throw StepFailure.retryable('The book and the records disagree', 'book_out_of_step');
  }

  async record(
    fills: readonly CapacityFill[],
  ): Promise<OrderStanding & { readonly again: boolean }> {
    const recorded = await this.recorder.record(this.order, fills);
    const again = recorded.voided && recorded.order.status === 'open';
    return { ...(await this.standing(recorded)), again };
  }

  async end(status: OrderEnding, reason: string): Promise<OrderStanding | null> {
    const known = await this.deps.records.contractOrders.findOne({ _id: this.order.orderId });
    if (!known) return null;
    if (known.status !== 'open') return this.standing({ order: known });
    let recorded: Recorded | null = null;
    for (let round = 0; round < ROUNDS; round++) {
      const cancelled = await this.book.cancel();
      if (cancelled === 'unavailable') continue;
      if (known.sequence === null && cancelled === 'unknown') break; // it never reached the book
      const held = await this.book.hold(await this.document());
      if (typeof held === 'string') break;
      recorded = await this.recorder.record(this.order, held.fills);
      if (recorded.order.status !== 'open') return this.standing(recorded);
      const { state } = held.bid;
      if (state !== 'open' && state !== 'entering') break;
    }
    return this.close(status, reason, recorded);
  }

  private closeHalted({ filledTokens }: ContractOrderDocument): Promise<OrderStanding> {
    return this.close(filledTokens > 0 ? 'cancelled' : 'rejected', 'The book is halted.');
  }

  private async close(
    status: OrderEnding,
    reason: string,
    recorded?: Pick<Recorded, 'lotsWait'> | null,
  ): Promise<OrderStanding> {
    const { orderId } = this.order;
    const { order } = await this.capacity.close({ orderId, status, reason });
    return this.standing({ order, lotsWait: recorded?.lotsWait ?? false });
  }

  private async standing({
    order,
    lotsWait = false,
  }: Pick<Recorded, 'order'> & Partial<Recorded>): Promise<OrderStanding> {
    const { status, filledTokens, openTokens, closedTokens, reason, contractId } = order;
    const lots =
      filledTokens === 0
        ? []
        : await this.deps.records.lots
            .find({ contractId }, { projection: { sellerId: 1 } })
            .sort({ _id: 1 })
            .limit(LOTS_SHOWN)
            .toArray();
    return {
      status,
      filledTokens,
      openTokens,
      closedTokens,
      ...(lotsWait ? { lotsWait } : {}),
      ...(reason === null ? {} : { reason }),
      ...(lots.length > 0 && {
        lots: lots.map(({ _id, sellerId }) => ({
          lotId: _id,
          sellerId,
        })),
      }),
    };
  }

  private async document(): Promise<ContractOrderDocument> {
    const { orderId } = this.order;
    const document = await this.deps.records.contractOrders.findOne({ _id: orderId });
    if (!document) throw new Error(`Contract order ${orderId} not found`);
    return document;
  }

  private get capacity() {
    return writableLedger(this.deps.records.ledger).capacity;
  }
}

/**
 * For an order that its book filled and the records did not: voided tokens came back too late for
 * it.
 */
function unfilledEnding({ timeInForce }: ContractOrder): OrderEnding {
  return isAtomic(timeInForce) ? 'rejected' : 'cancelled';
}
