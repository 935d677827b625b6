/** The relay: follows all books. Any number of relays may run; a lease lets one act for a book. */
import { bookName, type BookId } from '../../domain/instruments';
import type { OrderBooks } from '../../engine/book';
import { Timer } from './timer';
import { BookRelay, type RelaySettings } from './book-relay';
import { Semaphore } from './semaphore';
import { openJournalReader, type JournalReader } from './journal-reader';
import { LeaseLost } from '../lease';
import type { RelayPorts } from './ports';

export interface RelayOptions extends RelaySettings {
  /** Pause between two turns on a book, unless an urgent event arrives. */
  readonly intervalMs: number;
  /** The pause while nothing happens in the book and nothing is due: less than half a lease. */
  readonly quietMs: number;
  /** The pause while another relay acts for the book. */
  readonly standbyMs: number;
  /** How often MongoDB is asked for new books. */
  readonly discoverEveryMs: number;
  /** Books processed concurrently. */
  readonly concurrency: number;
  /** Something failed; the book's next turn retries from its saved progress. */
  readonly onError: (book: BookId | null, err: unknown) => void;
}

interface FollowedBook {
  readonly relay: BookRelay;
  readonly timer: Timer;
  readonly turns: Turns;
  readonly running: Promise<void>;
}

/** When the last turn on a book completed, and whether this relay acts for it. */
interface Turns {
  endedAt: number;
  acts: boolean;
  failed: number;
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
  private readonly semaphore: Semaphore;
  private readonly reader: JournalReader;
  private readonly discovery = new Timer();
  private running: Promise<void> | null = null;
  private isStopping = false;

  constructor(
    private readonly books: OrderBooks,
    private readonly ports: RelayPorts,
    private readonly options: RelayOptions,
  ) {
    this.semaphore = new Semaphore(options.concurrency);
    this.reader = openJournalReader(books.functions.redis, (err) => options.onError(null, err));
  }

  start(): void {
    this.running ??= this.run();
  }

  /** Finishes turns in progress and releases the leases. */
  async stop(): Promise<void> {
    this.isStopping = true;
    this.discovery.fire();
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

  private async run(): Promise<void> {
    while (!this.isStopping) {
      await this.guard(null, () => this.discover());
      await this.discovery.wait(this.options.discoverEveryMs);
    }
  }

  private async discover(): Promise<void> {
    for (const book of await this.ports.books()) {
      const name = bookName(book);
      if (!this.followed.has(name)) this.followed.set(name, this.follow(book));
    }
  }

  private follow(book: BookId): FollowedBook {
    const timer = new Timer();
    const relay = new BookRelay(this.books, book, this.ports, this.options, this.reader, {
      onUrgent: () => timer.fire(),
      onEvents: () => timer.fireWithin(this.options.intervalMs),
      onError: (err) => this.options.onError(book, err),
    });
    const turns: Turns = { endedAt: performance.now(), acts: false, failed: 0 };
    return { relay, timer, turns, running: this.takeTurns(book, relay, timer, turns) };
  }

  private async takeTurns(
    book: BookId,
    relay: BookRelay,
    timer: Timer,
    turns: Turns,
  ): Promise<void> {
    const { standbyMs } = this.options;
    while (!this.isStopping) {
      const acts = await this.semaphore.pass(() => this.guard(book, () => relay.turn()));
      turns.acts = acts === true;
      if (acts === undefined) turns.failed += 1;
      else turns.endedAt = performance.now();
      await timer.wait(acts ? this.pauseOf(relay) : standbyMs);
    }
    await this.guard(book, () => relay.stop());
  }

  private pauseOf(relay: BookRelay): number {
    const { intervalMs, quietMs } = this.options;
    return Math.max(intervalMs, Math.min(quietMs, relay.quietForMs()));
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
