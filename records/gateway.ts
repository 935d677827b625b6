/** A gateway that begins orders: that it lives, and which of its batches of orders have a workflow. */
import { optionalDate, quantity, recordSchema, text } from './schema';

export interface GatewayDocument {
  /** New with each process. */
  _id: string;
  /** Counts up as long as the process lives. */
  beats: number;
  /** The workflows of its batches up to this one are known to Temporal. */
  startedThrough: number;
  /** When the oldest batch began to gather that has no workflow yet; null when all have one. */
  unstartedSince: Date | null;
}

export const gatewaySchema = recordSchema<GatewayDocument>('gateways', {
  _id: text,
  beats: quantity,
  startedThrough: quantity,
  unstartedSince: optionalDate,
});
