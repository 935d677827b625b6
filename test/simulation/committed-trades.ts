/** The trades of a simulation in the order in which they were committed, as MongoDB tells it. */
import type { mongo } from 'mongoose';
import type { BookId } from '../../domain/instruments';
import type { WritableRecords } from '../../records/connect';
import type { TradeDocument } from '../../records/documents/trade';

type Inserted = mongo.ChangeStreamInsertDocument<TradeDocument>;

export class CommittedTrades {
  private readonly trades: TradeDocument[] = [];

  private constructor(private readonly stream: mongo.ChangeStream<TradeDocument, Inserted>) {}

  /** From now on. */
  static async follow({ trades }: WritableRecords): Promise<CommittedTrades> {
    const inserts = [{ $match: { operationType: 'insert' } }];
    const stream = trades.watch<TradeDocument, Inserted>(inserts, { maxAwaitTimeMS: 1 });
    const committed = new CommittedTrades(stream);
    await stream.tryNext(); // opens it
    return committed;
  }

  /** Those of tokens: a fill of none is no trade for others. */
  async of({ modelId, tenor }: BookId): Promise<readonly TradeDocument[]> {
    for (let next = await this.stream.tryNext(); next; next = await this.stream.tryNext())
      this.trades.push(next.fullDocument);
    return this.trades.filter(
      (trade) => trade.modelId === modelId && trade.tenor === tenor && trade.quantityTokens > 0,
    );
  }

  close(): Promise<void> {
    return this.stream.close();
  }
}
