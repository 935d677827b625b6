/** Reads the fills of which a book was given nothing back: those that still hold its tokens. */
import type { BookId } from '../domain/instruments';
import type { RedisClient } from './connect-redis';
import { headKey } from './keys';
import { packId, unpackFill, unpackId, unpackOrderFill, type BookFill } from './layouts';

const ENTRIES_PER_PAGE = 1_000;
const ID_BYTES = 16;
/** Offset of the byte that says whether a fill was released. */
const RELEASED_AT = 28;
const FILL_BYTES = 29;
/** A fill of a bid. */
const ORDER_FILL_BYTES = 60;

export interface HeldFill extends BookFill {
  readonly fillId: string;
  /** Order of the filled bid; null for a reservation. */
  readonly orderId: string | null;
}

/**
 * One page of them, in no order, and the next cursor; null at the end. A fill that holds tokens from
 * the first page to the last is returned at least once.
 */
export async function readHeldFills(
  redis: RedisClient,
  book: BookId,
  cursor: string | null,
): Promise<{ readonly fills: readonly HeldFill[]; readonly cursor: string | null }> {
  const key = headKey(book);
  const [next, entries] = await redis.hscanBuffer(key, cursor ?? '0', 'COUNT', ENTRIES_PER_PAGE);
  const fills: HeldFill[] = [];
  for (let at = 0; at < entries.length; at += 2) {
    const [id, record] = [entries[at]!, entries[at + 1]!];
    if (id.length === ID_BYTES && isHeld(record)) fills.push(heldFill(unpackId(id), record));
  }
  return { fills, cursor: next.toString() === '0' ? null : next.toString() };
}

/** Those among these fills that still hold tokens. */
export async function stillHeld(
  redis: RedisClient,
  book: BookId,
  fillIds: readonly string[],
): Promise<HeldFill[]> {
  if (fillIds.length === 0) return [];
  const records = await redis.hmgetBuffer(headKey(book), ...fillIds.map(packId));
  return fillIds.flatMap((fillId, at) => {
    const record = records[at];
    return record && isHeld(record) ? [heldFill(fillId, record)] : [];
  });
}

function isHeld(record: Buffer): boolean {
  const isFill = record.length === FILL_BYTES || record.length === ORDER_FILL_BYTES;
  return isFill && record[RELEASED_AT] === 0;
}

function heldFill(fillId: string, record: Buffer): HeldFill {
  if (record.length === FILL_BYTES) return { fillId, ...unpackFill(record), orderId: null };
  const { askId, quantityTokens, epoch, orderId } = unpackOrderFill(fillId, record);
  return { fillId, askId, quantityTokens, epoch, orderId };
}
