/**
 * Records the fills of a contract order; voids in the book any fill that MongoDB refuses. Starts
 * the workflows of the resulting lots, the first ones immediately.
 */
import type { ContractOrder } from '../../domain/contract-orders';
import { feeSchedule } from '../../domain/fees';
import { isForward } from '../../domain/tenors';
import { isAtomic } from '../../domain/time-in-force';
import type { BookId } from '../../domain/instruments';
import type { ContractOrderDocument } from '../../records/documents/contract-order';
import type { CapacityRefusal } from '../../records/ledger/capacity-fill';
import { writableLedger } from '../../records/mongodb/writable';
import type { ExchangeDeps } from '../deps';
import type { LotWorkflows } from './lot-workflows';
import type { CapacityFill } from '../../domain/fill';

export type CapacityDeps = Pick<
  ExchangeDeps,
  'settings' | 'records' | 'books' | 'reopen' | 'reopenKnown' | 'isEpochCurrent'
> & {
  readonly lotWorkflows: LotWorkflows;
};

/** Fills per transaction, for orders that need not be recorded atomically. */
const FILLS_PER_COMMIT = 200;
const VOIDS_AT_ONCE = 50;
/**
 * Lots whose workflows start within the activity that created them; the client that placed the
 * order waits for it.
 */
const LOTS_BEGUN_AT_ONCE = 16;

export interface Recorded {
  readonly order: ContractOrderDocument;
  /** Whether tokens of a fill are open again, or its book was lost: `workOrder` is needed. */
  readonly voided: boolean;
  /** Whether lots still wait for their workflows. */
  readonly lotsWait: boolean;
}

export class FillRecorder {
  constructor(private readonly deps: CapacityDeps) {}

  async record(order: ContractOrder, fills: readonly CapacityFill[]): Promise<Recorded> {
    const { records, lotWorkflows } = this.deps;
    const voided = await this.recordOrVoid(order, fills);
    const lotsWait = await lotWorkflows.begin(order.contractId, LOTS_BEGUN_AT_ONCE);
    const document = await records.contractOrders.findOne({ _id: order.orderId });
    if (!document) throw new Error(`Contract order ${order.orderId} not found`);
    return { order: document, voided, lotsWait };
  }

  /** @returns whether any fill was voided or its book was lost */
  private async recordOrVoid(
    order: ContractOrder,
    fills: readonly CapacityFill[],
  ): Promise<boolean> {
    const { capacity } = writableLedger(this.deps.records.ledger);
    const fillsAtOnce = isAtomic(order.timeInForce);
    const { fresh, tombstones } = await this.unknown(fills);
    const pending = await this.dated(order, fresh);
    let voided = await this.releaseVoid(bookOf(order), tombstones);
    if (fillsAtOnce && (tombstones.length > 0 || this.isTooMany(order, pending))) {
      await this.voidAll(bookOf(order), pending.splice(0));
    }
    while (pending.length > 0) {
      const count = fillsAtOnce ? pending.length : FILLS_PER_COMMIT;
      const chunk = pending.slice(0, count);
      const result = await capacity.fill({
        orderId: order.orderId,
        fills: chunk,
        fees: feeSchedule(this.deps.settings),
      });
      if (result.status === 'recorded') {
        pending.splice(0, count);
        continue;
      }
      voided = true;
      const { reason } = result;
      const fault = chunk.find(({ fillId }) => fillId === result.fillId)!;
      for (const fill of chunk) {
        const isSame = fill === fault || sharesFault(reason, fill, fault);
        if (!isSame && !fillsAtOnce) continue;
        await this.void(bookOf(order), fill, isSame ? reason : 'order_closed');
        pending.splice(pending.indexOf(fill), 1);
      }
    }
    return voided;
  }

  /**
   * Whether the fills exceed what one transaction can commit within its lifetime; they must commit
   * atomically.
   */
  isTooMany({ timeInForce }: ContractOrder, fills: readonly CapacityFill[]): boolean {
    return isAtomic(timeInForce) && fills.length > this.deps.settings.FILLS_PER_FILL_OR_KILL;
  }

  /** By MongoDB's clock, which windows follow, and not by Redis's. */
  private async dated(order: ContractOrder, fills: CapacityFill[]): Promise<CapacityFill[]> {
    if (fills.length === 0 || !isForward(order.tenor)) return fills;
    const bookNowMs = await this.deps.books.now(bookOf(order));
    const now = await writableLedger(this.deps.records.ledger).capacity.now();
    const aheadMs = bookNowMs - now.getTime();
    return fills.map((fill) => ({ ...fill, atMs: fill.atMs - aheadMs }));
  }

  private async voidAll(book: BookId, fills: readonly CapacityFill[]): Promise<void> {
    for (let from = 0; from < fills.length; from += VOIDS_AT_ONCE) {
      const some = fills.slice(from, from + VOIDS_AT_ONCE);
      await Promise.all(some.map((fill) => this.void(book, fill, 'order_closed')));
    }
  }

  /** The fills that are neither recorded nor voided, and those with a tombstone. */
  private async unknown(fills: readonly CapacityFill[]) {
    const known = await this.deps.records.ledger.fills.known(fills.map(({ fillId }) => fillId));
    const byId = new Map(fills.map((fill) => [fill.fillId, fill]));
    const isVoid = ({ fillId }: CapacityFill) => known.get(fillId)?.status === 'abandoned';
    return {
      fresh: [...byId.values()].filter(({ fillId }) => !known.has(fillId)),
      tombstones: [...byId.values()].filter(isVoid),
    };
  }

  /**
   * The process that wrote a tombstone may have died before it notified the book.
   * @returns whether the book did not know of the void
   */
  private async releaseVoid(book: BookId, tombstones: readonly CapacityFill[]): Promise<boolean> {
    if (tombstones.length === 0) return false;
    const { books } = this.deps;
    const present = await books.epochOf(book);
    let isNew = false;
    for (const { fillId, quantityTokens, epoch } of tombstones) {
      if (epoch !== present) continue;
      const { status } = await books.release({ book, fillId, quantityTokens });
      isNew ||= status === 'released';
    }
    return isNew;
  }

  /**
   * Writes the tombstone first, so that no later repetition can record the fill. A fill that was
   * recorded in the meantime remains. A fill of a lost book is left alone: its tokens are open
   * again in the rebuilt book, where another fill may have its id.
   */
  private async void(book: BookId, fill: CapacityFill, reason: CapacityRefusal): Promise<void> {
    if (reason === 'stale_epoch') return;
    const { records, books } = this.deps;
    const { fillId, orderId, askId, quantityTokens, epoch } = fill;
    const ledger = writableLedger(records.ledger);
    await ledger.capacity.passOver(orderId, fillId);
    const abandoned = await ledger.abandonFill({ fillId, askId, book, reason });
    if (abandoned.status === 'known') return;
    await books.release({ book, fillId, quantityTokens });
    if (reason === 'ask_not_active') await books.cancel({ book, id: askId });
    if (reason === 'ask_short') await books.invalidate(book, epoch);
  }
}

/** Whether what refuses one fill refuses another one too. */
function sharesFault(reason: CapacityRefusal, fill: CapacityFill, fault: CapacityFill): boolean {
  if (fill.epoch !== fault.epoch) return false;
  return reason === 'stale_epoch' || (reason === 'window_begun' && fill.atMs <= fault.atMs);
}

export function bookOf({ modelId, tenor }: ContractOrder): BookId {
  return { modelId, tenor };
}
