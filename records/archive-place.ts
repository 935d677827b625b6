/**
 * In which months of the archive the records of an account, a seller or a book lie: a page of one that
 * has few does not look into every month. Written in the transaction that moves the records.
 */
import { recordSchema, text } from './schema';

export interface ArchivePlaceDocument {
  /** `account:<id>`, `seller:<id>`, or `book:` with the name of a book. */
  _id: string;
  /** Those with any of its records, such as `2026_08`; in no order. */
  months: string[];
}

export const archivePlaceSchema = recordSchema<ArchivePlaceDocument>('archiveplaces', {
  _id: text,
  months: [String],
});
