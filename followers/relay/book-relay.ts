/**
 * One book's relay: transfers what happens in the book to MongoDB and the workflows, and what the
 * book missed to the book. It works in turns; a turn may end anywhere, and the next one, here or in
 * another process, starts at the stored progress, which never exceeds completed work.
 *
 * Depth does not wait for turns: see live-book.ts.
 */
import type { BookId } from '../../domain/instruments';
import type { OrderBooks } from '../../engine/book';
import { idOf, orderFillOf, type BookEvent } from '../../engine/layouts';
import { Comparison } from './comparison';
import {
  areAtOdds,
  cursorAt,
  isSamePlace,
  readBehind,
  startOf,
  type JournalCursor,
} from './follower';
import type { JournalReader } from './journal-reader';
import { Lease } from '../lease';
import { RedisLeaseStore } from '../redis-lease-store';
import { LiveBook } from './live-book';
import type { BookLook } from './look';
import { PendingReservations } from './pending-reservations';
import type { BookOrderName, KnownBook, RelayPorts, RelayProgress } from './ports';

export interface RelaySettings {
  /** Unique among all relays. */
  readonly holder: string;
  readonly leaseMs: number;
  /** How long the book holds a reservation that is not in MongoDB. */
  readonly reservationLeaseMs: number;
  /** Interval between saves of the progress: later work is repeated after a crash. */
  readonly saveEveryMs: number;
}

export interface BookRelayHooks {
  /** Requests the next turn soon. */
  onUrgent(): void;
  /** The book has new events. */
  onEvents(): void;
  /** Something failed outside the turns; it is retried. */
  onError(err: unknown): void;
}

const EVENTS_PER_READ = 500;
const READS_PER_TURN = 20;
const EXPIRED_PER_TURN = 500;
/** An event leaves at most one entry behind; a page of the search for obsolete ones has 500. */
const EVENTS_PER_SEARCH = 100;
const SEARCHES_PER_TURN = 4;

export class BookRelay {
  private readonly lease: Lease;
  private readonly live: LiveBook;
  private readonly pending: PendingReservations;
  private readonly comparison: Comparison;
  private cursor: JournalCursor | null = null;
  /** Events transferred by an earlier relay, which are skipped. */
  private transferredBefore: JournalCursor | null = null;
  private saved: RelayProgress | null = null;
  private savedAt = -Infinity;
  /** Events that no page of the search for obsolete data has followed. */
  private unsearched = 0;
  private searchedTo: string | null = null;
  /** The epoch of which Redis hides or lacks orders. */
  private damagedEpoch: number | null = null;

  constructor(
    private readonly books: OrderBooks,
    private readonly book: BookId,
    private readonly ports: RelayPorts,
    private readonly settings: RelaySettings,
    reader: JournalReader,
    private readonly hooks: BookRelayHooks,
  ) {
    const leases = new RedisLeaseStore(books.functions, book);
    this.lease = new Lease(leases, settings.holder, settings.leaseMs);
    this.pending = new PendingReservations(books, book, ports, settings.reservationLeaseMs);
    this.comparison = new Comparison(books, book, ports);
    const sink = {
      publish: ports.publish.bind(ports),
      isHeld: () => this.lease.isHeld,
      onError: hooks.onError,
    };
    this.live = new LiveBook(books, book, reader, sink, hooks);
  }

  /**
   * One turn.
   * @returns false, without any work, while another relay holds the lease
   */
  async turn(): Promise<boolean> {
    if (!(await this.lease.hold())) {
      this.forget();
      return false;
    }
    try {
      await this.lease.during(() => this.work());
      return true;
    } catch (err) {
      this.forgetProgress();
      throw err;
    }
  }

  /**
   * How long turns have no work, unless the book or its records change. 0 when there is work now, or
   * what happened is not yet transferred, saved and published.
   */
  quietForMs(): number {
    const { cursor, transferredBefore, pending, live } = this;
    const { image } = live;
    if (!image || !cursor || transferredBefore || image.isEntering) return 0;
    if (cursor.epoch !== image.epoch || cursor.version !== image.version) return 0;
    if (!this.isSaved(this.progressTo(cursor)) || !live.isPublished) return 0;
    const dueAtMs = Math.min(image.nextExpiryMs, pending.nextDueMs);
    if (this.comparison.isDue || this.unsearched >= EVENTS_PER_SEARCH) return 0;
    return Math.max(0, dueAtMs - this.lease.nowMs);
  }

