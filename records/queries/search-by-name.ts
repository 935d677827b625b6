/** Accounts or sellers by a part of their name, or by their id, newest first. */
import type { mongo } from 'mongoose';
import { isUuid } from '../../domain/ids';
import { contains, pagesOf, searchById } from './bounded-search';
import type { ReadCollection } from '../mongodb/read-collection';

interface Named {
  _id: string;
  name: string;
}

export interface FoundByName<Document> {
  readonly items: readonly Document[];
  /** The next page starts behind it; null at the end. */
  readonly nextId: string | null;
}

/** @param text '' for all */
export async function searchByName<Document extends Named>(
  collection: ReadCollection<Document>,
  text: string,
  behindId: string | null,
  limit: number,
): Promise<FoundByName<Document>> {
  const id = text.trim().toLowerCase();
  const indexed = (isUuid(id) ? { _id: id } : {}) as mongo.Filter<Document>;
  const isAll = text === '' || isUuid(id);
  const rest = (isAll ? {} : { $expr: contains('name', text) }) as mongo.Filter<Document>;
  const search = { indexed, rest, behindId, sorting: 'newest' as const };
  const { items, searchedToId } = await searchById(pagesOf(collection), search, limit + 1);
  const page = items.slice(0, limit);
  const hasMore = items.length > page.length;
  return { items: page, nextId: hasMore ? String(page.at(-1)?._id) : searchedToId };
}
