/**
 * One book's relay: carries to MongoDB what happens in the book by itself, and to the book what it
 * missed. It works in turns; a turn may end anywhere, and the next one, here or in another process,
 * begins at the saved cursor, which stands behind nothing that was not done.
 */
import type { BookId } from '../../domain/instruments';
import type { OrderBooks } from '../book';
import { readOfferedPage } from '../depth';
import type { BookAsk, BookEvent } from '../layouts';
import { cursorAt, readBehind, startOf, type JournalCursor } from './follower';
import { Lease } from './lease';
import type { BookTake, RelayPorts } from './ports';

export interface RelaySettings {
  /** Unique among all relays. */
  readonly holder: string;
  readonly leaseMs: number;
  /** How long the book keeps a take that MongoDB does not know. */
  readonly reservationLeaseMs: number;
  /** How often the book is compared with MongoDB's active asks, a page at a time. */
  readonly compareEveryMs: number;
}

const EVENTS_PER_READ = 500;
const READS_PER_TURN = 20;
const SWEEP_ASKS = 500;

/** A take that nothing was given back of yet. */
interface PendingTake {
  readonly take: BookTake;
  /** When MongoDB is asked what became of it. */
  dueAtMs: number;
  /** Where a later relay must begin to see it again. */
  readonly before: JournalCursor;
}

export class BookRelay {
  private readonly lease: Lease;
  private cursor: JournalCursor | null = null;
  private saved: JournalCursor | null = null;
  private readonly pending = new Map<string, PendingTake>();
  private comparedAt = 0;
  private comparedTo: BookAsk | undefined;

  constructor(
    private readonly books: OrderBooks,
    private readonly book: BookId,
    private readonly ports: RelayPorts,
    private readonly settings: RelaySettings,
  ) {
    this.lease = new Lease(books.functions, book, settings.holder, settings.leaseMs);
  }

  /** One turn. Does nothing while another relay holds the lease. */
  async turn(): Promise<void> {
    if (!(await this.lease.hold())) return this.forget();
    try {
      await this.work();
    } catch (err) {
      this.forget();
      throw err;
    }
  }

  /** Lets another relay go on at once. */
  async stop(): Promise<void> {
    this.forget();
    await this.lease.drop();
  }

  private async work(): Promise<void> {
    const cursor = await this.findCursor();
    if (!cursor || !(await this.follow(cursor))) return this.rebuild();
    await this.reap();
    await this.saveCursor();
    this.lease.check();
    await this.books.expire({ book: this.book, limit: SWEEP_ASKS });
    if (performance.now() - this.comparedAt < this.settings.compareEveryMs) return;
    this.comparedAt = performance.now();
    await this.placeMissing();
    await this.cancelGhosts();
  }

  /**
   * Where to go on; null when the book has no epoch, or an older one than was seen before: Redis
   * lost it.
   */
  private async findCursor(): Promise<JournalCursor | null> {
    const epoch = await this.books.epochOf(this.book);
    if (epoch === null) return null;
    this.cursor ??= await this.ports.readCursor(this.book);
    if (this.cursor && this.cursor.epoch > epoch) return null;
    if (!this.cursor || this.cursor.epoch < epoch) {
      this.forget();
      this.cursor = startOf(epoch);
    }
    return this.cursor;
  }

  /** Reads what happened. False when the journal is not the one that was read before. */
  private async follow(from: JournalCursor): Promise<boolean> {
    let cursor = from;
    for (let reads = 0; reads < READS_PER_TURN; reads += 1) {
      const { redis } = this.books.functions;
      const events = await readBehind(redis, this.book, cursor, EVENTS_PER_READ);
      if (!events) return false;
      this.lease.check();
      const expired = events.filter((event) => event.kind === 'expired');
      if (expired.length > 0) await this.ports.expired(expired.flatMap(askIdOf));
      for (const event of events) {
        this.note(event, cursor);
        cursor = cursorAt(event);
      }
      this.cursor = cursor;
      if (events.length < EVENTS_PER_READ) break;
    }
    return true;
  }

