/** A gateway that starts orders: its heartbeat. */
import { quantity, recordSchema, text } from '../mongodb/schema';

export interface GatewayDocument {
  /** New for each process. */
  _id: string;
  /** Increases while the process lives. */
  beats: number;
}

export const gatewaySchema = recordSchema<GatewayDocument>('gateways', {
  _id: text,
  beats: quantity,
});
