/** A buyer's API key: only its keyed hash is stored (key-hash.ts). */
import { quotaSchema, type QuotaDocument } from './quota';
import { date, optionalDate, optionalText, partSchema, recordSchema, text } from './schema';

export interface BuyerKeyDocument {
  /** Key id. */
  _id: string;
  accountId: string;
  hash: string;
  label: string | null;
  quotas: { chat?: QuotaDocument };
  createdAt: Date;
  revokedAt: Date | null;
}

export const buyerKeySchema = recordSchema<BuyerKeyDocument>('buyerkeys', {
  _id: text,
  accountId: text,
  hash: text,
  label: optionalText,
  quotas: { type: partSchema<BuyerKeyDocument['quotas']>({ chat: quotaSchema }), required: true },
  createdAt: date,
  revokedAt: optionalDate,
})
  .index({ hash: 1 }, { unique: true })
  .index({ accountId: 1 });
