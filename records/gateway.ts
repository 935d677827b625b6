/** A gateway that starts orders: its heartbeat, and which of its batches have a workflow. */
import { optionalDate, quantity, recordSchema, text } from './schema';

export interface GatewayDocument {
  /** New for each process. */
  _id: string;
  /** Increases while the process lives. */
  beats: number;
  /** Temporal has the workflows of its batches up to this one. */
  startedThrough: number;
  /** When the oldest batch without a workflow started to gather; null when all have one. */
  unstartedSince: Date | null;
}

export const gatewaySchema = recordSchema<GatewayDocument>('gateways', {
  _id: text,
  beats: quantity,
  startedThrough: quantity,
  unstartedSince: optionalDate,
});
