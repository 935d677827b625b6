/**
 * Audit of decrypted prompts and answers: by whom, when, and of which orders. Never their content.
 */
import { date, optionalText, recordSchema, text } from '../mongodb/schema';

export interface DecryptionDocument {
  /** UUIDv7. */
  _id: string;
  orderIds: string[];
  /** `token`, or `session <id>` of a sign-in with the operator's token in a browser. */
  actor: string;
  /** The address of the requester. */
  address: string | null;
  requestId: string;
  at: Date;
}

export const decryptionSchema = recordSchema<DecryptionDocument>('openings', {
  _id: text,
  orderIds: [String],
  actor: text,
  address: optionalText,
  requestId: text,
  at: date,
}).index({ orderIds: 1, _id: -1 });
