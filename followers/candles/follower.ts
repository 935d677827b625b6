/** Follows the trades in commit order and updates the candles, outside the settlement path. */
import type { mongo } from 'mongoose';
import { INTERVALS, bucketStart } from '../../domain/candles';
import { type BookId, bookName } from '../../domain/instruments';
import { changesWhere } from '../../records/mongodb/change-stream';
import type { ReadCollections } from '../../records/collections';
import type { TradeDocument } from '../../records/documents/trade';
import { foldSpan, type Span, type Tape } from './fold';
import { type Changes, LeasedChanges, type LeasedOptions } from '../leased-changes';
import { rebuildCandles } from './rebuild';

export interface FollowerOptions extends LeasedOptions {
  /** Changes within this time are processed together. */
  readonly gatherMs: number;
}

const EVENTS_MAX = 20_000;
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

export class CandleFollower extends LeasedChanges<Change> {
  constructor(
    private readonly collections: Trades,
    private readonly options: FollowerOptions,
  ) {
    super('candles', collections, options);
  }

  protected open(options: mongo.ChangeStreamOptions): Changes<Change> {
    return this.collections.trades.watch<TradeDocument, Change>(
      [changesWhere({ operationType: { $in: ['insert', 'update', 'replace'] } }), WHERE_CHANGED],
      { fullDocument: 'updateLookup', ...options },
    );
  }

  protected override async begin(): Promise<void> {
    await rebuildCandles(this.collections, this.lease.fence, async () => {
      if (this.isStopping || !(await this.lease.hold())) throw new Error('The lease is lost');
    });
  }

  /**
   * The changes of a short period, from this one on. They are fetched together at its end: under load,
   * fetching single changes is expensive. After a long absence many minutes of many books have changed:
   * the lease is held for each.
   */
  protected async take(first: Change, stream: Changes<Change>): Promise<void> {
    const { fence } = this.lease;
    for (const { book, spans } of changedSpans(await this.gather(first, stream))) {
      for (const span of spans) {
        await this.lease.during(() => foldSpan(this.collections, book, span, fence));
      }
    }
  }

  private async gather(first: Change, stream: Changes<Change>): Promise<Change[]> {
    const changes = [first];
    await this.pause(this.options.gatherMs);
    let hadToWait = false;
    while (changes.length < EVENTS_MAX && !hadToWait && !this.isStopping) {
      const askedAt = performance.now();
      const change = await this.next(stream);
      if (!change) break;
      changes.push(change);
      hadToWait = performance.now() - askedAt > WAITED_MS;
    }
    return changes;
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
