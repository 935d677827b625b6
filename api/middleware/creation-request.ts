/** Reads from a request what a creation under an `Idempotency-Key` needs. */
import type { Request } from 'express';
import type { CreationRequest } from '../../exchange/create-once';
import { idempotencyKeyOf } from './idempotency-key';

/** @throws Failure `invalid_request` for a malformed key */
export function creationRequestOf(req: Request): CreationRequest {
  // A client that hangs up before its request was written wants no ask and no order of it.
  const gone = new AbortController();
  req.res?.once('close', () => gone.abort());
  const caller = { signal: gone.signal, deadlineAtMs: Infinity };
  return { key: idempotencyKeyOf(req), body: req.body, caller };
}
