/** The `Idempotency-Key` header (API-5). */
import type { Request } from 'express';
import { fail } from '../../domain/errors';

const FIT = /^[\x21-\x7e]{1,255}$/;

/** The key of this request; null when none was sent. @throws Failure `invalid_request` */
export function idempotencyKeyOf(req: Request): string | null {
  const key = req.get('idempotency-key');
  if (key === undefined) return null;
  if (!FIT.test(key)) {
    throw fail('invalid_request', {
      param: 'Idempotency-Key',
      message: 'Idempotency-Key must be 1 to 255 visible ASCII characters.',
    });
  }
  return key;
}
