/** Live and archived records of each kind. */
import type { mongo } from 'mongoose';
import { LEAST_REQUEST_TOKENS } from '../../domain/prompts/size';
import { DURABLE } from '../mongodb/durable';
import type { FillDocument } from '../documents/fill';
import type { JournalDocument } from '../documents/journal';
import type { LotDocument } from '../documents/lot';
import type { OrderDocument } from '../documents/order';
import type { TradeDocument } from '../documents/trade';
import { isOld } from './archives';
import { Past, type PastSources, find, onlyOnce } from './past-records';

export type { ArchivedDocument, Past, PastSources } from './past-records';

export const pastOrders = (records: PastSources) => new Past<OrderDocument>(records, 'orders');
export const pastFills = (records: PastSources) => new PastOfOrders<FillDocument>(records, 'fills');
export const pastJournals = (records: PastSources) =>
  new PastOfOrders<JournalDocument>(records, 'journals');
export const pastTrades = (records: PastSources) => new Past<TradeDocument>(records, 'trades');
export const pastLots = (records: PastSources) => new PastLots(records, 'lots');

class PastOfOrders<Document extends FillDocument | JournalDocument> extends Past<Document> {
  /** Oldest first. */
  async ofOrder(orderId: string, limit = 0): Promise<Document[]> {
    const all = (await this.ofOrders([orderId])).sort(
      (one, other) => one.createdAt.getTime() - other.createdAt.getTime(),
    );
    return limit === 0 ? all : all.slice(0, limit);
  }

  /** In no order. */
  async ofOrders(orderIds: readonly string[]): Promise<Document[]> {
    const live = await find(this.live, { orderId: { $in: [...orderIds] } }).toArray();
    const old = orderIds.filter(isOld);
    if (old.length === 0) return live;
    const archived = await find(this.archive, { orderId: { $in: old } }).toArray();
    return [...onlyOnce([...live, ...archived])];
  }
}

class PastLots extends Past<LotDocument> {
  /** In the order of their ids. */
  async ofContract(
    contractId: string,
    projection: mongo.BSON.Document = {},
  ): Promise<LotDocument[]> {
    const live = await find(this.live, { contractId }, projection)
      .withReadConcern(DURABLE.readConcern)
      .sort({ _id: 1 })
      .toArray();
    const archived = await this.archivedOfContract(contractId, projection);
    if (archived.length === 0) return live;
    const all = [...onlyOnce([...live, ...archived])];
    return all.sort((one, other) => (one._id < other._id ? -1 : 1));
  }

  /** Whether all of them were drawn, to less than the least request. Reads at most one lot. */
  async areExhausted(contractId: string): Promise<boolean> {
    const leftTokens = { $add: ['$remainingTokens', '$reservedTokens'] };
    const canBeDrawn = { $gte: [leftTokens, LEAST_REQUEST_TOKENS] };
    const isOther = { $or: [{ $ne: ['$status', 'open'] }, canBeDrawn] };
    const others = { contractId, status: { $ne: 'exhausted' }, $expr: isOther } as const;
    for (const lots of isOld(contractId) ? [this.live, this.archive] : [this.live]) {
      const other = find(lots, others, { _id: 1 }).withReadConcern(DURABLE.readConcern);
      if (await other.limit(1).hasNext()) return false;
    }
    return true;
  }

  /** Those that have moved. */
  async archivedOfContract(
    contractId: string,
    projection: mongo.BSON.Document = {},
  ): Promise<LotDocument[]> {
    if (!isOld(contractId)) return [];
    return find(this.archive, { contractId }, projection).toArray();
  }
}
