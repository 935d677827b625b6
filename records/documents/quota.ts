/** A quota that the operator assigned to one key or seller, instead of the default. */
import { Schema } from 'mongoose';

export interface QuotaDocument {
  limit: number;
  windowSeconds: number;
}

export const quotaSchema = new Schema<QuotaDocument>(
  { limit: { type: Number, required: true }, windowSeconds: { type: Number, required: true } },
  { _id: false, strict: 'throw' },
);
