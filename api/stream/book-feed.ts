/**
 * One followed book of a gateway: its newest state, and the readers of its views.
 *
 * The first state comes from the engine, later ones from the relay's messages; the newer one (by
 * epoch, then sequence) counts. The feed is registered in the hub before the engine is read, so
 * that no change is missed in between.
 */
import type { BookMessage, BookTrade } from '../../domain/book-message';
import type { BookId } from '../../domain/instruments';
import { Snapshot, type TradeMessage, type Update, tradeMessage } from './messages';
import {
  type BookView,
  type Version,
  type ViewRegion,
  isNewer,
  isShown,
  viewOfMessage,
} from './book-view';

/** Trades are delivered once, even if they are reported twice: this many recent ones are known. */
const KNOWN_TRADES = 2_000;

/** Delay until expiries become visible when no relay closes orders. */
const FRESH_MS = 1_000;
/** Longer than the relay pauses between two messages about a large book (followers/relay). */
const TOLD_WITHIN_MS = 1_000;

export interface Reader {
  deliver(update: Update): void;
}

export type ReadView = (book: BookId, region: ViewRegion) => Promise<BookView>;

export class BookFeed {
  private readonly views = new Map<ViewRegion, FollowedView>();
  private readonly knownTrades = new Set<string>();
  private message: BookMessage | null = null;
  private waiting: TradeMessage[] = [];
  /** Called with the relay's next state. */
  private awaiting: (() => void)[] = [];
  private readonly allowance = new ReadAllowance();

  constructor(
    readonly book: BookId,
    private readonly read: ReadView,
  ) {}

  /**
   * Receives a message of the relay.
   * @returns whether there is something to deliver
   */
  receive(message: BookMessage): boolean {
    const trades = message.trades.filter((trade) => this.isFirstSeen(trade));
    this.waiting.push(...trades.map((trade) => tradeMessage(this.book, trade)));
    const isLater = message.asks !== null && (!this.message || isNewer(message, this.message));
    if (isLater) {
      this.message = message;
      for (const wake of this.awaiting.splice(0)) wake();
    }
    return isLater || trades.length > 0;
  }

  /** Keeps the view until it is released as often as it was held. */
  hold(region: ViewRegion): FollowedView {
    const view = this.views.get(region) ?? new FollowedView(this.book, region);
    this.views.set(region, view);
    view.holds += 1;
    return view;
  }

  release(view: FollowedView): void {
    view.holds -= 1;
    if (view.holds === 0) this.views.delete(view.region);
  }

  /** Reads a book without a relay message from the engine. */
  async prepare(view: FollowedView): Promise<void> {
    if (!this.message && !view.fromEngine) await this.readAgain(view);
  }

  /** The current book; the view must be prepared. */
  snapshot(view: FollowedView): Snapshot {
    return view.snapshot(this.message);
  }

  /** The latest state of any view here; null before the first one. */
  get version(): Version | null {
    const known: Version[] = this.message ? [this.message] : [];
    for (const { fromEngine } of this.views.values()) if (fromEngine) known.push(fromEngine);
    return known.reduce<Version | null>(
      (latest, version) => (latest && !isNewer(version, latest) ? latest : version),
      null,
    );
  }

  get hasReaders(): boolean {
    return [...this.views.values()].some(({ readers }) => readers.size > 0);
  }

  /** Reads followed views from the engine: messages may have been lost. */
  async refresh(): Promise<void> {
    const read = [...this.views.values()].filter(({ readers }) => readers.size > 0);
    await Promise.all(read.map((view) => this.readAgain(view)));
  }

  /**
   * The view at a version or a later one, which the relay is about to report. Without a relay the
   * engine is read, as often as the book's size allows; in between the view is as old as the last
   * read.
   */
  async snapshotOf(view: FollowedView, version: Version): Promise<Snapshot> {
    if (this.message && this.isBehind(view, version)) await this.told(version, view);
    // A read in progress may have started before that version.
    for (let readings = 0; readings < 2 && this.isBehind(view, version); readings += 1) {
      if (view.reading || this.allowance.has()) await this.readAgain(view);
    }
    return this.snapshot(view);
  }

  /** Without a relay expiries are not reported. */
  private isBehind(view: FollowedView, version: Version): boolean {
    if (isNewer(version, this.snapshot(view).version)) return true;
    return !this.message && Date.now() - (view.fromEngine?.atMs ?? 0) > FRESH_MS;
  }