  private note(event: BookEvent, before: JournalCursor): void {
    const { kind, fillId, ask, atMs, quantityTokens, epoch } = event;
    if (!fillId || !ask) return;
    if (kind === 'released') this.pending.delete(fillId);
    if (kind !== 'taken') return;
    const take = { book: this.book, fillId, askId: ask.askId, quantityTokens, epoch };
    const dueAtMs = atMs + this.settings.reservationLeaseMs;
    this.pending.set(fillId, { take, dueAtMs, before });
  }

  /**
   * Gives back what somebody died before giving back: a take that never became a fill, and what an
   * ended fill did not use. A take that is held is asked for again a lease later.
   */
  private async reap(): Promise<void> {
    const { nowMs } = this.lease;
    const due = [...this.pending.values()]
      .filter(({ dueAtMs }) => dueAtMs <= nowMs)
      .slice(0, EVENTS_PER_READ);
    if (due.length === 0) return;
    const fates = await this.ports.fates(due.map(({ take }) => take));
    for (const pending of due) {
      this.lease.check();
      const fate = fates.get(pending.take.fillId);
      if (fate?.state === 'held') {
        pending.dueAtMs = nowMs + this.settings.reservationLeaseMs;
        continue;
      }
      await this.giveBack(pending.take, fate?.unusedTokens ?? null);
      this.pending.delete(pending.take.fillId);
    }
  }

  /**
   * @param unusedTokens of an ended fill; null for a take without a fill. Then the tombstone comes
   *   first: the other way round a late fill could have tokens that were taken again.
   */
  private async giveBack(take: BookTake, unusedTokens: number | null): Promise<void> {
    if (unusedTokens === null && !(await this.ports.abandon(take))) return;
    const quantityTokens = unusedTokens ?? take.quantityTokens;
    if (quantityTokens > 0) await this.books.release({ ...take, quantityTokens });
  }

  private async saveCursor(): Promise<void> {
    const oldest = this.pending.values().next().value;
    const done = oldest?.before ?? this.cursor;
    if (!done || (done.epoch === this.saved?.epoch && done.version === this.saved.version)) return;
    if (done.version === -1) return;
    await this.ports.saveCursor(this.book, done, this.lease.fence);
    this.saved = done;
  }

  private async rebuild(): Promise<void> {
    this.forget();
    this.lease.check();
    const epoch = await this.books.epochOf(this.book);
    if (epoch !== null) await this.books.invalidate(this.book, epoch);
    await this.ports.rebuild(this.book);
  }

  /** Asks that are active in MongoDB and were never placed, because the placing process died. */
  private async placeMissing(): Promise<void> {
    for (const ask of await this.ports.unplacedAsks(this.book)) {
      this.lease.check();
      const result = await this.books.place(ask);
      if (result.status === 'expired') await this.ports.expired([ask.askId]);
      if (result.status !== 'placed' && result.status !== 'duplicate') continue;
      const isActive = await this.ports.placed(ask.askId, result);
      if (!isActive) await this.books.cancel({ book: this.book, askId: ask.askId });
    }
  }

  /**
   * Asks on offer that are not active in MongoDB, because the cancelling process died. One page
   * each time.
   */
  private async cancelGhosts(): Promise<void> {
    const page = await readOfferedPage(this.books.functions, this.book, null, this.comparedTo);
    if (!page) return;
    this.comparedTo = page.isLast ? undefined : page.asks.at(-1);
    const askIds = page.asks.map((ask) => ask.askId);
    if (askIds.length === 0) return;
    const active = new Set(await this.ports.activeAsks(askIds));
    for (const askId of askIds.filter((id) => !active.has(id))) {
      this.lease.check();
      await this.books.cancel({ book: this.book, askId });
    }
  }

  private forget(): void {
    this.cursor = null;
    this.saved = null;
    this.pending.clear();
  }
}

function askIdOf(event: BookEvent): string[] {
  return event.ask ? [event.ask.askId] : [];
}
