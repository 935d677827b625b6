/** A page of accounts or sellers, all or by a part of their name. */
import type { ReadCollection } from '../../records/mongodb/read-collection';
import { searchByName } from '../../records/queries/search-by-name';
import type { Cursors, Page, PageQuery } from '../cursor';

export async function namedPage<Document extends { _id: string; name: string }>(
  cursors: Cursors,
  list: string,
  { q = '', cursor, limit }: PageQuery & { readonly q?: string | undefined },
  collection: ReadCollection<Document>,
): Promise<Page<Document>> {
  const asked = q === '' ? list : `${list}\n${q}`;
  const behindId = cursor === undefined ? null : cursors.decode(asked, cursor);
  const { items, nextId } = await searchByName(collection, q, behindId, limit);
  return {
    items: items as readonly Document[],
    nextCursor: nextId === null ? null : cursors.encode(asked, nextId),
  };
}
