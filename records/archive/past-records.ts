/**
 * Records of one kind, live and archived, read as if they were in one collection. The live ones are
 * read first: a record that moves meanwhile is found in one place or in both, and counts once.
 */
import type { mongo } from 'mongoose';
import { atOneMoment } from '../mongodb/at-one-moment';
import type { Sorting } from '../queries/bounded-search';
import type { Records } from '../connect';
import type { FillDocument } from '../documents/fill';
import type { JournalDocument } from '../documents/journal';
import type { LotDocument } from '../documents/lot';
import type { OrderDocument } from '../documents/order';
import type { ReadCollection } from '../mongodb/read-collection';
import type { TradeDocument } from '../documents/trade';
import {
  ARCHIVE_OF,
  type ArchivedName,
  TIME_FIELDS,
  isOld,
  mayBeArchived,
  timeOfRecord,
} from './archives';
import { unionWithArchive } from './with-archive';

export type PastSources = Pick<
  Records,
  'connection' | ArchivedName | (typeof ARCHIVE_OF)[ArchivedName]
>;
export type ArchivedDocument =
  OrderDocument | FillDocument | JournalDocument | TradeDocument | LotDocument;

interface PageQuery<Document> {
  readonly filter: mongo.Filter<Document>;
  readonly sorting: Sorting;
  readonly limit: number;
  /** Of journals and trades with their times. */
  readonly projection?: mongo.BSON.Document;
  /** Whether such records never move. */
  readonly staysLive?: boolean;
}

export class Past<Document extends ArchivedDocument> {
  protected readonly live: ReadCollection<Document>;
  protected readonly archive: ReadCollection<Document>;

  constructor(
    private readonly records: PastSources,
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
  async byIds(ids: readonly string[], projection: mongo.BSON.Document = {}): Promise<Document[]> {
    const live = await find(this.live, { _id: { $in: [...ids] } }, projection).toArray();
    const found = new Set(live.map(({ _id }) => _id));
    const missing = ids.filter((id) => !found.has(id) && isOld(id));
    if (missing.length === 0) return live;
    return [
      ...live,
      ...(await find(this.archive, { _id: { $in: missing } }, projection).toArray()),
    ];
  }

  /** In the order of their times, then of their ids. */
  async page(query: PageQuery<Document>): Promise<Document[]> {
    const { filter, sorting, limit, projection, staysLive = false } = query;
    const direction = sorting === 'newest' ? -1 : 1;
    const timeField = TIME_FIELDS[this.of];
    const sort = { ...(timeField && { [timeField]: direction }), _id: direction } as const;
    const read = (collection: ReadCollection<Document>) =>
      find(collection, filter, projection).sort(sort).limit(limit).toArray();
    const live = await read(this.live);
    const last = live.at(-1);
    const isRecent = last && !mayBeArchived(timeOfRecord(this.of, last));
    if (staysLive || (sorting === 'newest' && live.length === limit && isRecent)) return live;
    return [...onlyOnce([...live, ...(await read(this.archive))])]
      .sort((one, other) => {
        const byTime = timeField ? timeOfRecord(this.of, one) - timeOfRecord(this.of, other) : 0;
        return direction * (byTime || (one._id < other._id ? -1 : 1));
      })
      .slice(0, limit);
  }

  /** @returns at most `limit` */
  async count(filter: mongo.Filter<Document>, limit: number): Promise<number> {
    const part = [{ $match: filter }, { $limit: limit }, { $project: { _id: 1 } }];
    const both = [...part, unionWithArchive(this.of, part)];
    const counted = [...both, { $group: { _id: '$_id' } }, { $count: 'records' }];
    const [found] = await atOneMoment(this.records.connection, (session) =>
      this.live.aggregate<{ records: number }>(counted, { session }).toArray(),
    );
    return Math.min(Number(found?.records ?? 0), limit);
  }
}

/** With the types of whole records, whatever the projection leaves of them. */
export function find<Document extends ArchivedDocument>(
  collection: ReadCollection<Document>,
  filter: object,
  projection: mongo.BSON.Document = {},
): mongo.FindCursor<Document> {
  const found = collection.find(filter as mongo.Filter<Document>, { projection });
  return found as unknown as mongo.FindCursor<Document>;
}

/** The live one of two. */
export function onlyOnce<Document extends { _id: string }>(
  documents: readonly Document[],
): Iterable<Document> {
  return new Map(documents.toReversed().map((document) => [document._id, document])).values();
}
