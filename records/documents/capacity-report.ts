/** A seller's latest capacity report for a model: informational, it changes no book. */
import { date, quantity, recordSchema, text } from '../mongodb/schema';

export interface CapacityReportDocument {
  /** `<sellerId>|<modelId>`: the newest report replaces the previous one. */
  _id: string;
  sellerId: string;
  modelId: string;
  availableTokens: number;
  queuedTokens: number;
  reportedAt: Date;
}

export const capacityReportSchema = recordSchema<CapacityReportDocument>('capacityreports', {
  _id: text,
  sellerId: text,
  modelId: text,
  availableTokens: quantity,
  queuedTokens: quantity,
  reportedAt: date,
});
