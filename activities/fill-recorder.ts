/**
 * Records the fills of an order for capacity and starts the stories of the lots that they make; a
 * fill that MongoDB refuses is voided in the book.
 */
import type { ContractOrder } from '../domain/contract-orders';
import type { BookId } from '../domain/instruments';
import type { OrderFill } from '../engine/layouts';
import type { ContractOrderDocument } from '../records/contract-order';
import type { CapacityRefusal } from '../records/ledger/capacity-fill';
import type { ActivityDeps } from './deps';
import type { LotStories } from './lots';

export type CapacityDeps = Pick<ActivityDeps, 'settings' | 'records' | 'books' | 'reopen'> & {
  readonly stories: LotStories;
};

/** Fills in one transaction, where not all of them must go together. */
const FILLS_PER_COMMIT = 50;

export interface Recorded {
  readonly order: ContractOrderDocument;
  /** Whether tokens of a fill are open again, or its book was lost: the order is to be worked on. */
  readonly voided: boolean;
}

export class FillRecorder {
  constructor(private readonly deps: CapacityDeps) {}

  async record(order: ContractOrder, fills: readonly OrderFill[]): Promise<Recorded> {
    const { records, stories } = this.deps;
    const isAtomic = order.timeInForce === 'FOK';
    const { pending, tombstones } = await this.unknown(fills);
    let voided = false;
    if (isAtomic && tombstones > 0) {
      for (const fill of pending.splice(0)) await this.void(bookOf(order), fill, 'order_closed');
    }
    while (pending.length > 0) {
      const count = isAtomic ? pending.length : FILLS_PER_COMMIT;
      const chunk = pending.slice(0, count);
      const result = await records.ledger.capacity.fill({
        orderId: order.orderId,
        fills: chunk,
        feeBasisPoints: this.deps.settings.FEE_BASIS_POINTS,
        now: await records.ledger.capacity.now(),
      });
      if (result.status === 'recorded') {
        pending.splice(0, count);
        continue;
      }
      voided = true;
      const { reason } = result;
      const fault = chunk.find(({ fillId }) => fillId === result.fillId);
      for (const fill of chunk) {
        const isLost = reason === 'stale_epoch' && fill.epoch === fault?.epoch;
        if (!isLost && !isAtomic && fill !== fault) continue;
        await this.void(bookOf(order), fill, isLost || fill === fault ? reason : 'order_closed');
        pending.splice(pending.indexOf(fill), 1);
      }
    }
    await stories.begin(order.orderId);
    const document = await records.contractOrders.findOne({ _id: order.orderId });
    if (!document) throw new Error(`There is no contract order ${order.orderId}`);
    return { order: document, voided };
  }

  /** Those that were neither recorded nor voided yet. */
  private async unknown(fills: readonly OrderFill[]) {
    const known = await this.deps.records.ledger.fills.known(fills.map(({ fillId }) => fillId));
    const byId = new Map(fills.map((fill) => [fill.fillId, fill]));
    return {
      pending: [...byId.values()].filter(({ fillId }) => !known.has(fillId)),
      tombstones: [...known.values()].filter(({ status }) => status === 'abandoned').length,
    };
  }

  /**
   * Tombstone first: from then on no repetition can record the fill. One of a lost book is left
   * alone: its tokens are open again in the rebuilt one, where another fill may have its id.
   */
  private async void(book: BookId, fill: OrderFill, reason: CapacityRefusal): Promise<void> {
    if (reason === 'stale_epoch') return;
    const { records, books } = this.deps;
    const { fillId, askId, quantityTokens, epoch } = fill;
    await records.ledger.abandonFill({ fillId, askId, book, reason });
    await books.release({ book, fillId, quantityTokens });
    if (reason === 'ask_not_active') await books.cancel({ book, id: askId });
    if (reason === 'ask_short') await books.invalidate(book, epoch);
  }
}

export function bookOf({ modelId, tenor }: ContractOrder): BookId {
  return { modelId, tenor };
}
