/** The months of the archive, and how far the moving of records into it has come. */
import { ARCHIVED, type ArchivedName } from './archive/months';
import {
  date,
  oneOf,
  optionalDate,
  optionalQuantity,
  quantity,
  recordSchema,
  text,
} from './schema';

export interface ArchiveMonthDocument {
  /** Name of the collection, such as `fills_2026_08`. It exists before the first record moves. */
  _id: string;
  of: ArchivedName;
  /** Start of the month, and of the next one. */
  from: Date;
  until: Date;
  /** Number of records that were moved into it. */
  records: number;
  /**
   * How many of them the places of the archive list (archive-place.ts). A release without such lists
   * counts `records` alone, so the numbers differ.
   */
  listed?: number | null;
}

export interface ArchivePositionDocument {
  _id: ArchivedName;
  /** The last record that was looked at: its id and time; empty at the beginning of a pass. */
  behindId: string;
  behindAt: Date;
  /** Beginning of the pass. */
  startedAt: Date;
  /** When the pass had looked at all records that are old enough; null before. */
  reachedEndAt: Date | null;
  /** When the records of all months were found in the places of the archive; null before. */
  listedAt?: Date | null;
}

export const archiveMonthSchema = recordSchema<ArchiveMonthDocument>('archivemonths', {
  _id: text,
  of: oneOf(ARCHIVED),
  from: date,
  until: date,
  records: quantity,
  listed: optionalQuantity,
} as never).index({ of: 1, until: 1 });

export const archivePositionSchema = recordSchema<ArchivePositionDocument>('archivepositions', {
  _id: oneOf(ARCHIVED),
  behindId: { type: String, default: '' },
  behindAt: date,
  startedAt: date,
  reachedEndAt: optionalDate,
  listedAt: optionalDate,
} as never);
