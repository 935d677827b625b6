/**
 * The tape: publishes every trade to the gateways in commit order, whichever process made it, even
 * if that process died. One relay at a time holds the tape. After a crash the next one starts from
 * the stored position: a trade may be published twice, and readers identify it by its id.
 */
import type { mongo } from 'mongoose';
import type { BookMessage } from '../domain/book-message';
import { formatPrice } from '../domain/money';
import { type Changes, LeasedChanges, type LeasedOptions } from './leased-changes';
import { changesWhere } from '../records/mongodb/change-stream';
import type { ReadCollections } from '../records/collections';
import type { TradeDocument } from '../records/documents/trade';

export interface TapeOptions extends LeasedOptions {
  publish(message: BookMessage): Promise<void>;
}

type Change = mongo.ChangeStreamInsertDocument<TradeDocument>;

export class Tape extends LeasedChanges<Change> {
  constructor(
    private readonly collections: Pick<ReadCollections, 'trades' | 'followers'>,
    private readonly options: TapeOptions,
  ) {
    super('tape', collections, options);
  }

  protected open(options: mongo.ChangeStreamOptions): Changes<Change> {
    const inserts = [changesWhere({ operationType: 'insert' })];
    return this.collections.trades.watch<TradeDocument, Change>(inserts, options);
  }

  /** A fill of zero tokens (a stream broken before its first token) is not published. */
  protected async take({ fullDocument }: Change): Promise<void> {
    if (fullDocument.quantityTokens > 0) await this.options.publish(messageOf(fullDocument));
  }

  /** The trades since the stored position stay untold. */
  protected override onLost(err: unknown): void {
    this.options.onError(err);
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
