/**
 * The activities of a contract order.
 *
 * `openOrder` writes the order and holds its money. `workOrder` submits it to the book and records
 * its fills; if the book ends the order, the record ends too. `recordFills` records later fills.
 * `endOrder` removes the order from the book, records the fills up to then, and releases the rest
 * of the hold; it is also the compensation of the first steps.
 *
 * `beginLots` starts the workflows of lots. Lots of an order with very many fills have activities
 * of their own, so that placing the order does not wait for them.
 *
 * MongoDB decides: a fill that it refuses is voided behind a tombstone, and its tokens are open
 * again on a resting order. An order that its book has lost is submitted again in the state of its
 * record. Each activity is idempotent.
 */
import { ApplicationFailure } from '@temporalio/common';
import type { ContractOrder, ContractOrderStatus } from '../domain/contract-orders';
import type { Refusal } from '../domain/chat';
import { ruleOf } from '../domain/errors';
import { isAtomic, mayRest } from '../domain/time-in-force';
import type { BookId } from '../domain/instruments';
import { contractOrderWorkflowId } from '../domain/workflow-names';
import type { BookBid } from '../engine/layouts';
import type { ContractOrderDocument } from '../records/contract-order';
import { newContractOrderOf } from '../records/new-contract-order';
import {
  type CapacityDeps,
  FillRecorder,
  type Recorded,
  bookOf,
} from '../exchange/contracts/fill-recorder';
import { renewBook } from '../exchange/renew-book';
import { type CapacityFill, type CapacityFillText, fillFromText } from '../domain/fill';

/**
 * How often one activity submits an order to its book again after the book was lost or voided fills
 * reopened the order.
 */
const ROUNDS = 32;
/** Lots whose workflows one activity starts; a cancellation waits for it. */
const LOTS_PER_STEP = 100;

const TOO_MANY_FILLS =
  'Too many small asks would have to fill the order at once (fill or kill). Place it as IOC or GTC.';

/** State of an order after an activity. */
export interface OrderStanding {
  readonly status: ContractOrderStatus;
  readonly filledTokens: number;
  readonly openTokens: number;
  readonly closedTokens: number;
  /** Whether `beginLots` must be called. */
  readonly lotsWait?: boolean;
}

export type OpenedOrder =
  | { readonly kind: 'opened' }
  /** An earlier run ended the order. */
  | { readonly kind: 'ended'; readonly standing: OrderStanding }
  | { readonly kind: 'known'; readonly orderId: string }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

export type OrderEnding = Extract<ContractOrderStatus, 'cancelled' | 'expired' | 'rejected'>;

export interface ContractOrderActivities {
  openOrder(order: ContractOrder): Promise<OpenedOrder>;
  workOrder(order: ContractOrder): Promise<OrderStanding>;
  /** @returns `again` when a voided fill requires `workOrder` */
  recordFills(
    order: ContractOrder,
    fills: readonly CapacityFillText[],
  ): Promise<OrderStanding & { readonly again: boolean }>;
  /** @returns null when the order was never opened */
  endOrder(
    order: ContractOrder,
    status: OrderEnding,
    reason: string,
  ): Promise<OrderStanding | null>;
  /** @returns whether more lots wait */
  beginLots(order: ContractOrder): Promise<boolean>;
}

/** State of an order in its book, or the reason why it is not there. */
type Held =
  | { readonly bid: BookBid; readonly fills: readonly CapacityFill[] }
  | 'halted'
  | 'expired'
  | 'too_old';

const TOO_OLD = 'The order did not reach its book in time.';
const TAKEN_OFF = 'The order was removed from its book.';

const REASONS: Readonly<Record<OrderEnding, string>> = {
  cancelled: 'The remainder found no match (immediate or cancel).',
  rejected: 'The book cannot fill the whole quantity at the limit (fill or kill).',
  expired: 'The order expired.',
};

