/** The collections of the archive, and how far the moving of records into them has come. */
import type { Schema } from 'mongoose';
import { fillSchema } from './fill';
import { journalSchema } from './journal';
import { lotSchema } from './lot';
import { orderSchema } from './order';
import { date, oneOf, optionalDate, recordSchema, whenSet } from '../mongodb/schema';
import { tradeSchema } from './trade';
import { ARCHIVED, archiveName, type ArchivedName } from '../archive/archives';

export interface ArchivePositionDocument {
  _id: ArchivedName;
  /** The last record that was looked at: its id and time; empty at the beginning of a pass. */
  behindId: string;
  behindAt: Date;
  /** Beginning of the pass. */
  startedAt: Date;
  /** When the pass had looked at all records that are old enough; null before. */
  reachedEndAt: Date | null;
}

export const archivePositionSchema = recordSchema<ArchivePositionDocument>('archivepositions', {
  _id: oneOf(ARCHIVED),
  behindId: { type: String, default: '' },
  behindAt: date,
  startedAt: date,
  reachedEndAt: optionalDate,
} as never);

export const archivedOrderSchema = archiveOf('orders', orderSchema).index({
  accountId: 1,
  _id: -1,
});

export const archivedFillSchema = archiveOf('fills', fillSchema)
  .index({ orderId: 1 })
  .index({ sellerId: 1, _id: -1 })
  .index({ lotId: 1, _id: -1 }, whenSet('lotId'));

export const archivedJournalSchema = archiveOf('journals', journalSchema)
  .index({ createdAt: 1, _id: 1 })
  .index({ accountId: 1, createdAt: 1, _id: 1 }, whenSet('accountId'))
  .index({ sellerId: 1, createdAt: 1, _id: 1 }, whenSet('sellerId'))
  .index({ orderId: 1, createdAt: 1 }, whenSet('orderId'));

export const archivedTradeSchema = archiveOf('trades', tradeSchema)
  .index({ modelId: 1, tenor: 1, region: 1, executedAt: -1, _id: -1 })
  .index({ sellerId: 1, executedAt: -1, _id: -1 })
  .index({ accountId: 1, executedAt: 1, modelId: 1, grossScale8: 1, quantityTokens: 1 });

export const archivedLotSchema = archiveOf('lots', lotSchema).index({ contractId: 1, _id: 1 });

/** Its own indexes are those of the queries that read the archive. */
function archiveOf<Document>(of: ArchivedName, schema: Schema<Document>): Schema<Document> {
  const archive = schema.clone() as Schema<Document>;
  archive.clearIndexes();
  archive.set('collection', archiveName(of));
  return archive;
}
