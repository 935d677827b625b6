/**
 * The relay: takes turns on every book there is. Any number may run; a lease lets one act for a
 * book.
 */
import { bookName, type BookId } from '../../domain/instruments';
import type { OrderBooks } from '../book';
import { BookRelay, type RelaySettings } from './book-relay';
import { LeaseLost } from './lease';
import type { RelayPorts } from './ports';

export interface RelayOptions extends RelaySettings {
  /** Pause between two rounds over all books. */
  readonly intervalMs: number;
  /** How often MongoDB is asked for new books. */
  readonly discoverEveryMs: number;
  /** Books worked on at once. */
  readonly concurrency: number;
  /** A turn failed; the book's next one tries again from its saved cursor. */
  readonly onError: (book: BookId | null, err: unknown) => void;
}

export class Relay {
  private readonly relays = new Map<string, { book: BookId; relay: BookRelay }>();
  private discoveredAt = -Infinity;
  private running: Promise<void> | null = null;
  private stopping = new AbortController();

  constructor(
    private readonly books: OrderBooks,
    private readonly ports: RelayPorts,
    private readonly options: RelayOptions,
  ) {}

  start(): void {
    this.running ??= this.run();
  }

  /** Ends the turns under way and gives the leases up. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
    for (const { relay } of this.relays.values()) await relay.stop();
  }

  /** One turn on every book. */
  async round(): Promise<void> {
    await this.guard(null, () => this.discover());
    const waiting = [...this.relays.values()];
    const work = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const { book, relay } = next;
        if (!this.stopping.signal.aborted) await this.guard(book, () => relay.turn());
      }
    };
    await Promise.all(Array.from({ length: this.options.concurrency }, work));
  }

  private async run(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      await this.round();
      await this.pause();
    }
  }

  private async discover(): Promise<void> {
    if (performance.now() - this.discoveredAt < this.options.discoverEveryMs) return;
    for (const book of await this.ports.books()) {
      const name = bookName(book);
      if (this.relays.has(name)) continue;
      const relay = new BookRelay(this.books, book, this.ports, this.options);
      this.relays.set(name, { book, relay });
    }
    this.discoveredAt = performance.now();
  }

  private async guard(book: BookId | null, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (err) {
      if (!(err instanceof LeaseLost)) this.options.onError(book, err);
    }
  }

  private pause(): Promise<void> {
    const { signal } = this.stopping;
    return new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const timer = setTimeout(done, this.options.intervalMs);
      function done() {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      }
      signal.addEventListener('abort', done);
    });
  }
}