  /**
   * Takes what a look at many books found in this one between two turns.
   * @param calledAt when the look began, by `performance.now()`
   */
  noteLook({ lease, newest, indexes }: BookLook, calledAt: number): void {
    this.lease.note(lease, calledAt);
    if (!lease) this.forget();
    else if (newest && this.live.lacksIndex(newest, indexes)) this.noteDamage(newest.epoch);
    else if (!newest || !this.cursor || !isSamePlace(newest, this.cursor)) this.hooks.onUrgent();
  }

  /** Redis hides or lacks orders of this epoch: the next turn rebuilds the book, unless that was done. */
  noteDamage(epoch: number): void {
    this.damagedEpoch = epoch;
    this.hooks.onUrgent();
  }

  /** Takes what the list of books says of this one. */
  noteRecords({ epoch, hasUnplaced }: KnownBook): void {
    const { image } = this.live;
    if (!image || (epoch === image.epoch && !hasUnplaced)) return;
    this.comparison.noteBook();
    this.hooks.onUrgent();
  }

  /** Takes an order that has ended in the records, of this book or another one. */
  noteOrder(order: BookOrderName): void {
    if (this.live.image && this.comparison.noteOrder(order)) this.hooks.onUrgent();
  }

  /** Changes of the records may have been missed. */
  compareAll(): void {
    this.comparison.restart();
    this.hooks.onUrgent();
  }

  /** Publishes the book's depth again, if this relay holds the lease. */
  repeatDepth(): void {
    this.live.repeat();
  }

  /** Lets another relay continue immediately. */
  async stop(): Promise<void> {
    this.forget();
    await this.lease.drop();
  }

  private async work(): Promise<void> {
    let cursor = await this.findCursor();
    if (!cursor || cursor.epoch === this.damagedEpoch) {
      await this.rebuild();
      cursor = await this.findCursor();
      if (!cursor) return;
    }
    // The book's own needs come first: the rest may have to wait for MongoDB or a workflow.
    await this.live.follow(cursor.epoch);
    const { image } = this.live;
    await this.expire(image?.due(this.lease.nowMs, EXPIRED_PER_TURN) ?? []);
    await this.maintain();
    if (!(await this.follow(cursor))) return this.rebuild();
    const failures = await this.pending.reap(this.lease);
    await this.saveProgress();
    if (image) failures.push(...(await this.comparison.run(this.lease, image)));
    if (failures.length === 0) return;
    const message = `${failures.length} orders and fills are not as recorded: ${String(failures[0])}`;
    throw new AggregateError(failures, message);
  }

  /**
   * The position to continue from; null when the book has no epoch, or an older one than before:
   * Redis lost it.
   */
  private async findCursor(): Promise<JournalCursor | null> {
    const epoch = await this.books.epochOf(this.book);
    if (epoch === null) return null;
    if (!this.cursor) {
      const progress = await this.ports.readProgress(this.book);
      this.cursor = progress?.seen ?? null;
      this.transferredBefore = progress?.transferred ?? null;
    }
    if (this.cursor && this.cursor.epoch > epoch) return null;
    if (!this.cursor || this.cursor.epoch < epoch) {
      this.forgetProgress();
      this.cursor = startOf(epoch);
    }
    return this.cursor;
  }

  /**
   * Finishes work of a dead caller, and deletes data that no command can refer to any more: as much of
   * the book is searched as happens in it. The rest is left to the comparison of pages.
   */
  private async maintain(): Promise<void> {
    const { books, book, lease } = this;
    lease.check();
    await books.work(book);
    for (let pages = 0; pages < SEARCHES_PER_TURN; pages += 1) {
      if (this.unsearched < EVENTS_PER_SEARCH) return;
      this.unsearched -= EVENTS_PER_SEARCH;
      lease.check();
      ({ cursor: this.searchedTo } = await books.forget({ book, cursor: this.searchedTo }));
    }
  }

