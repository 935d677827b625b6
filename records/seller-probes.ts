/** The probes of one seller: what its own standing and the default of its lots are judged by. */
import { date, optionalDate, partSchema, recordSchema, text } from './schema';

export const FAILED_PROBES_KEPT = 20;

export interface FailedProbe {
  /** The Idempotency-Key that it was sent with. */
  probeId: string;
  at: Date;
  detail: string;
}

export interface SellerProbesDocument {
  /** Seller id. */
  _id: string;
  /** When a process last took it upon itself to send one. */
  claimedAt: Date;
  /** The newest that was answered. */
  answeredAt?: Date | null;
  /** Newest first. */
  failed: FailedProbe[];
}

const failedSchema = partSchema<FailedProbe>({ probeId: text, at: date, detail: text });

export const sellerProbesSchema = recordSchema<SellerProbesDocument>('sellerprobes', {
  _id: text,
  claimedAt: date,
  answeredAt: optionalDate,
  failed: [failedSchema],
});
