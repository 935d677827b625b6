/** Reads the data of a creation under an `Idempotency-Key` from a request. */
import type { Request } from 'express';
import type { CreationRequest } from '../../exchange/create-once';
import { closingOf } from '../closing';
import { idempotencyKeyOf } from './idempotency-key';

/** @throws Failure `invalid_request` for a malformed key */
export function creationRequestOf(req: Request): CreationRequest {
  // A client that disconnects before its request was written gets no ask or order.
  const caller = { signal: closingOf(req.res!), deadlineAtMs: Infinity };
  return { key: idempotencyKeyOf(req), body: req.body, caller };
}
