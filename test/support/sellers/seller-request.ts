/** A request as a test seller received it. */
import type { IncomingMessage } from 'node:http';

export interface SellerRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** The exact body, as the signature covers it. */
  readonly rawBody: string;
  readonly body: Record<string, unknown>;
  readonly idempotencyKey: string;
  readonly receivedAtMs: number;
  /** Set when the whole answer was written. */
  finished: boolean;
  /** Set when the caller closed the connection before the end of the answer. */
  abandoned: boolean;
  /** Bytes of all answers that its connection accepted so far, including buffered bytes. */
  bytesWritten(): number;
}
