/**
 * Audit of decrypted prompts and answers: by whom, when, and of which orders. Never their content.
 */
import { date, optionalText, recordSchema, text } from './schema';

export interface OpeningDocument {
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

export const openingSchema = recordSchema<OpeningDocument>('openings', {
  _id: text,
  orderIds: [String],
  actor: text,
  address: optionalText,
  requestId: text,
  at: date,
}).index({ orderIds: 1, _id: -1 });
