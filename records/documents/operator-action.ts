/**
 * Audit of the operator's changes: one record per request, written before its handler runs, with the
 * outcome added once. Never removed. Contains no credential: details are a list of permitted fields.
 */
import { Schema } from 'mongoose';
import { date, optionalDate, optionalText, recordSchema, text } from '../mongodb/schema';

export interface OperatorActionDocument {
  /** UUIDv7. */
  _id: string;
  /** The `operationId` of the route. */
  action: string;
  method: string;
  path: string;
  /** The account, seller or instrument of the path; null when the path has none. */
  target: string | null;
  reason: string | null;
  /** Permitted fields of the body, as text. */
  details: Record<string, string>;
  /** The operator's token, by its fingerprint. */
  actor: string;
  address: string | null;
  requestId: string;
  /** HTTP status; null until it ended, and for ever when the process died. */
  status: number | null;
  /** Code of the error; null on success. */
  code: string | null;
  at: Date;
  endedAt: Date | null;
}

export const operatorActionSchema = recordSchema<OperatorActionDocument>('operatoractions', {
  _id: text,
  action: text,
  method: text,
  path: text,
  target: optionalText,
  reason: optionalText,
  details: { type: Schema.Types.Mixed, required: true } as never,
  actor: text,
  address: optionalText,
  requestId: text,
  status: { type: Number, default: null },
  code: optionalText,
  at: date,
  endedAt: optionalDate,
} as never)
  .index({ action: 1, _id: -1 })
  .index({ target: 1, _id: -1 });
