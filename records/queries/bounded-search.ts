/**
 * A page of a search with filters that have no index: it scans a limited number of documents, so that
 * its cost does not grow with the collection, and says how far it came.
 */
import type { mongo } from 'mongoose';
import type { ReadCollection } from '../mongodb/read-collection';

/** Documents scanned for one page. */
export const SCANNED_PER_PAGE = 1_000;

export type Sorting = 'newest' | 'oldest';

export interface SearchById<Document> {
  /** Has an index in the order of ids. */
  readonly indexed: mongo.Filter<Document>;
  /** Filters the scanned documents; empty for none. */
  readonly rest: mongo.Filter<Document>;
  /** Only after this document in the sorting. */
  readonly behindId: string | null;
  readonly sorting: Sorting;
}

export interface FoundById<Document> {
  readonly items: Document[];
  /** The search has covered all documents up to this one; null when it has covered all. */
  readonly searchedToId: string | null;
}

/** Reads documents in the order of their ids. */
export type PageReader<Document> = (
  filter: mongo.Filter<Document>,
  sorting: Sorting,
  limit: number,
  projection?: mongo.BSON.Document,
) => Promise<Document[]>;

export function pagesOf<Document extends { _id: string }>(
  collection: ReadCollection<Document>,
  options: mongo.FindOptions = {},
): PageReader<Document> {
  return (filter, sorting, limit, projection) =>
    collection
      .find(filter, projection ? { ...options, projection } : options)
      .sort({ _id: sorting === 'newest' ? -1 : 1 })
      .limit(limit)
      .toArray() as unknown as Promise<Document[]>;
}

export async function searchById<Document extends { _id: string }>(
  read: PageReader<Document>,
  { indexed, rest, behindId, sorting }: SearchById<Document>,
  count: number,
): Promise<FoundById<Document>> {
  const behind = behindId === null ? {} : { _id: beyond(sorting, behindId) };
  const within = { $and: [indexed, behind] } as mongo.Filter<Document>;
  if (Object.keys(rest).length === 0)
    return { items: await read(within, sorting, count), searchedToId: null };
  const scanned = await read(within, sorting, SCANNED_PER_PAGE + 1, { _id: 1 });
  const last = scanned.length > SCANNED_PER_PAGE ? scanned[SCANNED_PER_PAGE - 1] : undefined;
  const searchedToId = last?._id ?? null;
  const to = searchedToId === null ? {} : { _id: upTo(sorting, searchedToId) };
  const filter = { $and: [indexed, behind, to, rest] } as mongo.Filter<Document>;
  return { items: await read(filter, sorting, count), searchedToId };
}

/** Whether a document comes before another one in the sorting. */
export function isBefore(sorting: Sorting, id: string, otherId: string): boolean {
  return sorting === 'newest' ? id > otherId : id < otherId;
}

export function beyond(sorting: Sorting, id: string) {
  return sorting === 'newest' ? { $lt: id } : { $gt: id };
}

function upTo(sorting: Sorting, id: string) {
  return sorting === 'newest' ? { $gte: id } : { $lte: id };
}

/** A literal match in any case: no character has a special meaning. */
export function contains(field: string, text: string) {
  const found = { $indexOfCP: [{ $toLower: `$${field}` }, { $literal: text.toLowerCase() }] };
  return { $gte: [found, 0] };
}
