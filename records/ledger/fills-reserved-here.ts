/**
 * Fills that this process reserved and has not changed since: their settlement need not read them
 * again. The conditions of its writes still decide; after a refusal the records are read.
 */
import { LRUCache } from 'lru-cache';
import type { FillDocument } from '../documents/fill';
import { accountRow, askRow } from './row-locks';

const FILLS_MAX = 5_000;

export class FillsReservedHere {
  private readonly fills = new LRUCache<string, FillDocument>({ max: FILLS_MAX });

  add(fill: FillDocument): void {
    this.fills.set(fill._id, fill);
  }

  /** Returned once: after the settlement, whatever its result, the records are read. */
  take(fillId: string): FillDocument | undefined {
    const fill = this.fills.get(fillId);
    this.fills.delete(fillId);
    return fill;
  }

  accountIdOf(fillId: string): string | undefined {
    return this.fills.peek(fillId)?.accountId;
  }

  /** What its end shares with other requests; nothing of a fill that is not known here. */
  rowsOf(fillId: string): readonly string[] {
    const fill = this.fills.peek(fillId);
    return fill ? [askRow(fill.askId), accountRow(fill.accountId)] : [];
  }

  /** The fill's record was changed. */
  forget(fillId: string): void {
    this.fills.delete(fillId);
  }
}
