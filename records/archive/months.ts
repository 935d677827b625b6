/**
 * The archive: finished records that are older than ARCHIVE_AFTER_DAYS, in one collection for each
 * kind and month (UTC), such as `fills_2026_08`.
 */
import { ARCHIVE_DAYS_MIN } from '../../domain/archive';
import { timeOfUuidV7 } from '../../domain/ids';

/** What chats and draws leave behind; of contract orders, their trades, fills and lots. */
export const ARCHIVED = ['orders', 'fills', 'journals', 'trades', 'lots'] as const;
export type ArchivedName = (typeof ARCHIVED)[number];

/** The fields with the times of records; without one it is in their ids. */
export const TIME_FIELDS: Readonly<Partial<Record<ArchivedName, 'createdAt' | 'executedAt'>>> = {
  journals: 'createdAt',
  trades: 'executedAt',
};

const DAY_MS = 86_400_000;
/** Nothing younger is moved. */
export const ARCHIVE_AGE_MIN_MS = ARCHIVE_DAYS_MIN * DAY_MS;
/** Nothing younger is looked for in the archive: a day less, for clocks that differ. */
const SEARCHED_AGE_MS = ARCHIVE_AGE_MIN_MS - DAY_MS;

/** Whether a record of this time may be in the archive. */
export function mayBeArchived(timeMs: number): boolean {
  return timeMs < Date.now() - SEARCHED_AGE_MS;
}

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

/**
 * The lots of a contract have the time of its order in their ids. The contract was named with the
 * order, or with a later repetition of the request.
 */
export function monthsOfContract(contractId: string): readonly string[] {
  const { from, until } = boundsOf(monthAt(timeOfUuidV7(contractId)));
  return [from.getTime() - 1, from.getTime(), until.getTime()].map(monthAt);
}

/** Milliseconds since the Unix epoch, by which a record belongs to a month. */
export function timeOfRecord(
  of: ArchivedName,
  record: { readonly _id: string; readonly createdAt?: Date; readonly executedAt?: Date },
): number {
  const field = TIME_FIELDS[of];
  return field ? (record[field]?.getTime() ?? 0) : timeOfUuidV7(record._id);
}