  /**
   * Transfers the events. False when the journal is not the one that was read before, here or by the
   * image of the book, which does not wait for turns.
   */
  private async follow(from: JournalCursor): Promise<boolean> {
    const { redis } = this.books.functions;
    let cursor = from;
    const shown = this.live.placeIn(cursor.epoch);
    if (shown && areAtOdds(cursor, shown)) return false;
    if (cursor.version === -1) await this.pending.restore(cursor.epoch, this.lease.nowMs);
    for (let reads = 0; reads < READS_PER_TURN; reads += 1) {
      const events = await readBehind(redis, this.book, cursor, EVENTS_PER_READ);
      if (!events) return false;
      if (!events.every((event) => this.live.confirm(cursorAt(event)))) return false;
      const fresh = this.withoutTransferred(events);
      if (!fresh) return false;
      await this.transfer(fresh);
      for (const event of events) {
        this.pending.note(event, cursor, this.lease.nowMs);
        cursor = cursorAt(event);
      }
      this.unsearched += events.length;
      this.cursor = cursor;
      if (events.length < EVENTS_PER_READ)
        return !this.transferredBefore && !(shown && shown.version > cursor.version);
    }
    return true;
  }

  /** Drops events that an earlier relay transferred; null when it read a different journal. */
  private withoutTransferred(events: readonly BookEvent[]): readonly BookEvent[] | null {
    const { transferredBefore } = this;
    if (!transferredBefore) return events;
    if (!this.cursor || this.cursor.version >= transferredBefore.version) {
      this.transferredBefore = null;
      return events;
    }
    const at = events.findIndex(({ version }) => version === transferredBefore.version);
    if (at === -1) return [];
    if (!isSamePlace(cursorAt(events[at]!), transferredBefore)) return null;
    this.transferredBefore = null;
    return events.slice(at + 1);
  }

  private async transfer(events: readonly BookEvent[]): Promise<void> {
    const fills = events.flatMap((event) => orderFillOf(event) ?? []);
    const askIds = expiredIds(events, 'ask');
    const orderIds = expiredIds(events, 'bid');
    this.lease.check();
    if (askIds.length > 0) await this.ports.expired(askIds);
    // Last, because it may wait for workflows. A bid's last fills precede its end.
    this.lease.check();
    if (fills.length > 0) await this.ports.filled(fills);
    this.lease.check();
    if (orderIds.length > 0) await this.ports.expiredBids(orderIds);
  }

  private async saveProgress(): Promise<void> {
    if (!this.cursor || this.transferredBefore || this.cursor.version === -1) return;
    if (performance.now() - this.savedAt < this.settings.saveEveryMs) return;
    const progress = this.progressTo(this.cursor);
    if (this.isSaved(progress)) return;
    this.lease.check();
    await this.ports.saveProgress(this.book, progress, this.lease.fence);
    this.saved = progress;
    this.savedAt = performance.now();
  }

  private progressTo(transferred: JournalCursor): RelayProgress {
    return { seen: this.pending.oldest ?? transferred, transferred };
  }

  private isSaved({ seen, transferred }: RelayProgress): boolean {
    const { saved } = this;
    return (
      saved !== null && isSamePlace(saved.seen, seen) && isSamePlace(saved.transferred, transferred)
    );
  }

  private async expire(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    this.lease.check();
    await this.books.expire({ book: this.book, ids });
  }

  private async rebuild(): Promise<void> {
    this.forget();
    this.lease.check();
    const epoch = await this.books.epochOf(this.book);
    if (epoch !== null) await this.books.invalidate(this.book, epoch);
    await this.ports.rebuild(this.book);
  }

  private forget(): void {
    this.comparison.restart();
    this.live.close();
    this.forgetProgress();
  }

  private forgetProgress(): void {
    this.cursor = null;
    this.transferredBefore = null;
    this.saved = null;
    this.pending.clear();
  }
}

/** Orders of one side that expired in these events. */
function expiredIds(events: readonly BookEvent[], side: 'ask' | 'bid'): string[] {
  return events.flatMap(({ kind, order }) =>
    kind === 'expired' && order?.side === side ? [idOf(order)] : [],
  );
}
