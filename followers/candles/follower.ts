/**
 * Follows the trades in commit order and updates the candles, outside the settlement path. Any
 * number of processes may run it; one follows, under a fenced lease. Its position is stored after
 * the work, so work in progress during a crash is repeated.
 */
import type { mongo } from 'mongoose';
import { setTimeout as delay } from 'node:timers/promises';
import { INTERVALS, bucketStart } from '../../domain/candles';
import { type BookId, bookName } from '../../domain/instruments';
import { changesWhere } from '../../records/mongodb/change-stream';
import type { ReadCollections } from '../../records/collections';
import type { TradeDocument } from '../../records/documents/trade';
import { foldSpan, type Span, type Tape } from './fold';
import { isHistoryLost, nextChange, positionOf, streamOptions } from '../changes';
import { Lease } from '../lease';
import { MongoLeaseStore } from '../mongo-lease-store';
import { rebuildCandles } from './rebuild';

export interface FollowerOptions {
  /** Unique among all followers. */
  readonly holder: string;
  readonly leaseMs: number;
  /** Changes within this time are processed together. */
  readonly gatherMs: number;
  /** A round failed; the next one continues from the stored position. */
  readonly onError: (err: unknown) => void;
}

const EVENTS_MAX = 20_000;
const RETRY_MS = 1_000;
/** A change that took longer than this did not exist when it was requested. */
const WAITED_MS = 10;

/** Only the location of a change. */
const WHERE_CHANGED = {
  $project: {
    operationType: 1,
    'fullDocument.modelId': 1,
    'fullDocument.tenor': 1,
    'fullDocument.executedAt': 1,
  },
};

type Change = mongo.ChangeStreamDocument<TradeDocument>;
type Trades = Tape & Pick<ReadCollections, 'followers'>;

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
      if (!isHistoryLost(err)) throw err;
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
      [changesWhere({ operationType: { $in: ['insert', 'update', 'replace'] } }), WHERE_CHANGED],
      {
        fullDocument: 'updateLookup',
        ...streamOptions(token, this.options.leaseMs),
      },
    );
  }

  /** Follows until the lease is lost or the follower stops. */
  private async follow(
    stream: mongo.ChangeStream<TradeDocument, Change>,
    fence: number,
    isFirst: boolean,
  ): Promise<void> {
    if (isFirst) {
      // The stream is open before the trades are read, so that no later trade is missed.
      const change = await nextChange(stream, this.lease);
      if (change) await this.fold([change], fence);
      await rebuildCandles(this.collections, fence, () => this.mustHold());
      await this.note(stream, fence);
    }
    // Storing the position also renews the lease.
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
   * Changes of a short period, from the first one on; empty without any. They are fetched together
   * at its end: under load, fetching single changes is expensive.
   */
  private async gather(stream: mongo.ChangeStream<TradeDocument, Change>): Promise<Change[]> {
    const changes: Change[] = [];
    let hadToWait = false;
    while (changes.length < EVENTS_MAX && !hadToWait && !this.isStopping) {
      const askedAt = performance.now();
      const change = await nextChange(stream, this.lease);
      if (!change) break;
      changes.push(change);
      if (changes.length === 1) await this.pause(this.options.gatherMs);
      else hadToWait = performance.now() - askedAt > WAITED_MS;
    }
    return changes;
  }

  /** After a long absence many minutes of many books have changed: the lease is held for each. */
  private async fold(changes: readonly Change[], fence: number): Promise<void> {
    for (const { book, spans } of changedSpans(changes)) {
      for (const span of spans) {
        await this.lease.during(() => foldSpan(this.collections, book, span, fence));
      }
    }
  }

  private async note(
    stream: mongo.ChangeStream<TradeDocument, Change>,
    fence: number,
  ): Promise<boolean> {
    const token = positionOf(stream);
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

/** The minutes with changed trades, by book; adjacent minutes form one range. */
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
