/** The two messages of the stream, each serialised once, however many read it. */
import type { BookTrade } from '../../domain/book-message';
import type { BookId } from '../../domain/instruments';
import type { OrderBookBody } from '../schemas/market';
import type { TradeMessageBody } from '../schemas/stream';
import { type BookView, type Version, type ViewRegion, snapshotBody } from './book-view';

export class StreamMessage<Body extends OrderBookBody | TradeMessageBody> {
  private bytes: Buffer | null = null;

  constructor(readonly body: Body) {}

  /** As a text frame carries it. */
  get text(): Buffer {
    this.bytes ??= Buffer.from(JSON.stringify(this.body));
    return this.bytes;
  }
}

export type TradeMessage = StreamMessage<TradeMessageBody>;

export class Snapshot extends StreamMessage<OrderBookBody> {
  readonly version: Version;

  constructor(book: BookId, region: ViewRegion, view: BookView) {
    super(snapshotBody(book, region, view));
    this.version = { epoch: view.epoch, sequence: view.sequence };
  }
}

export function tradeMessage({ modelId, tenor }: BookId, trade: BookTrade): TradeMessage {
  const { id, price, quantity, taker_side, region, timestamp } = trade;
  return new StreamMessage({
    type: 'trade',
    id,
    model_id: modelId,
    tenor,
    price,
    quantity,
    taker_side,
    region,
    timestamp,
  });
}

/** What a view tells its readers at once: trades in their order, then the book, where it changed. */
export interface Update {
  readonly trades: readonly TradeMessage[];
  readonly snapshot: Snapshot | null;
}
