/** A buyer's API key: only its keyed hash is stored (key-hash.ts). */
import { KEY_KINDS, type KeyKind, LIMIT_RESETS, type LimitReset } from '../../domain/buyer-keys';
import { REGIONS, type Region } from '../../domain/regions';
import { NAME_ORDER } from '../mongodb/name-order';
import { quotaSchema, type QuotaDocument } from './quota';
import {
  date,
  money,
  optionalDate,
  optionalMoney,
  optionalText,
  partSchema,
  recordSchema,
  text,
} from '../mongodb/schema';

interface PeriodSpend {
  /** Start of the period. */
  since: Date;
  usedScale8: bigint;
}

/** The requests that the key asked for (ledger/key-spend.ts). */
interface KeySums extends Partial<Record<LimitReset, PeriodSpend>> {
  /** Of a limited key: held by its requests in progress. */
  heldScale8: bigint;
  /** Absent before the first charge. */
  usedScale8?: bigint;
}

/** The text of a key before its rotation. */
interface EarlierText {
  hash: string;
  until: Date;
}

export interface BuyerKeyDocument {
  /** Key id. */
  _id: string;
  accountId: string;
  hash: string;
  /** Newest first. Absent before the first rotation. */
  earlier?: EarlierText[];
  label: string | null;
  quotas: { chat?: QuotaDocument };
  /** Absent in older keys, like every other term: they may do anything but manage keys. */
  kind?: KeyKind;
  /** Null for none. */
  limitScale8?: bigint | null;
  /** Null: the limit is for all time. */
  limitReset?: LimitReset | null;
  /** Absent before the first request that counts. */
  spend?: KeySums;
  models?: string[] | null;
  regions?: Region[] | null;
  maxPriceScale8?: bigint | null;
  expiresAt?: Date | null;
  createdAt: Date;
  revokedAt: Date | null;
}

const periodSchema = partSchema<PeriodSpend>({ since: date, usedScale8: money });
const period = { type: periodSchema, default: undefined };

const sumsSchema = partSchema<KeySums>({
  heldScale8: money,
  usedScale8: { type: BigInt },
  daily: period,
  weekly: period,
  monthly: period,
});

export const buyerKeySchema = recordSchema<BuyerKeyDocument>('buyerkeys', {
  _id: text,
  accountId: text,
  hash: text,
  earlier: { type: [partSchema<EarlierText>({ hash: text, until: date })], default: undefined },
  label: optionalText,
  quotas: { type: partSchema<BuyerKeyDocument['quotas']>({ chat: quotaSchema }), required: true },
  kind: { type: String, enum: KEY_KINDS },
  limitScale8: optionalMoney,
  limitReset: { type: String, enum: [...LIMIT_RESETS, null], default: null },
  spend: { type: sumsSchema, default: undefined },
  models: { type: [String], default: null },
  regions: { type: [{ type: String, enum: REGIONS }], default: null },
  maxPriceScale8: optionalMoney,
  expiresAt: optionalDate,
  createdAt: date,
  revokedAt: optionalDate,
})
  .index({ hash: 1 }, { unique: true })
  .index({ 'earlier.hash': 1 }, { partialFilterExpression: { 'earlier.hash': { $exists: true } } })
  .index({ accountId: 1, _id: -1 })
  .index({ label: 1 }, { collation: NAME_ORDER });
