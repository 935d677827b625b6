/** Live and archived records of each kind. */
import type { mongo } from 'mongoose';
import { isUuid, timeOfUuidV7 } from '../../domain/ids';
import { LEAST_REQUEST_TOKENS } from '../../domain/prompts/size';
import { DURABLE } from '../durable';
import type { FillDocument } from '../fill';
import type { JournalDocument } from '../journal';
import type { LotDocument } from '../lot';
import type { OrderDocument } from '../order';
import type { TradeDocument } from '../trade';
import { archiveName, mayBeArchived, monthsOfContract, monthsOfOrder } from './months';
import { Past, type PastSources, onlyOnce } from './past-records';

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
    const read = (name: string) => this.find(name, { orderId }).sort({ createdAt: 1 }).limit(limit);
    const live = await read(this.of).toArray();
    const names = isOld(orderId)
      ? monthsOfOrder(orderId).map((month) => archiveName(this.of, month))
      : [];
    const archived = await Promise.all(names.map((name) => read(name).toArray()));
    const all = [...onlyOnce([...live, ...archived.flat()])].sort(
      (one, other) => one.createdAt.getTime() - other.createdAt.getTime(),
    );
    return limit === 0 ? all : all.slice(0, limit);
  }

  /** In no order. */
  async ofOrders(orderIds: readonly string[]): Promise<Document[]> {
    const filter = (some: Iterable<string>) => ({ orderId: { $in: [...some] } });
    const live = await this.find(this.of, filter(orderIds)).toArray();
    const months = new Map<string, Set<string>>();
    for (const id of orderIds.filter((orderId) => isOld(orderId))) {
      for (const month of monthsOfOrder(id)) {
        months.set(month, (months.get(month) ?? new Set()).add(id));
      }
    }
    const archived = await Promise.all(
      [...months].map(([month, some]) =>
        this.find(archiveName(this.of, month), filter(some)).toArray(),
      ),
    );
    return [...onlyOnce([...live, ...archived.flat()])];
  }
}

class PastLots extends Past<LotDocument> {
  /** In the order of their ids. */
  async ofContract(
    contractId: string,
    projection: mongo.BSON.Document = {},
  ): Promise<LotDocument[]> {
    const live = await this.find(this.of, { contractId }, projection)
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
    const months = isOld(contractId) ? monthsOfContract(contractId) : [];
    for (const name of [this.of, ...months.map((month) => archiveName(this.of, month))]) {
      const other = this.find(name, others, { _id: 1 }).withReadConcern(DURABLE.readConcern);
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
    const found = monthsOfContract(contractId).map((month) =>
      this.find(archiveName(this.of, month), { contractId }, projection).toArray(),
    );
    return (await Promise.all(found)).flat();
  }
}

/** Whether what belongs to this id may be in the archive. */
function isOld(id: string): boolean {
  return isUuid(id) && mayBeArchived(timeOfUuidV7(id));
}
