/** The probes of one seller, which its standing and the default of its lots depend on. */
import { date, optionalDate, partSchema, recordSchema, text } from '../mongodb/schema';

export const FAILED_PROBES_KEPT = 20;

export interface FailedProbe {
  /** The Idempotency-Key of the probe. */
  probeId: string;
  at: Date;
  detail: string;
}

export interface SellerProbesDocument {
  /** Seller id. */
  _id: string;
  /** When a process last claimed the next probe. */
  claimedAt: Date;
  /** The newest answered probe. */
  answeredAt?: Date | null;
  /** Newest first. */
  failed: FailedProbe[];
}

export const failedProbeSchema = partSchema<FailedProbe>({ probeId: text, at: date, detail: text });

export const sellerProbesSchema = recordSchema<SellerProbesDocument>('sellerprobes', {
  _id: text,
  claimedAt: date,
  answeredAt: optionalDate,
  failed: [failedProbeSchema],
});
