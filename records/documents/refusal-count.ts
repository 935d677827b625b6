/** How often a surface refused requests with a code in an hour, by all gateways. */
import { date, quantity, recordSchema, text } from '../mongodb/schema';

const KEPT_SECONDS = 31 * 86_400;

export interface RefusalCountDocument {
  /** `<hour> <surface> <code>` */
  _id: string;
  /** The beginning of the hour. */
  hour: Date;
  surface: string;
  code: string;
  count: number;
}

export const refusalCountSchema = recordSchema<RefusalCountDocument>('refusalcounts', {
  _id: text,
  hour: date,
  surface: text,
  code: text,
  count: quantity,
}).index({ hour: 1 }, { expireAfterSeconds: KEPT_SECONDS });
