/**
 * Records of one kind, live and archived, read as if they were in one collection. The live ones are
 * read first: a record that moves meanwhile is found in one place or in both, and counts once.
 */
import type { mongo } from 'mongoose';
import { isUuid, timeOfUuidV7 } from '../../domain/ids';
import type { Sorting } from '../bounded-search';
import type { Records } from '../connect';
import type { FillDocument } from '../fill';
import type { JournalDocument } from '../journal';
import type { OrderDocument } from '../order';
import type { ReadCollection } from '../read-collection';
import { withReadLimit } from '../read-limits';
import {
  ARCHIVE_AGE_MIN_MS,
  type ArchivedName,
  archiveName,
  monthAt,
  monthsOfOrder,
  timeOfRecord,
} from './months';

export type PastSources = Pick<Records, 'connection' | 'archiveMonths' | ArchivedName>;
type ArchivedDocument = OrderDocument | FillDocument | JournalDocument;

/** Months that one command reads. */
const MONTHS_PER_READ = 12;

interface PageQuery<Document> {
  readonly filter: mongo.Filter<Document>;
  readonly sorting: Sorting;
  readonly limit: number;
  readonly projection?: mongo.BSON.Document;
  /** What the filter selects lies between these times; absent when they are not known. */
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
}

export const pastOrders = (records: PastSources) => new Past<OrderDocument>(records, 'orders');
export const pastFills = (records: PastSources) => new Past<FillDocument>(records, 'fills');
export const pastJournals = (records: PastSources) =>
  new Past<JournalDocument>(records, 'journals');

class Past<Document extends ArchivedDocument> {
  constructor(
    private readonly records: PastSources,
    private readonly of: ArchivedName,
  ) {}

  /** Orders and fills: the month is in the id. */
  async byId(id: string, projection: mongo.BSON.Document = {}): Promise<Document | null> {
    return (await this.byIds([id], projection))[0] ?? null;
  }

  /** In no order. */
  async byIds(ids: readonly string[], projection: mongo.BSON.Document = {}): Promise<Document[]> {
    const filter = (some: readonly string[]) => ({ _id: { $in: [...some] } });
    const live = await this.find(this.of, filter(ids), projection).toArray();
    const found = new Set(live.map(({ _id }) => _id));
    const months = new Map<string, string[]>();
    for (const id of new Set(ids)) {
      if (found.has(id) || !isUuid(id) || !isOldEnough(timeOfUuidV7(id))) continue;
      const name = archiveName(this.of, monthAt(timeOfUuidV7(id)));
      months.set(name, [...(months.get(name) ?? []), id]);
    }
    const archived = await Promise.all(
      [...months].map(([name, missing]) => this.find(name, filter(missing), projection).toArray()),
    );
    return [...live, ...archived.flat()];
  }

  /** Fills and journals, oldest first. */
  async ofOrder(orderId: string, limit = 0): Promise<Document[]> {
    const read = (name: string) => this.find(name, { orderId }).sort({ createdAt: 1 }).limit(limit);
    const live = await read(this.of).toArray();
    const isArchived = isUuid(orderId) && isOldEnough(timeOfUuidV7(orderId));
    const names = isArchived
      ? monthsOfOrder(orderId).map((month) => archiveName(this.of, month))
      : [];
    const archived = await Promise.all(names.map((name) => read(name).toArray()));
    const all = [...onlyOnce([...live, ...archived.flat()])].sort(
      (one, other) => one.createdAt.getTime() - other.createdAt.getTime(),
    );
    return limit === 0 ? all : all.slice(0, limit);
  }

