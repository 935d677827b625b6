/** A buyer's API key: only its keyed hash is stored (key-hash.ts). */
import { KEY_KINDS, type KeyKind } from '../domain/buyer-keys';
import { REGIONS, type Region } from '../domain/regions';
import { quotaSchema, type QuotaDocument } from './quota';
import {
  date,
  optionalDate,
  optionalMoney,
  optionalText,
  partSchema,
  recordSchema,
  text,
} from './schema';

export interface BuyerKeyDocument {
  /** Key id. */
  _id: string;
  accountId: string;
  hash: string;
  label: string | null;
  quotas: { chat?: QuotaDocument };
  /** Absent in older keys, like every other term: they may do anything but manage keys. */
  kind?: KeyKind;
  models?: string[] | null;
  regions?: Region[] | null;
  maxPriceScale8?: bigint | null;
  expiresAt?: Date | null;
  createdAt: Date;
  revokedAt: Date | null;
}

export const buyerKeySchema = recordSchema<BuyerKeyDocument>('buyerkeys', {
  _id: text,
  accountId: text,
  hash: text,
  label: optionalText,
  quotas: { type: partSchema<BuyerKeyDocument['quotas']>({ chat: quotaSchema }), required: true },
  kind: { type: String, enum: KEY_KINDS },
  models: { type: [String], default: null },
  regions: { type: [{ type: String, enum: REGIONS }], default: null },
  maxPriceScale8: optionalMoney,
  expiresAt: optionalDate,
  createdAt: date,
  revokedAt: optionalDate,
})
  .index({ hash: 1 }, { unique: true })
  .index({ accountId: 1, _id: -1 });
