/** A request as a seller of the tests received it. */
import type { IncomingMessage } from 'node:http';

export interface SellerRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** The body byte for byte, as the signature covers it. */
  readonly rawBody: string;
  readonly body: Record<string, unknown>;
  readonly idempotencyKey: string;
  readonly receivedAtMs: number;
  /** Set when the answer was written whole. */
  finished: boolean;
  /** Set when the caller closed the connection before the answer was whole. */
  abandoned: boolean;
  /** What its connection took of all answers so far, waiting bytes included. */
  bytesWritten(): number;
}
