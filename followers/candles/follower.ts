/**
 * Follows the trades in the order of their commits and keeps the candles after them, off the path
 * that settles them. Any number of processes may run it; one follows, under a fenced lease. Where
 * it has got to is noted behind its work, so whatever was under way in a crash is done again.
 */
import type { mongo } from 'mongoose';
import { setTimeout as delay } from 'node:timers/promises';
import { INTERVALS, bucketStart } from '../../domain/candles';
import { type BookId, bookName } from '../../domain/instruments';
import type { ReadCollections } from '../../records/collections';
import type { TradeDocument } from '../../records/trade';
import { foldSpan, type Span } from './fold';
import { Lease } from '../lease';
import { MongoLeaseStore } from '../mongo-lease-store';
import { rebuildCandles } from './rebuild';

export interface FollowerOptions {
  /** Unique among all followers. */
  readonly holder: string;
  readonly leaseMs: number;
  /** What changes within this is folded together. */
  readonly gatherMs: number;
  /** A round failed; the next one goes on from where it was noted last. */
  readonly onError: (err: unknown) => void;
}

/**
 * MongoDB does not know the place any more, or never did (it was restored): everything is made anew.
 */
const HISTORY_LOST = new Set([260, 280, 286]);
const EVENTS_MAX = 20_000;
const RETRY_MS = 1_000;
/** Of a lease; MongoDB holds its answer back so long while there is no trade. */
const AWAIT_PART = 1 / 3;
/** A change that took so long was not there yet when it was asked for. */
const WAITED_MS = 10;

/** Of a change, only where it was. */
const WHERE_CHANGED = {
  $project: {
    operationType: 1,
    'fullDocument.modelId': 1,
    'fullDocument.tenor': 1,
    'fullDocument.executedAt': 1,
  },
};

type Change = mongo.ChangeStreamDocument<TradeDocument>;
type Trades = Pick<ReadCollections, 'trades' | 'candles' | 'tickers' | 'followers'>;

export class CandleFollower {
  private readonly stopping = new AbortController();
  private readonly leases: MongoLeaseStore;
  private readonly lease: Lease;
  private running: Promise<void> | null = null;

  constructor(
    private readonly collections: Trades,
    private readonly options: FollowerOptions,
  ) {
    this.leases = new MongoLeaseStore(collections.followers, 'candles');
    this.lease = new Lease(this.leases, options.holder, options.leaseMs);
  }

  start(): void {
    this.running ??= this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
    await this.lease.drop().catch(() => undefined);
  }

  private get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private async run(): Promise<void> {
    while (!this.isStopping) {
      try {
        await this.followWhileHeld();
      } catch (err) {
        if (!this.isStopping) this.options.onError(err);
      }
      await this.pause(RETRY_MS);
    }
  }

  private async followWhileHeld(): Promise<void> {
    if (!(await this.lease.hold())) return;
    const { fence } = this.lease;
    try {
      await this.followFrom(this.leases.place, fence);
    } catch (err) {
      if (!HISTORY_LOST.has((err as { code?: number }).code ?? 0)) throw err;
      await this.followFrom(null, fence);
    }
  }

  private async followFrom(token: string | null, fence: number): Promise<void> {
    const stream = this.open(token);
    const closeNow = () => void stream.close().catch(() => undefined);
    this.stopping.signal.addEventListener('abort', closeNow);
    try {
      await this.follow(stream, fence, token === null);
    } finally {
      this.stopping.signal.removeEventListener('abort', closeNow);
      await stream.close();
    }
  }

  private open(token: string | null): mongo.ChangeStream<TradeDocument, Change> {
    return this.collections.trades.watch<TradeDocument, Change>(
      [{ $match: { operationType: { $in: ['insert', 'update', 'replace'] } } }, WHERE_CHANGED],
      {
        fullDocument: 'updateLookup',
        maxAwaitTimeMS: Math.floor(this.options.leaseMs * AWAIT_PART),
        ...(token === null ? {} : { resumeAfter: { _data: token } }),
      },
    );
  }

  /** Ends when the lease is lost or the follower stops. */
  private async follow(
    stream: mongo.ChangeStream<TradeDocument, Change>,
    fence: number,
    isFirst: boolean,
  ): Promise<void> {
    if (isFirst) {
      // The stream is open before the trades are read, so that no later one is missed.
      await stream.tryNext().then((change) => change && this.fold([change], fence));
      await rebuildCandles(this.collections, fence, () => this.mustHold());
      await this.note(stream, fence);
    }
    // To note the place holds the lease as well.
    let notedAt = performance.now();
    while (!this.isStopping) {
      const changes = await this.gather(stream);
      const isRecent = performance.now() - notedAt < this.options.leaseMs / 3;
      if (changes.length === 0 && isRecent) continue;
      await this.fold(changes, fence);
      if (!(await this.note(stream, fence))) return;
      notedAt = performance.now();
    }
  }

  /**
   * Changes of a short while, from the first one on; none when there was none. They are fetched
   * together at its end: while many trade, each fetch of a single change costs as much.
   */
  private async gather(stream: mongo.ChangeStream<TradeDocument, Change>): Promise<Change[]> {
    const changes: Change[] = [];
    let hadToWait = false;
    while (changes.length < EVENTS_MAX && !hadToWait && !this.isStopping) {
      const askedAt = performance.now();
      const change = await stream.tryNext();
      if (!change) break;
      changes.push(change);
      if (changes.length === 1) await this.pause(this.options.gatherMs);
      else hadToWait = performance.now() - askedAt > WAITED_MS;
    }
    return changes;
  }

  private async fold(changes: readonly Change[], fence: number): Promise<void> {
    for (const { book, spans } of changedSpans(changes)) {
      for (const span of spans) await foldSpan(this.collections, book, span, fence);
    }
  }

  private async note(
    stream: mongo.ChangeStream<TradeDocument, Change>,
    fence: number,
  ): Promise<boolean> {
    const token = (stream.resumeToken as { _data?: string } | undefined)?._data;
    if (token === undefined) return true;
    return this.lease.prolongBy(() => this.leases.reach(fence, token, this.options.leaseMs));
  }

  private async mustHold(): Promise<void> {
    if (this.isStopping || !(await this.lease.hold())) throw new Error('The lease is lost');
  }

  private async pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}

/** The minutes in which trades changed, by book; neighbouring ones are one span. */
function changedSpans(changes: readonly Change[]): { book: BookId; spans: Span[] }[] {
  const books = new Map<string, { book: BookId; minutes: Set<number> }>();
  for (const change of changes) {
    const trade = 'fullDocument' in change ? change.fullDocument : undefined;
    if (!trade) continue;
    const book = { modelId: trade.modelId, tenor: trade.tenor };
    const known = books.get(bookName(book)) ?? { book, minutes: new Set() };
    known.minutes.add(bucketStart('1m', trade.executedAt.getTime()));
    books.set(bookName(book), known);
  }
  return [...books.values()].map(({ book, minutes }) => ({ book, spans: spansOf(minutes) }));
}

function spansOf(minutes: ReadonlySet<number>): Span[] {
  const spans: { fromMs: number; toMs: number }[] = [];
  for (const fromMs of [...minutes].sort((a, b) => a - b)) {
    const last = spans.at(-1);
    const toMs = fromMs + INTERVALS['1m'];
    if (last?.toMs === fromMs) last.toMs = toMs;
    else spans.push({ fromMs, toMs });
  }
  return spans;
}