  /** Waits for the relay, for a limited time. */
  private async told(version: Version, asked: FollowedView): Promise<void> {
    const until = performance.now() + TOLD_WITHIN_MS;
    while (this.message && isNewer(version, this.message)) {
      const leftMs = until - performance.now();
      if (leftMs <= 0) {
        // The relay is silent: further calls do not wait, and the engine's state counts.
        for (const view of [...this.views.values(), asked]) view.keep(this.message);
        this.message = null;
        return;
      }
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, leftMs);
        this.awaiting.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  }

  /**
   * Delivers to every reader the changes of its view.
   * @param pause called after each reader; a promise is awaited
   */
  async deliver(pause: () => Promise<void> | null): Promise<void> {
    const trades = this.waiting;
    this.waiting = [];
    // A reader that joins during a pause has received a later state than this one.
    const deliveries = [...this.views.values()].map((view) => ({
      readers: [...view.readers],
      update: view.update(this.message, trades),
    }));
    for (const { readers, update } of deliveries) {
      if (!update) continue;
      for (const reader of readers) {
        reader.deliver(update);
        const paused = pause();
        if (paused) await paused;
      }
    }
  }

  private async readAgain(view: FollowedView): Promise<void> {
    const beganAt = performance.now();
    view.reading ??= this.read(this.book, view.region).finally(() => {
      view.reading = null;
      this.allowance.use(performance.now() - beganAt);
    });
    view.take(await view.reading);
  }

  private isFirstSeen({ id }: BookTrade): boolean {
    if (this.knownTrades.has(id)) return false;
    this.knownTrades.add(id);
    if (this.knownTrades.size > KNOWN_TRADES) {
      const [oldest] = this.knownTrades;
      if (oldest !== undefined) this.knownTrades.delete(oldest);
    }
    return true;
  }
}

/**
 * The share of time that reads of one book may take: a twentieth, or half a second at once. A small
 * book is read at any time, a book of 10,000 asks every few seconds, the largest every ten seconds.
 */
const SHARE = 0.05;
const AT_ONCE_MS = 500;

class ReadAllowance {
  private leftMs = AT_ONCE_MS;
  private countedAt = performance.now();

  has(): boolean {
    const now = performance.now();
    this.leftMs = Math.min(AT_ONCE_MS, this.leftMs + SHARE * (now - this.countedAt));
    this.countedAt = now;
    return this.leftMs > 0;
  }

  use(milliseconds: number): void {
    this.leftMs = Math.max(this.leftMs - milliseconds, -AT_ONCE_MS);
  }
}

/** A region's view of a followed book, with its readers. */
export class FollowedView {
  readonly readers = new Set<Reader>();
  holds = 0;
  fromEngine: BookView | null = null;
  reading: Promise<BookView> | null = null;
  private latest: Snapshot | null = null;
  private delivered: Version | null = null;

  constructor(
    private readonly book: BookId,
    readonly region: ViewRegion,
  ) {}

  take(view: BookView): void {
    if (this.fromEngine && isNewer(this.fromEngine, view)) return;
    this.fromEngine = view;
    if (this.latest && !isNewer(view, this.latest.version)) this.latest = null;
  }

  /** Stores the relay's latest message like a read: it counts until there is a newer state. */
  keep(message: BookMessage): void {
    const view = viewOfMessage(message, this.region);
    if (view) this.take(view);
  }

  /**
   * Created once for each state.
   * @param message the latest message of the relay
   */
  snapshot(message: BookMessage | null): Snapshot {
    const { fromEngine, latest } = this;
    const isTold = message !== null && (!fromEngine || isNewer(message, fromEngine));
    const version = isTold ? message : fromEngine;
    if (!version) throw new Error('The view was not prepared');
    if (latest && !isNewer(version, latest.version)) return latest;
    const view = isTold ? viewOfMessage(message, this.region) : fromEngine;
    this.latest = new Snapshot(this.book, this.region, view!);
    return this.latest;
  }

  update(message: BookMessage | null, trades: readonly TradeMessage[]): Update | null {
    if (this.readers.size === 0) return null;
    const shown = trades.filter(({ body }) => isShown(body.region, this.region));
    const snapshot = this.snapshot(message);
    const isLater = !this.delivered || isNewer(snapshot.version, this.delivered);
    if (!isLater && shown.length === 0) return null;
    this.delivered = snapshot.version;
    return { trades: shown, snapshot: isLater ? snapshot : null };
  }
}
