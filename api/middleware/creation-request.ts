/** Reads the data of a creation under an `Idempotency-Key` from a request. */
import type { Request } from 'express';
import type { Settings } from '../../config/settings';
import type { Creation } from '../../exchange/idempotency/create-once';
import { closingOf } from '../closing';
import { idempotencyKeyOf } from './idempotency-key';

const HOUR_MS = 3_600_000;

/**
 * @param scope the kind and its holder: `asks:<sellerId>`
 * @throws Failure `invalid_request` for a malformed key
 */
export function creationOf(
  req: Request,
  { ANSWER_RETENTION_HOURS: hours }: Settings,
  scope: string,
): Pick<Creation<unknown>, 'request' | 'scope' | 'retentionMs'> {
  // A client that disconnects before its request was written gets no ask or order.
  const caller = { signal: closingOf(req.res!), deadlineAtMs: Infinity };
  const request = { key: idempotencyKeyOf(req), body: req.body as unknown, caller };
  return { request, scope, retentionMs: hours * HOUR_MS };
}