  /** In the order of their times, then of their ids. */
  async page(query: PageQuery<Document>): Promise<Document[]> {
    const { filter, sorting, limit, projection = {} } = query;
    let page = (await this.liveCollection
      .find(filter, { projection })
      .sort(this.sort(sorting))
      .limit(limit)
      .toArray()) as Document[];
    if (this.isRecent(query, page)) return page;
    const names = await this.monthsWithin(query);
    for (let at = 0; at < names.length; at += MONTHS_PER_READ) {
      const isFull = page.length === limit;
      const left = names
        .slice(at, at + MONTHS_PER_READ)
        .filter((month) => !isFull || !this.isBeyond(month, page.at(-1)!, sorting));
      if (left.length === 0) break;
      const archived = await this.readMonths(
        left.map(({ _id }) => _id),
        query,
      );
      page = [...onlyOnce([...page, ...archived])].sort(this.compare(sorting)).slice(0, limit);
    }
    return page;
  }

  private get liveCollection(): ReadCollection<Document> {
    return this.records[this.of] as unknown as ReadCollection<Document>;
  }

  private find(name: string, filter: object, projection: mongo.BSON.Document = {}) {
    const found = this.collection(name).find(filter, { projection });
    return found as unknown as mongo.FindCursor<Document>;
  }

  private collection(name: string): mongo.Collection {
    const { connection } = this.records;
    return withReadLimit(connection.getClient().db(connection.name).collection(name));
  }

  /** Each month gives what one page needs. */
  private async readMonths(
    [first, ...others]: readonly string[],
    { filter, sorting, limit, projection }: PageQuery<Document>,
  ): Promise<Document[]> {
    const part = [{ $match: filter }, { $sort: this.sort(sorting) }, { $limit: limit }];
    const unions = others.map((coll) => ({ $unionWith: { coll, pipeline: part } }));
    const hasProjection = Object.keys(projection ?? {}).length > 0;
    const shown = hasProjection ? [{ $project: projection }] : [];
    const rest = unions.length > 0 ? [...unions, ...part.slice(1)] : [];
    return (await this.collection(first!)
      .aggregate([...part, ...rest, ...shown])
      .toArray()) as Document[];
  }

  private async monthsWithin({ sorting, from, until }: PageQuery<Document>) {
    return this.records.archiveMonths
      .find({
        of: this.of,
        ...(from ? { until: { $gt: from } } : {}),
        ...(until ? { from: { $lte: until } } : {}),
      })
      .sort({ _id: sorting === 'newest' ? -1 : 1 })
      .toArray();
  }

  /** Whether the archive cannot have any record of the page. */
  private isRecent({ sorting, limit, from }: PageQuery<Document>, page: Document[]): boolean {
    if (from && !isOldEnough(from.getTime())) return true;
    const last = page.at(-1);
    return (
      sorting === 'newest' &&
      page.length === limit &&
      last !== undefined &&
      !isOldEnough(this.timeOf(last))
    );
  }

  private isBeyond(
    { from, until }: { readonly from: Date; readonly until: Date },
    last: Document,
    sorting: Sorting,
  ): boolean {
    const timeMs = this.timeOf(last);
    return sorting === 'newest' ? timeMs >= until.getTime() : timeMs < from.getTime();
  }

  private timeOf(record: Document): number {
    return timeOfRecord(this.of, record);
  }

  private sort(sorting: Sorting): Record<string, 1 | -1> {
    const direction = sorting === 'newest' ? -1 : 1;
    return this.of === 'journals' ? { createdAt: direction, _id: direction } : { _id: direction };
  }

  private compare(sorting: Sorting) {
    const sign = sorting === 'newest' ? -1 : 1;
    return (one: Document, other: Document) => {
      const byTime = this.of === 'journals' ? this.timeOf(one) - this.timeOf(other) : 0;
      return sign * (byTime || (one._id < other._id ? -1 : 1));
    };
  }
}

function isOldEnough(timeMs: number): boolean {
  return timeMs < Date.now() - ARCHIVE_AGE_MIN_MS;
}

function onlyOnce<Document extends { _id: string }>(
  documents: readonly Document[],
): Iterable<Document> {
  return new Map(documents.toReversed().map((document) => [document._id, document])).values();
}
