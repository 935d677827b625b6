/** Reservations and fills of bids that have not been released. */
import type { BookId } from '../../domain/instruments';
import type { OrderBooks } from '../../engine/book';
import { readHeldFills } from '../../engine/held-fills';
import { orderFillOf, type BookEvent } from '../../engine/layouts';
import { type JournalCursor, startOf } from './follower';
import type { Lease } from '../lease';
import type { BookReservation, RelayPorts } from './ports';

const RESERVATIONS_PER_TURN = 500;

interface PendingReservation {
  readonly reservation: BookReservation;
  /** When MongoDB is asked for its outcome. */
  dueAtMs: number;
  /** The position from which a later relay sees it again. */
  readonly before: JournalCursor;
}

export class PendingReservations {
  private readonly pending = new Map<string, PendingReservation>();

  /** @param leaseMs how long the book holds a reservation that is not in MongoDB */
  constructor(
    private readonly books: OrderBooks,
    private readonly book: BookId,
    private readonly ports: Pick<RelayPorts, 'outcomes' | 'abandon'>,
    private readonly leaseMs: number,
  ) {}

  /** The position of the oldest one; null when there is none. */
  get oldest(): JournalCursor | null {
    return this.pending.values().next().value?.before ?? null;
  }

  /** When MongoDB is next asked for an outcome, by the lease's clock; Infinity when never. */
  get nextDueMs(): number {
    let next = Infinity;
    for (const { dueAtMs } of this.pending.values()) next = Math.min(next, dueAtMs);
    return next;
  }

  clear(): void {
    this.pending.clear();
  }

  /** @param nowMs a bid's fill has been delivered by now: its lease starts then */
  note(event: BookEvent, before: JournalCursor, nowMs: number): void {
    const { kind, fillId, atMs, quantityTokens, epoch } = event;
    if (!fillId) return;
    if (kind === 'released') this.pending.delete(fillId);
    const askId = askIdOf(event);
    if (askId === null || (kind !== 'reserved' && kind !== 'bought' && kind !== 'sold')) return;
    const orderId = orderFillOf(event)?.orderId ?? null;
    const reservation = { book: this.book, fillId, askId, orderId, quantityTokens, epoch, atMs };
    const sinceMs = orderId === null ? atMs : Math.max(atMs, nowMs);
    this.pending.delete(fillId); // the oldest comes first
    this.pending.set(fillId, { reservation, dueAtMs: sinceMs + this.leaseMs, before });
  }

  /**
   * Notes what the rebuild of an epoch took from the records, which no event of its journal names. The
   * events before the call may name more of what the book holds: they are noted again with them.
   */
  async restore(epoch: number, nowMs: number): Promise<void> {
    const [{ redis }, before] = [this.books.functions, startOf(epoch)];
    let cursor: string | null = null;
    do {
      const page = await readHeldFills(redis, this.book, cursor);
      for (const fill of page.fills) {
        const reservation = { ...fill, book: this.book, atMs: nowMs };
        this.pending.set(fill.fillId, { reservation, dueAtMs: nowMs + this.leaseMs, before });
      }
      ({ cursor } = page);
    } while (cursor !== null);
  }

  /**
   * Releases what a dead process failed to release: a reservation that never became a fill, and the
   * unused part of an ended fill. A held reservation is checked again after another lease, and so is
   * one whose release failed, which concerns no other.
   * @returns the failures
   */
  async reap(lease: Lease): Promise<unknown[]> {
    const { nowMs } = lease;
    const due: PendingReservation[] = [];
    for (const pending of this.pending.values()) {
      if (due.length === RESERVATIONS_PER_TURN) break;
      if (pending.dueAtMs <= nowMs) due.push(pending);
    }
    if (due.length === 0) return [];
    const failures: unknown[] = [];
    const outcomes = await this.ports.outcomes(due.map(({ reservation }) => reservation));
    for (const pending of due) {
      lease.check();
      const outcome = outcomes.get(pending.reservation.fillId);
      if (outcome?.state === 'held') {
        pending.dueAtMs = nowMs + this.leaseMs;
        continue;
      }
      try {
        await this.release(pending.reservation, outcome?.unusedTokens ?? null);
        this.pending.delete(pending.reservation.fillId);
      } catch (err) {
        pending.dueAtMs = nowMs + this.leaseMs;
        failures.push(err);
      }
    }
    return failures;
  }

  /**
   * @param unusedTokens of an ended fill; null for a reservation without a fill. The tombstone is
   *   then written first: otherwise a late fill could have tokens that were reserved again.
   */
  private async release(reservation: BookReservation, unusedTokens: number | null): Promise<void> {
    if (unusedTokens === null && !(await this.ports.abandon(reservation))) return;
    const quantityTokens = unusedTokens ?? reservation.quantityTokens;
    if (quantityTokens > 0) await this.books.release({ ...reservation, quantityTokens });
  }
}

/** The ask whose tokens changed; null for none. */
function askIdOf({ order, counterOrderId, kind }: BookEvent): string | null {
  if (order?.side === 'ask') return order.askId;
  return kind === 'sold' ? counterOrderId : null;
}
