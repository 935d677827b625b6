/**
 * The tape: publishes every trade to the gateways in commit order, whichever process made it, even
 * if that process died. One relay at a time holds the tape. After a crash the next one starts from
 * the stored position: a trade may be published twice, and readers identify it by its id.
 */
import type { mongo } from 'mongoose';
import { setTimeout as delay } from 'node:timers/promises';
import type { BookMessage } from '../domain/book-message';
import { formatPrice } from '../domain/money';
import { isHistoryLost, nextChange, positionOf, streamOptions } from './changes';
import { Lease } from './lease';
import { MongoLeaseStore } from './mongo-lease-store';
import { changesWhere } from '../records/mongodb/change-stream';
import type { ReadCollections } from '../records/collections';
import type { TradeDocument } from '../records/documents/trade';

const RETRY_MS = 500;
/** How often the position is stored while trades arrive. */
const NOTE_MS = 250;

export interface TapeOptions {
  /** Unique among all relays. */
  readonly holder: string;
  readonly leaseMs: number;
  publish(message: BookMessage): Promise<void>;
  /** Reports an error; the tape resumes from the stored position. */
  onError(err: unknown): void;
}

type Change = mongo.ChangeStreamInsertDocument<TradeDocument>;
type Stream = mongo.ChangeStream<TradeDocument, Change>;

export class Tape {
  private readonly stopping = new AbortController();
  private readonly leases: MongoLeaseStore;
  private readonly lease: Lease;
  private running: Promise<void> | null = null;

  constructor(
    private readonly collections: Pick<ReadCollections, 'trades' | 'followers'>,
    private readonly options: TapeOptions,
  ) {
    this.leases = new MongoLeaseStore(collections.followers, 'tape');
    this.lease = new Lease(this.leases, options.holder, options.leaseMs);
  }

  start(): void {
    this.running ??= this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
    await this.lease.drop().catch(this.options.onError);
  }

  private get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    await this.lease.hold().catch(this.options.onError); // the very first call only creates the lease
    while (!this.isStopping) {
      try {
        await this.tellWhileHeld();
      } catch (err) {
        if (!this.isStopping) this.options.onError(err);
      }
      await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private async tellWhileHeld(): Promise<void> {
    if (!(await this.lease.hold())) return;
    try {
      await this.tellFrom(this.leases.place);
    } catch (err) {
      if (!isHistoryLost(err)) throw err;
      this.options.onError(err);
      await this.tellFrom(null);
    }
  }

  /** Publishes until the lease is lost or the tape stops. */
  private async tellFrom(token: string | null): Promise<void> {
    const stream = this.open(token);
    const closeNow = () => void stream.close().catch(() => undefined);
    this.stopping.signal.addEventListener('abort', closeNow);
    try {
      let notedAt = token === null ? -Infinity : performance.now();
      let isNoted = true;
      while (!this.isStopping) {
        const change = await this.nextOf(stream);
        if (!this.lease.isHeld) return;
        // A fill of zero tokens (a stream broken before its first token) is not published.
        if (change && change.fullDocument.quantityTokens > 0) {
          await this.options.publish(messageOf(change.fullDocument));
        }
        isNoted &&= !change;
        const now = performance.now();
        if (now - notedAt < (isNoted ? this.options.leaseMs / 4 : NOTE_MS)) continue;
        if (!(await this.note(stream))) return;
        notedAt = now;
        isNoted = true;
      }
      await this.note(stream);
    } finally {
      this.stopping.signal.removeEventListener('abort', closeNow);
      await stream.close();
    }
  }

  /** Null also when the tape stops meanwhile. */
  private async nextOf(stream: Stream): Promise<Change | null> {
    try {
      return await nextChange(stream, this.lease);
    } catch (err) {
      if (this.isStopping) return null;
      throw err;
    }
  }

  private open(token: string | null): Stream {
    return this.collections.trades.watch<TradeDocument, Change>(
      [changesWhere({ operationType: 'insert' })],
      streamOptions(token, this.options.leaseMs),
    );
  }

  /** Stores the position after the published trades, which also extends the lease. */
  private async note(stream: Stream): Promise<boolean> {
    const token = positionOf(stream);
    if (token === undefined) return true;
    const { leaseMs } = this.options;
    return this.lease.prolongBy(() => this.leases.reach(this.lease.fence, token, leaseMs));
  }
}

/** A message with a trade only: it has no version of the book. */
function messageOf(trade: TradeDocument): BookMessage {
  const { modelId, tenor, tradeId, priceScale8, quantityTokens, takerSide, region } = trade;
  return {
    modelId,
    tenor,
    epoch: 0,
    sequence: 0,
    atMs: Date.now(),
    asks: null,
    bids: null,
    trades: [
      {
        id: tradeId,
        price: formatPrice(priceScale8, 'perThousand'),
        quantity: String(quantityTokens),
        taker_side: takerSide,
        region,
        timestamp: trade.executedAt.getTime(),
        ...(trade.offMarket && { off_market: true as const }),
      },
    ],
  };
}
