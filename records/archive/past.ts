/**
 * Records of one kind, live and archived, read as if they were in one collection. The live ones are
 * read first: a record that moves meanwhile is found in one place or in both, and counts once.
 */
import type { mongo } from 'mongoose';
import { LEAST_REQUEST_TOKENS } from '../../domain/prompts/size';
import type { ReadCollections } from '../collections';
import type { FillDocument } from '../documents/fill';
import type { JournalDocument } from '../documents/journal';
import type { LotDocument } from '../documents/lot';
import type { OrderDocument } from '../documents/order';
import type { TradeDocument } from '../documents/trade';
import { DURABLE } from '../mongodb/durable';
import type { ReadCollection } from '../mongodb/read-collection';
import type { PageReader, Sorting } from '../queries/bounded-search';
import {
  ARCHIVE_OF,
  type ArchivedName,
  TIME_FIELDS,
  isOld,
  mayBeArchived,
  timeOfRecord,
} from './archives';
import { unionWithArchive } from './with-archive';

export type PastSources = Pick<ReadCollections, ArchivedName | (typeof ARCHIVE_OF)[ArchivedName]>;
export type ArchivedDocument =
  OrderDocument | FillDocument | JournalDocument | TradeDocument | LotDocument;

export const pastOrders = (records: PastSources) => new Past<OrderDocument>(records, 'orders');
export const pastFills = (records: PastSources) => new PastOfOrders<FillDocument>(records, 'fills');
export const pastJournals = (records: PastSources) =>
  new PastOfOrders<JournalDocument>(records, 'journals');
export const pastTrades = (records: PastSources) => new Past<TradeDocument>(records, 'trades');
export const pastLots = (records: PastSources) => new PastLots(records, 'lots');

interface Query {
  readonly filter?: object;
  /** Of journals and trades with their times. */
  readonly projection?: mongo.BSON.Document;
  readonly limit?: number;
}

interface PageQuery<Document> extends Query {
  readonly filter: mongo.Filter<Document>;
  readonly sorting: Sorting;
  readonly limit: number;
  /** Whether such records never move. */
  readonly staysLive?: boolean;
}

export class Past<Document extends ArchivedDocument> {
  private readonly live: ReadCollection<Document>;
  private readonly archive: ReadCollection<Document>;

  constructor(
    records: PastSources,
    private readonly of: ArchivedName,
  ) {
    this.live = records[of] as unknown as ReadCollection<Document>;
    this.archive = records[ARCHIVE_OF[of]] as unknown as ReadCollection<Document>;
  }

  /** Orders, fills and lots: the age is in the id. */
  async byId(id: string, projection: mongo.BSON.Document = {}): Promise<Document | null> {
    return (await this.byIds([id], projection))[0] ?? null;
  }

  /** In no order. */
  byIds(ids: readonly string[], projection: mongo.BSON.Document = {}): Promise<Document[]> {
    return this.having('_id', ids, { projection });
  }

  /** Durable; in no order. The archive is asked for old ids, once for each record. */
  protected async having(
    field: string,
    ids: readonly string[],
    { filter = {}, ...query }: Query = {},
  ): Promise<Document[]> {
    const read = (place: ReadCollection<Document>, some: readonly string[]) =>
      find(place, { ...filter, [field]: { $in: some } }, query, DURABLE).toArray();
    const live = await read(this.live, ids);
    const found = new Set(live.map(({ _id }) => _id));
    const missing = ids.filter((id) => isOld(id) && !found.has(id));
    if (missing.length === 0) return live;
    return onlyOnce([...live, ...(await read(this.archive, missing))]);
  }

  /** In the order of their times, then of their ids. */
  async page(query: PageQuery<Document>): Promise<Document[]> {
    const { filter, sorting, limit, staysLive = false } = query;
    const direction = sorting === 'newest' ? -1 : 1;
    const timeField = TIME_FIELDS[this.of];
    const sort = { ...(timeField && { [timeField]: direction }), _id: direction } as const;
    const read = (place: ReadCollection<Document>) =>
      find(place, filter, query).sort(sort).toArray();
    const live = await read(this.live);
    const last = live.at(-1);
    const isRecent = last && !mayBeArchived(timeOfRecord(this.of, last));
    if (staysLive || (sorting === 'newest' && live.length === limit && isRecent)) return live;
    return onlyOnce([...live, ...(await read(this.archive))])
      .sort((one, other) => {
        const byTime = timeField ? timeOfRecord(this.of, one) - timeOfRecord(this.of, other) : 0;
        return direction * (byTime || (one._id < other._id ? -1 : 1));
      })
      .slice(0, limit);
  }

  /** @param whole the projection of complete records */
  pages(whole: mongo.BSON.Document): PageReader<Document> {
    return (filter, sorting, limit, projection = whole) =>
      this.page({ filter, sorting, limit, projection });
  }

  /** @returns at most `limit` */
  async count(filter: mongo.Filter<Document>, limit: number): Promise<number> {
    const part = [{ $match: filter }, { $limit: limit }, { $project: { _id: 1 } }];
    const both = [...part, unionWithArchive(this.of, part)];
    const counted = [...both, { $group: { _id: '$_id' } }, { $count: 'records' }];
    const [found] = await this.live.aggregate<{ records: number }>(counted).toArray();
    return Math.min(Number(found?.records ?? 0), limit);
  }
}

class PastOfOrders<Document extends FillDocument | JournalDocument> extends Past<Document> {
  /** Oldest first. */
  async ofOrder(orderId: string): Promise<Document[]> {
    const found = await this.ofOrders([orderId]);
    return found.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  }

  /** In no order. */
  ofOrders(orderIds: readonly string[]): Promise<Document[]> {
    return this.having('orderId', orderIds);
  }
}

class PastLots extends Past<LotDocument> {
  /** In the order of their ids. */
  async ofContract(contractId: string): Promise<LotDocument[]> {
    const found = await this.having('contractId', [contractId]);
    return found.sort((one, other) => (one._id < other._id ? -1 : 1));
  }

  /** Whether all of them were drawn, to less than the least request. Reads at most one of each place. */
  async areExhausted(contractId: string): Promise<boolean> {
    const leftTokens = { $add: ['$remainingTokens', '$reservedTokens'] };
    const canBeDrawn = { $gte: [leftTokens, LEAST_REQUEST_TOKENS] };
    const isOther = { $or: [{ $ne: ['$status', 'open'] }, canBeDrawn] };
    const filter = { status: { $ne: 'exhausted' }, $expr: isOther };
    const projection = { _id: 1 };
    const others = await this.having('contractId', [contractId], { filter, projection, limit: 1 });
    return others.length === 0;
  }
}

/** With the types of whole records, whatever the projection leaves of them. */
function find<Document extends ArchivedDocument>(
  place: ReadCollection<Document>,
  filter: object,
  { projection = {}, limit = 0 }: Query,
  options: mongo.FindOptions = {},
): mongo.FindCursor<Document> {
  const found = place.find(filter as mongo.Filter<Document>, { ...options, projection, limit });
  return found as unknown as mongo.FindCursor<Document>;
}

/** The live one of two. */
export function onlyOnce<Document extends { _id: string }>(
  documents: readonly Document[],
): Document[] {
  return [...new Map(documents.toReversed().map((document) => [document._id, document])).values()];
}
