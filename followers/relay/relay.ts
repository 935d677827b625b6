/** The relay: follows all books. Any number of relays may run; a lease lets one act for a book. */
import { bookName, type BookId } from '../../domain/instruments';
import type { OrderBooks } from '../../engine/book';
import { Timer } from './timer';
import { BookRelay, type RelaySettings } from './book-relay';
import { FairDoor } from '../../fairness/fair-door';
import { openJournalReader, type JournalReader } from './journal-reader';
import { LeaseLost } from '../lease';
import { lookAt } from './look';
import type { RelayPorts } from './ports';
import { Slices } from './slices';

/** Leases are extended when this part of them has passed. */
const RENEWAL_PART = 1 / 3;

export interface RelayOptions extends RelaySettings {
  /** Pause between two turns on a book, unless an urgent event arrives. */
  readonly intervalMs: number;
  /** The longest pause while nothing happens in the book and nothing is due. */
  readonly quietMs: number;
  /** How often a book for which another relay acts is tried, and a failed turn is repeated. */
  readonly standbyMs: number;
  /** How often MongoDB is asked for new books, and for orders that have ended. */
  readonly discoverEveryMs: number;
  /** How often a page of a book is compared with its indexes and the records. */
  readonly sliceEveryMs: number;
  /** Books processed concurrently. */
  readonly concurrency: number;
  /** Something failed; the book's next turn retries from its saved progress. */
  readonly onError: (book: BookId | null, err: unknown) => void;
}

interface FollowedBook {
  readonly book: BookId;
  readonly relay: BookRelay;
  readonly timer: Timer;
  readonly turns: Turns;
  readonly running: Promise<void>;
}

/** When the last turn on a book, or look at it, completed, and whether this relay acts for it. */
interface Turns {
  endedAt: number;
  acts: boolean;
  failed: number;
  /** Whether the book waits after a turn that did not fail: then looks hold its lease. */
  rests: boolean;
}

/** The state of a relay. */
export interface RelayState {
  /** Books that this relay acts for. */
  readonly acting: number;
  /** Books that another relay acts for. */
  readonly standingBy: number;
  /** Failed turns since the start. */
  readonly failedTurns: number;
  /** The longest time since the last completed turn, over all books; 0 without a book. */
  readonly silentMs: number;
}

export class Relay {
  private readonly followed = new Map<string, FollowedBook>();
  private readonly working: FairDoor;
  private readonly reader: JournalReader;
  private readonly discovery = new Timer();
  private readonly looking = new Timer();
  private readonly slicing = new Timer();
  private running: Promise<unknown> | null = null;
  private isStopping = false;

  constructor(
    private readonly books: OrderBooks,
    private readonly ports: RelayPorts,
    private readonly options: RelayOptions,
  ) {
    this.working = new FairDoor({ places: options.concurrency });
    this.reader = openJournalReader(books.functions.redis, (err) => options.onError(null, err));
  }

  start(): void {
    const { discoverEveryMs, standbyMs, leaseMs, sliceEveryMs } = this.options;
    const lookEveryMs = Math.min(standbyMs, leaseMs * RENEWAL_PART);
    this.running ??= Promise.all([
      this.repeat(this.discovery, discoverEveryMs, () => this.discover()),
      this.repeat(this.looking, lookEveryMs, () => this.look()),
      this.repeat(this.slicing, sliceEveryMs, () => this.compareBooks()),
    ]);
  }

  /** Finishes turns in progress and releases the leases. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.discovery.fire();
    this.looking.fire();
    this.slicing.fire();
    for (const { timer } of this.followed.values()) timer.fire();
    await this.running;
    await Promise.all([...this.followed.values()].map(({ running }) => running));
    await this.reader.stop();
  }

  state(): RelayState {
    const turns = [...this.followed.values()].map((followed) => followed.turns);
    const acting = turns.filter(({ acts }) => acts).length;
    return {
      acting,
      standingBy: turns.length - acting,
      failedTurns: turns.reduce((sum, { failed }) => sum + failed, 0),
      silentMs: Math.max(0, ...turns.map(({ endedAt }) => performance.now() - endedAt)),
    };
  }

  /** Publishes the depth of every book again: messages may have been lost. */
  repeatDepth(): void {
    for (const { relay } of this.followed.values()) relay.repeatDepth();
  }

