/**
 * Fills that this process has reserved and not touched since: their settlement need not read again
 * what was just written. The conditions of its writes still decide; what they refuse is read.
 */
import { LRUCache } from 'lru-cache';
import type { FillDocument } from '../fill';

const FILLS_MAX = 5_000;

export class FillsReservedHere {
  private readonly fills = new LRUCache<string, FillDocument>({ max: FILLS_MAX });

  add(fill: FillDocument): void {
    this.fills.set(fill._id, fill);
  }

  /** Known once: whatever becomes of the settlement, the next look is at the records. */
  take(fillId: string): FillDocument | undefined {
    const fill = this.fills.get(fillId);
    this.fills.delete(fillId);
    return fill;
  }

  accountIdOf(fillId: string): string | undefined {
    return this.fills.peek(fillId)?.accountId;
  }

  /** Its record was changed. */
  forget(fillId: string): void {
    this.fills.delete(fillId);
  }
}
