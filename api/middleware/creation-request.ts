/** Reads the data of a creation under an `Idempotency-Key` from a request. */
import type { Request } from 'express';
import type { CreationRequest } from '../../exchange/create-once';
import { idempotencyKeyOf } from './idempotency-key';

/** @throws Failure `invalid_request` for a malformed key */
export function creationRequestOf(req: Request): CreationRequest {
  // A client that disconnects before its request was written gets no ask or order.
  const gone = new AbortController();
  req.res?.once('close', () => gone.abort());
  const caller = { signal: gone.signal, deadlineAtMs: Infinity };
  return { key: idempotencyKeyOf(req), body: req.body, caller };
}
