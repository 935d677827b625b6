/**
 * The steps of an order for capacity.
 *
 * `openOrder` writes the order and holds its money. `workOrder` puts it into the book and records
 * what it was filled with; a book that the order is final in ends it. `recordFills` records fills
 * that came later. `endOrder` takes it off the book, records what it got until then, and gives the
 * rest of the hold back: it is also how the first steps are undone.
 *
 * MongoDB has the last word: a fill that it refuses is voided behind a tombstone, and its tokens are
 * open again on a resting order. Each step may be repeated: it finds its own work.
 */
import { ApplicationFailure } from '@temporalio/common';
import type { CapacityFill, ContractOrder, ContractOrderStatus } from '../domain/contract-orders';
import type { Refusal } from '../domain/chat';
import { ruleOf } from '../domain/errors';
import type { BookId } from '../domain/instruments';
import { contractOrderWorkflowId } from '../domain/workflow-names';
import type { BookBid, OrderFill } from '../engine/layouts';
import type { ContractOrderDocument } from '../records/contract-order';
import { newContractOrderOf } from '../records/new-contract-order';
import { type CapacityDeps, FillRecorder, bookOf } from './fill-recorder';

/** How often an order is put into its book anew within one step: the book was lost, or voided fills reopened it. */
const ROUNDS = 32;

/** How an order stands after a step. */
export interface OrderStanding {
  readonly status: ContractOrderStatus;
  readonly filledTokens: number;
  readonly openTokens: number;
  readonly closedTokens: number;
}

