/**
 * An account's means for one more chat request: money, and a place below its concurrency limit.
 * Both are checked before the request causes any cost: nothing is stored, counted or reserved for
 * an account without them.
 */
import type { RequestHandler } from 'express';
import type { Settings } from '../../../config/settings';
import type { KeyTerms } from '../../../domain/buyer-keys';
import { tooManyRequestsText } from '../../../domain/chat';
import { fail } from '../../../domain/errors';
import type { RequestMemory } from '../../../exchange/idempotency/request-memory';
import type { Records } from '../../../records/connect';
import { type Buyer, buyerOf } from '../../context';
import { currentTerms, wasRevoked } from '../../middleware/buyer-keys';
import { idempotencyKeyOf } from '../../middleware/idempotency-key';
import { availableScale8 } from '../../../records/ledger/reads';
import type { Spender } from '../../../records/queries/spenders';
import { READ_AT_ONCE_BYTES } from './read-chat';

export interface Means {
  readonly availableScale8: bigint;
  readonly requestsUnderWay: number;
}

/** An account and the terms of the key that asks for it. */
export interface Asking {
  readonly spender: Spender | null;
  readonly keyTerms: KeyTerms;
}

/** @throws Failure when the key of the request was revoked, rotated or ended since it was cached */
export async function askingOf(
  records: Pick<Records, 'spenders' | 'buyerKeys'>,
  buyer: Buyer,
): Promise<Asking> {
  const spender = await records.spenders.find(buyer.accountId);
  if (wasRevoked(buyer, spender)) throw fail('unauthorized');
  return { spender, keyTerms: await currentTerms(records, buyer, spender) };
}

export function meansOf(spender: Spender | null): Means {
  return {
    availableScale8: availableScale8(spender?.balance),
    requestsUnderWay: spender?.balance?.requestsUnderWay ?? 0,
  };
}

/**
 * Refuses only certain failures: every hold is above zero. The match determines whether the account
 * can pay for the ask, before it reserves the ask.
 * @param isPrepaid whether the request draws on a contract
 * @throws Failure `insufficient_balance` or `rate_limited`
 */
export function checkMeans(
  means: Means,
  isPrepaid: boolean,
  { REQUESTS_UNDER_WAY_PER_ACCOUNT: limit }: Settings,
): void {
  if (!isPrepaid && means.availableScale8 <= 0n) throw fail('insufficient_balance');
  if (means.requestsUnderWay >= limit) {
    throw fail('rate_limited', { message: tooManyRequestsText(limit) });
  }
}

/**
 * Runs before the body is received: a body is received for an account that can pay for it, or for a
 * repeated request. A request that cannot pay costs no more than its headers.
 */
export function meansFirst({ records, settings, memory }: MeansDeps): RequestHandler {
  return async (req, res, next) => {
    const isShort =
      req.headers['transfer-encoding'] === undefined &&
      Number.parseInt(req.headers['content-length'] ?? '0', 10) <= READ_AT_ONCE_BYTES;
    if (isShort) return next();
    const buyer = buyerOf(res);
    const key = idempotencyKeyOf(req);
    const [{ spender }, isKnown] = await Promise.all([
      askingOf(records, buyer),
      key !== null && memory.isKnown(buyer.accountId, key),
    ]);
    if (!isKnown) checkMeans(meansOf(spender), res.locals.ticket !== undefined, settings);
    next();
  };
}

interface MeansDeps {
  readonly records: Records;
  readonly settings: Settings;
  readonly memory: RequestMemory;
}