export function createContractOrderActivities(deps: CapacityDeps): ContractOrderActivities {
  const work = (order: ContractOrder) => new OrderWork(deps, order);
  return {
    openOrder: (order) => work(order).open(),
    workOrder: (order) => work(order).meetBook(),
    recordFills: (order, fills) => work(order).record(fills.map(fillFromText)),
    endOrder: (order, status, reason) => work(order).end(status, reason),
    beginLots: ({ contractId }) => deps.lotWorkflows.begin(contractId, LOTS_PER_STEP),
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
      const known = await this.document();
      if (known.status !== 'open') return standingOf(known);
      const held = await this.hold(known);
      if (held === 'expired') return this.close('expired', REASONS.expired);
      if (held === 'too_old') return this.close('cancelled', TOO_OLD);
      if (held === 'halted') return this.closeHalted(known);
      const recorded = await this.recorder.record(this.order, held.fills);
      const standing = standingAfter(recorded);
      if (recorded.order.status !== 'open') return standing;
      if (recorded.voided) continue;
      const { state } = held.bid;
      if (state === 'open' || state === 'entering') return standing;
      if (state === 'filled' && mayRest(this.order.timeInForce)) {
        await this.rebuild();
        continue;
      }
      const ending = state === 'filled' ? unfilledEnding(this.order) : state;
      const isTakenOff = ending === 'cancelled' && mayRest(this.order.timeInForce);
      const isTooMany = this.recorder.isTooMany(this.order, held.fills);
      const reason = isTooMany ? TOO_MANY_FILLS : isTakenOff ? TAKEN_OFF : REASONS[ending];
      return this.close(ending, reason, recorded);
    }
    throw ApplicationFailure.retryable('The book and the records disagree', 'book_out_of_step');
  }

  async record(
    fills: readonly CapacityFill[],
  ): Promise<OrderStanding & { readonly again: boolean }> {
    const recorded = await this.recorder.record(this.order, fills);
    const again = recorded.voided && recorded.order.status === 'open';
    return { ...standingAfter(recorded), again };
  }

  async end(status: OrderEnding, reason: string): Promise<OrderStanding | null> {
    const known = await this.deps.records.contractOrders.findOne({ _id: this.order.orderId });
    if (!known) return null;
    if (known.status !== 'open') return standingOf(known);
    let recorded: Recorded | null = null;
    for (let round = 0; round < ROUNDS; round++) {
      const cancelled = await this.deps.books.cancel({ book: this.book, id: this.order.orderId });
      if (cancelled.status === 'unavailable') {
        await this.deps.reopen(this.book);
        continue;
      }
      if (known.sequence === null && cancelled.status === 'unknown') break; // it never reached the book
      const held = await this.hold(await this.document());
      if (typeof held === 'string') break;
      recorded = await this.recorder.record(this.order, held.fills);
      if (recorded.order.status !== 'open') return standingAfter(recorded);
      const { state } = held.bid;
      if (state !== 'open' && state !== 'entering') break;
    }
    return this.close(status, reason, recorded);
  }

  /**
   * Submits the bid to its book unless it is there, and stores its place for a rebuild.
   * @param known the order's record
   */
  private async hold(known: ContractOrderDocument): Promise<Held> {
    const { deps, book, order } = this;
    let isRenewed = false;
    for (let round = 0; round < ROUNDS; round++) {
      const answer = await deps.books.bid({ book, ...bidOf(known) });
      if (answer.status === 'unavailable') {
        await deps.reopen(book);
        continue;
      }
      // It rested there, so the book has lost it. A rebuild from the records restores it.
      const isLost = answer.status === 'too_old' || answer.status === 'halted';
      if (isLost && known.sequence !== null && mayRest(known.timeInForce) && !isRenewed) {
        isRenewed = true;
        await this.rebuild();
        continue;
      }
      if (answer.status !== 'accepted') return answer.status;
      const place = { sequence: answer.order.sequence, epoch: answer.epoch };
      const stands = await this.capacity.placed(order.orderId, book, place);
      if (stands) return { bid: answer.order, fills: answer.fills };
      await renewBook(deps, book, answer.epoch);
    }
    throw ApplicationFailure.retryable('The book is being rebuilt', 'book_unavailable');
  }

  private async rebuild(): Promise<void> {
    const { deps, book } = this;
    const epoch = await deps.books.epochOf(book);
    if (epoch === null) await deps.reopen(book);
    else await renewBook(deps, book, epoch);
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
    return standingAfter({ order, lotsWait: recorded?.lotsWait ?? false });
  }

  private async document(): Promise<ContractOrderDocument> {
    const { orderId } = this.order;
    const document = await this.deps.records.contractOrders.findOne({ _id: orderId });
    if (!document) throw new Error(`Contract order ${orderId} not found`);
    return document;
  }

  private get capacity() {
    return this.deps.records.ledger.capacity;
  }
}

/**
 * For an order that its book filled and the records did not: voided tokens came back too late for
 * it.
 */
function unfilledEnding({ timeInForce }: ContractOrder): OrderEnding {
  return isAtomic(timeInForce) ? 'rejected' : 'cancelled';
}

/** Its open quantity: the whole quantity, unless a lost book filled a part of it. */
function bidOf(known: ContractOrderDocument) {
  return {
    orderId: known._id,
    limitPriceScale8: known.limitPriceScale8,
    quantityTokens: known.openTokens,
    fillCount: known.fillCount,
    region: known.region,
    excludedOwner: known.excludedOwner,
    timeInForce: known.timeInForce,
    expiresAtMs: known.expiresAt?.getTime() ?? null,
  };
}

function standingOf(order: ContractOrderDocument): OrderStanding {
  const { status, filledTokens, openTokens, closedTokens } = order;
  return { status, filledTokens, openTokens, closedTokens };
}

function standingAfter({ order, lotsWait }: Pick<Recorded, 'order' | 'lotsWait'>): OrderStanding {
  return { ...standingOf(order), ...(lotsWait ? { lotsWait } : {}) };
}
