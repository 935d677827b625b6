/**
 * The archive: finished records that are older than ARCHIVE_AFTER_DAYS, in one collection for each
 * kind and month (UTC), such as `fills_2026_08`. The time of a record is that of its id, of a journal
 * its `createdAt`.
 */
import { timeOfUuidV7 } from '../../domain/ids';
import type { JournalDocument } from '../journal';

/** What every chat leaves behind, except trades: candles are made from those. */
export const ARCHIVED = ['orders', 'fills', 'journals'] as const;
export type ArchivedName = (typeof ARCHIVED)[number];

/** Nothing younger is ever in the archive. */
export const ARCHIVE_AGE_MIN_MS = 86_400_000;

/** `YYYY_MM` */
export function monthAt(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 7).replace('-', '_');
}

/** Start of the month, and of the next one. */
export function boundsOf(month: string): { readonly from: Date; readonly until: Date } {
  const [year = 0, number = 1] = month.split('_').map(Number);
  return {
    from: new Date(Date.UTC(year, number - 1)),
    until: new Date(Date.UTC(year, number)),
  };
}

export function archiveName(of: ArchivedName, month: string): string {
  return `${of}_${month}`;
}

/** What an order leaves behind is archived in the month of the order and in the next one. */
export function monthsOfOrder(orderId: string): readonly string[] {
  const month = monthAt(timeOfUuidV7(orderId));
  return [month, monthAt(boundsOf(month).until.getTime())];
}

/** Milliseconds since the Unix epoch, by which a record belongs to a month. */
export function timeOfRecord(
  of: ArchivedName,
  record: { readonly _id: string } & Partial<Pick<JournalDocument, 'createdAt'>>,
): number {
  return of === 'journals' ? (record.createdAt?.getTime() ?? 0) : timeOfUuidV7(record._id);
}
