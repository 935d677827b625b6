/**
 * Records of one kind, live and archived, read as if they were in one collection. The live ones are
 * read first: a record that moves meanwhile is found in one place or in both, and counts once.
 */
import type { mongo } from 'mongoose';
import { isUuid, timeOfUuidV7 } from '../../domain/ids';
import { atOneMoment } from '../at-one-moment';
import type { Sorting } from '../bounded-search';
import type { Records } from '../connect';
import type { FillDocument } from '../fill';
import type { JournalDocument } from '../journal';
import type { LotDocument } from '../lot';
import type { OrderDocument } from '../order';
import type { ReadCollection } from '../read-collection';
import { withReadLimit } from '../read-limits';
import type { TradeDocument } from '../trade';
import {
  TIME_FIELDS,
  type ArchivedName,
  archiveName,
  mayBeArchived,
  monthAt,
  timeOfRecord,
} from './months';
import { MonthGroups } from './month-groups';
import { onlyPlaced, readPlaces } from './places';
import { type Wanted, isWithin, wantedBy } from './wanted';
import { archivedMonths } from './with-archive';

export type PastSources = Pick<
  Records,
  'connection' | 'archiveMonths' | 'archivePlaces' | ArchivedName
>;
export type ArchivedDocument =
  OrderDocument | FillDocument | JournalDocument | TradeDocument | LotDocument;

interface PageQuery<Document> {
  readonly filter: mongo.Filter<Document>;
  readonly sorting: Sorting;
  readonly limit: number;
  /** Of journals and trades with their times. */
  readonly projection?: mongo.BSON.Document;
  /** What the filter selects lies between these times; absent when only the filter tells. */
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
}

export class Past<Document extends ArchivedDocument> {
  constructor(
    private readonly records: PastSources,
    protected readonly of: ArchivedName,
  ) {}

  /** Orders, fills and lots: the month is in the id. */
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
      if (found.has(id) || !isUuid(id) || !mayBeArchived(timeOfUuidV7(id))) continue;
      const name = archiveName(this.of, monthAt(timeOfUuidV7(id)));
      months.set(name, [...(months.get(name) ?? []), id]);
    }
    const archived = await Promise.all(
      [...months].map(([name, missing]) => this.find(name, filter(missing), projection).toArray()),
    );
    return [...live, ...archived.flat()];
  }

  /** In the order of their times, then of their ids. */
  async page(query: PageQuery<Document>): Promise<Document[]> {
    const { filter, sorting, limit, projection = {} } = query;
    let page = (await this.liveCollection
      .find(filter, { projection })
      .sort(this.sort(sorting))
      .limit(limit)
      .toArray()) as Document[];
    const wanted = wantedBy(this.of, filter, query);
    if (wanted.staysLive || this.isRecent(query, wanted, page)) return page;
    const months = await this.monthsWithin(wanted, sorting);
    const groups = new MonthGroups(months);
    for (let group = groups.first(); group.length > 0;) {
      const isFull = page.length === limit;
      const left = group.filter((month) => !isFull || !this.isBeyond(month, page.at(-1)!, sorting));
      if (left.length === 0) break;
      const archived = await this.readMonths(
        left.map(({ _id }) => _id),
        query,
      );
      page = [...onlyOnce([...page, ...archived])].sort(this.compare(sorting)).slice(0, limit);
      group = groups.next(archived.length, limit - page.length);
    }
    return page;
  }

  /** @returns at most `limit` */
  async count(
    filter: mongo.Filter<Document>,
    { limit, ...known }: Pick<PageQuery<Document>, 'from' | 'until' | 'limit'>,
  ): Promise<number> {
    const { from, until, places } = wantedBy(this.of, filter, known);
    if (from && !mayBeArchived(from.getTime())) {
      return this.liveCollection.countDocuments(filter, { limit });
    }
    return atOneMoment(this.records.connection, async (session) => {
      const months = await archivedMonths(this.records, session, {
        of: this.of,
        within: {
          from,
          until,
        },
        only: (found) => onlyPlaced(found, places, readPlaces(this.records, session)),
      });
      const part = [{ $match: filter }, { $limit: limit }, { $project: { _id: 1 } }];
      const unions = (months.get(this.of) ?? []).map((coll) => ({
        $unionWith: { coll, pipeline: part },
      }));
      const counted = [...part, ...unions, { $group: { _id: '$_id' } }, { $count: 'records' }];
      const [found] = await this.liveCollection
        .aggregate<{ records: number }>(counted, { session })
        .toArray();
      return Math.min(Number(found?.records ?? 0), limit);
    });
  }

  private get liveCollection(): ReadCollection<Document> {
    return this.records[this.of] as unknown as ReadCollection<Document>;
  }

  protected find(name: string, filter: object, projection: mongo.BSON.Document = {}) {
    const found = this.collection(name).find(filter, { projection });
    return found as unknown as mongo.FindCursor<Document>;
  }

  private collection(name: string): mongo.Collection {
    const { connection } = this.records;
    return withReadLimit(connection.getClient().db(connection.name).collection(name));
  }

  /** Each month gives what one page needs. */
  private async readMonths(
    [name, ...others]: readonly string[],
    { filter, sorting, limit, projection }: PageQuery<Document>,
  ): Promise<Document[]> {
    const first = [{ $sort: this.sort(sorting) }, { $limit: limit }];
    const hasProjection = Object.keys(projection ?? {}).length > 0;
    // In each part, which then needs its index alone when that has the fields.
    const shown = hasProjection ? [{ $project: projection }] : [];
    const part = [{ $match: filter }, ...first, ...shown];
    const unions = others.map((coll) => ({ $unionWith: { coll, pipeline: part } }));
    const rest = unions.length > 0 ? [...unions, ...first] : [];
    return (await this.collection(name!)
      .aggregate([...part, ...rest])
      .toArray()) as Document[];
  }

  private async monthsWithin(wanted: Wanted, sorting: Sorting) {
    const months = await this.records.archiveMonths
      .find({ of: this.of, ...isWithin(wanted) })
      .sort({ until: sorting === 'newest' ? -1 : 1 })
      .toArray();
    return onlyPlaced(months, wanted.places, readPlaces(this.records));
  }

  /** Whether the archive cannot have any record of the page. */
  private isRecent(
    { sorting, limit }: PageQuery<Document>,
    { from }: Wanted,
    page: Document[],
  ): boolean {
    if (from && !mayBeArchived(from.getTime())) return true;
    const last = page.at(-1);
    return (
      sorting === 'newest' &&
      page.length === limit &&
      last !== undefined &&
      !mayBeArchived(this.timeOf(last))
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
    const field = TIME_FIELDS[this.of];
    return { ...(field ? { [field]: direction } : {}), _id: direction };
  }

  private compare(sorting: Sorting) {
    const sign = sorting === 'newest' ? -1 : 1;
    return (one: Document, other: Document) => {
      const byTime = TIME_FIELDS[this.of] ? this.timeOf(one) - this.timeOf(other) : 0;
      return sign * (byTime || (one._id < other._id ? -1 : 1));
    };
  }
}

/** The live one of two. */
export function onlyOnce<Document extends { _id: string }>(
  documents: readonly Document[],
): Iterable<Document> {
  return new Map(documents.toReversed().map((document) => [document._id, document])).values();
}