export type OpenedOrder =
  | { readonly kind: 'opened' }
  /** An earlier run has ended it. */
  | { readonly kind: 'ended'; readonly standing: OrderStanding }
  | { readonly kind: 'known'; readonly orderId: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

export type OrderEnding = Extract<ContractOrderStatus, 'cancelled' | 'expired' | 'rejected'>;

export interface ContractOrderActivities {
  openOrder(order: ContractOrder): Promise<OpenedOrder>;
  workOrder(order: ContractOrder): Promise<OrderStanding>;
  /** @returns `again` when a voided fill calls for `workOrder` */
  recordFills(
    order: ContractOrder,
    fills: readonly CapacityFill[],
  ): Promise<OrderStanding & { readonly again: boolean }>;
  /** @returns null when the order was never opened */
  endOrder(
    order: ContractOrder,
    status: OrderEnding,
    reason: string,
  ): Promise<OrderStanding | null>;
}

/** How the book holds an order, or why it does not. */
type Held =
  | { readonly bid: BookBid; readonly fills: readonly OrderFill[] }
  | 'halted'
  | 'expired'
  | 'too_old';

const TOO_OLD = 'The order did not come into its book in time.';

const REASONS: Readonly<Record<OrderEnding, string>> = {
  cancelled: 'The rest found no match (immediate or cancel).',
  rejected: 'The book cannot fill the whole quantity at the limit (fill or kill).',
  expired: 'The time of the order is over.',
};

export function createContractOrderActivities(deps: CapacityDeps): ContractOrderActivities {
  const work = (order: ContractOrder) => new OrderWork(deps, order);
  return {
    openOrder: (order) => work(order).open(),
    workOrder: (order) => work(order).meetBook(),
    recordFills: (order, fills) => work(order).record(fills.map(orderFillOf)),
    endOrder: (order, status, reason) => work(order).end(status, reason),
  };
}

class OrderWork {
  private readonly book: BookId;
  private readonly recorder: FillRecorder;

  constructor(
    private readonly deps: CapacityDeps,
    private readonly order: ContractOrder,
  ) {
    this.book = bookOf(order);
    this.recorder = new FillRecorder(deps);
  }

  async open(): Promise<OpenedOrder> {
    const { deps, order } = this;
    const workflowId = contractOrderWorkflowId(deps.settings.TOKENBOOK_DEPLOYMENT, order.orderId);
    const result = await this.capacity.open(newContractOrderOf(order, workflowId));
    switch (result.status) {
      case 'opened':
        return { kind: 'opened' };
      case 'duplicate':
        return result.order.status === 'open'
          ? { kind: 'opened' }
          : { kind: 'ended', standing: standingOf(result.order) };
      case 'known':
        return { kind: 'known', orderId: result.orderId };
      case 'refused':
        return {
          kind: 'refused',
          refusal: { code: result.reason, message: ruleOf(result.reason).message },
        };
    }
  }

  async meetBook(): Promise<OrderStanding> {
    for (let round = 0; round < ROUNDS; round++) {
      const held = await this.hold();
      if (held === 'expired') return this.close('expired', REASONS.expired);
      if (held === 'too_old') return this.close('cancelled', TOO_OLD);
      if (held === 'halted') return this.close('rejected', 'The book is halted.');
      const recorded = await this.recorder.record(this.order, held.fills);
      if (recorded.order.status !== 'open') return standingOf(recorded.order);
      if (recorded.voided) continue;
      const { state } = held.bid;
      if (state === 'open' || state === 'entering') return standingOf(recorded.order);
      const ending = state === 'filled' ? unfilledEnding(this.order) : state;
      return this.close(ending, REASONS[ending]);
    }
    throw ApplicationFailure.retryable('The book and the records disagree', 'book_out_of_step');
  }

  async record(fills: readonly OrderFill[]): Promise<OrderStanding & { readonly again: boolean }> {
    const recorded = await this.recorder.record(this.order, fills);
    const again = recorded.voided && recorded.order.status === 'open';
    return { ...standingOf(recorded.order), again };
  }

  async end(status: OrderEnding, reason: string): Promise<OrderStanding | null> {
    const known = await this.deps.records.contractOrders.findOne({ _id: this.order.orderId });
    if (!known) return null;
    if (known.status !== 'open') return standingOf(known);
    for (let round = 0; round < ROUNDS; round++) {
      const cancelled = await this.deps.books.cancel({ book: this.book, id: this.order.orderId });
      if (cancelled.status === 'unavailable') {
        await this.deps.reopen(this.book);
        continue;
      }
      if (known.sequence === null && cancelled.status === 'unknown') break; // it never came there
      const held = await this.hold();
      if (typeof held === 'string') break;
      const recorded = await this.recorder.record(this.order, held.fills);
      if (recorded.order.status !== 'open') return standingOf(recorded.order);
      const { state } = held.bid;
      if (state !== 'open' && state !== 'entering') break;
    }
    return this.close(status, reason);
  }

  /** The bid in its book, put there when it is not there yet. Its place is noted for a rebuild. */
  private async hold(): Promise<Held> {
    const { deps, book, order } = this;
    for (let round = 0; round < ROUNDS; round++) {
      const answer = await deps.books.bid({ book, ...bidOf(order) });
      if (answer.status === 'unavailable') {
        await deps.reopen(book);
        continue;
      }
      if (answer.status !== 'accepted') return answer.status;
      const place = { sequence: answer.order.sequence, epoch: answer.epoch };
      const stands = await this.capacity.placed(order.orderId, book, place);
      if (stands) return { bid: answer.order, fills: answer.fills };
    }
    throw ApplicationFailure.retryable('The book is being rebuilt', 'book_unavailable');
  }

  private async close(status: OrderEnding, reason: string): Promise<OrderStanding> {
    const { orderId } = this.order;
    return standingOf((await this.capacity.close({ orderId, status, reason })).order);
  }

  private get capacity() {
    return this.deps.records.ledger.capacity;
  }
}

/** The book has filled it, the records have not: what was voided came back too late for it. */
function unfilledEnding({ timeInForce }: ContractOrder): OrderEnding {
  return timeInForce === 'FOK' ? 'rejected' : 'cancelled';
}

function bidOf(order: ContractOrder) {
  return {
    orderId: order.orderId,
    limitPriceScale8: BigInt(order.limitPriceScale8),
    quantityTokens: order.quantityTokens,
    region: order.region,
    excludedOwner: order.excludedOwner,
    timeInForce: order.timeInForce,
    expiresAtMs: order.expiresAtMs,
  };
}

function orderFillOf(fill: CapacityFill): OrderFill {
  return { ...fill, priceScale8: BigInt(fill.priceScale8) };
}

function standingOf(order: ContractOrderDocument): OrderStanding {
  const { status, filledTokens, openTokens, closedTokens } = order;
  return { status, filledTokens, openTokens, closedTokens };
}