  /** Follows a book at once that the next search would find. */
  noteBook(book: BookId): void {
    const name = bookName(book);
    if (!this.isStopping && !this.followed.has(name)) this.followed.set(name, this.follow(book));
  }

  private async repeat(timer: Timer, everyMs: number, work: () => Promise<void>): Promise<void> {
    while (!this.isStopping) {
      await this.guard(null, work);
      await timer.wait(everyMs);
    }
  }

  private async discover(): Promise<void> {
    // Streams of changes begin before a book is compared with the records for the first time.
    await this.guard(null, () => this.noteEnded());
    for (const known of await this.ports.books()) {
      this.noteBook(known.book);
      this.followed.get(bookName(known.book))?.relay.noteRecords(known);
    }
  }

  /** Reports ended orders to their books. */
  private async noteEnded(): Promise<void> {
    const ended = await this.ports.endedOrders();
    for (const { relay } of this.followed.values()) {
      if (!ended) relay.compareAll();
      for (const order of ended ?? []) relay.noteOrder(order);
    }
  }

  /**
   * Looks at all books that wait for their next turn: extends their leases, gets free ones, and
   * wakes those that differ from what was followed.
   */
  private async look(): Promise<void> {
    const calledAt = performance.now();
    const renewedAt = calledAt - this.options.leaseMs * RENEWAL_PART;
    const due = [...this.followed.values()].filter(
      ({ turns }) => turns.rests && (!turns.acts || turns.endedAt <= renewedAt),
    );
    const books = due.map(({ book }) => book);
    const { holder, leaseMs } = this.options;
    const looks = await lookAt(this.books.functions, books, holder, leaseMs);
    for (const [at, { book, relay, turns, timer }] of due.entries()) {
      const look = looks[at]!;
      if (!turns.rests) continue; // a turn has begun meanwhile
      if (look.refusal) {
        this.options.onError(book, look.refusal);
        timer.fire();
        continue;
      }
      turns.endedAt = performance.now();
      turns.acts = look.lease !== null;
      relay.noteLook(look, calledAt);
    }
  }

  /** Compares the books that this relay acts for, one after the other. */
  private async compareBooks(): Promise<void> {
    const { sliceEveryMs, discoverEveryMs } = this.options;
    for (const { book, relay, turns } of this.followed.values()) {
      const pause = async () => {
        if (!this.isStopping) await this.slicing.wait(sliceEveryMs);
        return turns.acts && !this.isStopping;
      };
      const slices = new Slices(this.books, this.ports, pause);
      if (!turns.acts) continue;
      const epoch = await this.guard(book, () => slices.compare(book, relay));
      if (epoch === undefined && !this.isStopping) await this.slicing.wait(discoverEveryMs);
    }
  }

  private follow(book: BookId): FollowedBook {
    const timer = new Timer();
    const relay = new BookRelay(this.books, book, this.ports, this.options, this.reader, {
      onUrgent: () => timer.fire(),
      onEvents: () => timer.fireWithin(this.options.intervalMs),
      onError: (err) => this.options.onError(book, err),
    });
    const turns: Turns = { endedAt: performance.now(), acts: false, failed: 0, rests: false };
    return { book, relay, timer, turns, running: this.takeTurns(book, relay, timer, turns) };
  }

  private async takeTurns(
    book: BookId,
    relay: BookRelay,
    timer: Timer,
    turns: Turns,
  ): Promise<void> {
    while (!this.isStopping) {
      turns.rests = false;
      const acts = await this.working.run('', () => this.guard(book, () => relay.turn()));
      turns.acts = acts === true;
      turns.rests = acts !== undefined;
      if (acts === undefined) turns.failed += 1;
      else turns.endedAt = performance.now();
      await timer.wait(this.pauseAfter(acts, relay));
    }
    turns.rests = false;
    await this.guard(book, () => relay.stop());
  }

  /** @param acts undefined after a failed turn */
  private pauseAfter(acts: boolean | undefined, relay: BookRelay): number {
    const { intervalMs, quietMs, standbyMs } = this.options;
    if (acts === undefined) return standbyMs;
    return acts ? Math.max(intervalMs, Math.min(quietMs, relay.quietForMs())) : quietMs;
  }

  private async guard<T>(book: BookId | null, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (err) {
      if (!(err instanceof LeaseLost)) this.options.onError(book, err);
      return undefined;
    }
  }
}
