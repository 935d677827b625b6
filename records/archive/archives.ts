/**
 * The archive: finished records that are older than ARCHIVE_AFTER_DAYS, in one collection for each
 * kind, such as `archivedfills`.
 */
import { ARCHIVE_DAYS_MIN } from '../../domain/archive';
import { isUuid, timeOfUuidV7 } from '../../domain/ids';

/** What chats and draws leave behind; of contract orders, their trades, fills and lots. */
export const ARCHIVE_OF = {
  orders: 'archivedOrders',
  fills: 'archivedFills',
  journals: 'archivedJournals',
  trades: 'archivedTrades',
  lots: 'archivedLots',
} as const;
export type ArchivedName = keyof typeof ARCHIVE_OF;
export const ARCHIVED = Object.keys(ARCHIVE_OF) as ArchivedName[];

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

/** Name of the collection in MongoDB. */
export function archiveName(of: ArchivedName): string {
  return ARCHIVE_OF[of].toLowerCase();
}

/** Whether a record of this time may be in the archive. */
export function mayBeArchived(timeMs: number): boolean {
  return timeMs < Date.now() - SEARCHED_AGE_MS;
}

/** Whether the record with this id, or what belongs to it, may be in the archive. */
export function isOld(id: string): boolean {
  return isUuid(id) && mayBeArchived(timeOfUuidV7(id));
}

/** Whether an id has an earlier time, so that its record, or what belongs to it, is looked for in the archive. */
export function isOfBefore(id: unknown, time: Date): boolean {
  return typeof id === 'string' && isUuid(id) && timeOfUuidV7(id) < time.getTime();
}

/** Milliseconds since the Unix epoch. */
export function timeOfRecord(
  of: ArchivedName,
  record: { readonly _id: string; readonly createdAt?: Date; readonly executedAt?: Date },
): number {
  const field = TIME_FIELDS[of];
  return field ? (record[field]?.getTime() ?? 0) : timeOfUuidV7(record._id);
}
