/**
 * Cursors of lists: opaque and authenticated, so that callers can neither read nor create one, nor
 * use it for another list (API-9).
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { fail } from '../domain/errors';
import type { FoundById } from '../records/queries/bounded-search';

const TAG_BYTES = 16;

export const pageQuerySchema = z.object({
  cursor: z.string().max(1_000).optional().meta({ description: 'Cursor of the previous page.' }),
  limit: pageSize(100, 50),
});

/** Digits only: `0x10` and `1e1` are numbers, but not valid sizes. */
export function pageSize(max: number, defaultSize: number) {
  const described = { type: 'integer', minimum: 1, maximum: max, default: defaultSize };
  return z
    .string()
    .regex(/^\d{1,6}$/, 'must be a whole number')
    .transform((text) => Number.parseInt(text, 10))
    .pipe(z.number().int().min(1).max(max))
    .default(defaultSize)
    .meta({ description: 'Page size.', ...described } as Record<string, unknown>);
}

export type PageQuery = z.output<typeof pageQuerySchema>;

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** The paging fields of every list, for a schema. */
export const pageFields = {
  next_cursor: z
    .string()
    .nullable()
    .meta({ description: 'Cursor of the next page; null on the last one.' }),
  has_more: z.boolean().meta({ description: 'Whether there is a next page.' }),
};

/** The paging fields of a page. */
export function pageEnd({ nextCursor }: Page<unknown>) {
  return { next_cursor: nextCursor, has_more: nextCursor !== null };
}

export class Cursors {
  private readonly key: Buffer;

  constructor(pepper: string) {
    this.key = createHmac('sha256', pepper).update('cursors').digest();
  }

  /** @param list the list and its owner: a cursor is valid for no other */
  encode(list: string, position: string): string {
    return Buffer.concat([this.tag(list, position), Buffer.from(position)]).toString('base64url');
  }

  /** @throws Failure `invalid_request` */
  decode(list: string, cursor: string): string {
    const bytes = Buffer.from(cursor, 'base64url');
    const position = bytes.subarray(TAG_BYTES).toString();
    const tag = bytes.subarray(0, TAG_BYTES);
    if (tag.length < TAG_BYTES || !timingSafeEqual(tag, this.tag(list, position))) {
      throw fail('invalid_request', { param: 'cursor', message: 'The cursor is not valid here.' });
    }
    return position;
  }

  /**
   * One page of a list.
   * @param read returns up to `count` documents after the position, or from the start
   * @param positionOf the sort key of the list; by default the id
   */
  async page<Item extends { _id: string }>(
    list: string,
    query: PageQuery,
    read: (behind: string | null, count: number) => Promise<Item[]>,
    positionOf: (item: Item) => string = ({ _id }) => _id,
  ): Promise<Page<Item>> {
    const behind = query.cursor === undefined ? null : this.decode(list, query.cursor);
    const found = await read(behind, query.limit + 1);
    const items = found.slice(0, query.limit);
    const last = items.at(-1);
    const hasMore = found.length > items.length && last !== undefined;
    return { items, nextCursor: hasMore ? this.encode(list, positionOf(last)) : null };
  }

  /** A page of a search with a bound: the next one begins where this one has stopped. */
  async searchPage<Item extends { _id: string }>(
    list: string,
    query: PageQuery,
    search: (behindId: string | null, count: number) => Promise<FoundById<Item>>,
  ): Promise<Page<Item>> {
    let searchedToId: string | null = null;
    const page = await this.page(list, query, async (behindId, count) => {
      const found = await search(behindId, count);
      searchedToId = found.searchedToId;
      return found.items;
    });
    const stopped = searchedToId === null ? null : this.encode(list, searchedToId);
    return { ...page, nextCursor: page.nextCursor ?? stopped };
  }

  private tag(list: string, position: string): Buffer {
    const text = `${list}\n${position}`;
    return createHmac('sha256', this.key).update(text).digest().subarray(0, TAG_BYTES);
  }
}
