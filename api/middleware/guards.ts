/** The checks before a handler, in this order: credential, rate limit, body (ACCESS-1). */
import type { RequestHandler } from 'express';
import type { RedisClient } from '../../engine/connect-redis';
import type { Settings } from '../../config/settings';
import { type Failure, fail } from '../../domain/errors';
import { BODY_LIMITS, CHAT_LIMITS } from '../../domain/json-body';
import type { Records } from '../../records/connect';
import { DECISIONS_MAX } from '../schemas/seller-records';
import { chatBody, jsonBody } from './body';
import { BodyMemory } from './body-memory';
import { BuyerKeys } from './buyer-keys';
import { Credentials } from './credential';
import { type QuotaName, RateLimits } from './rate-limit';

/** 200 reasons of 500 characters at up to 12 bytes each, and as many other fields. */
const DECISIONS_BODY_LIMIT_BYTES = 1_500_000;

/** Many payloads of a history at once; Temporal limits a payload to 2 MB. */
export const CODEC_BODY_LIMIT_BYTES = 4_000_000;

export const invalidDecisions = (): Failure => fail('invalid_decisions', { param: 'decisions' });

export interface Guards {
  readonly buyerKeys: BuyerKeys;
  readonly buyer: RequestHandler;
  /** A buyer key or a ticket's credential. */
  readonly chat: RequestHandler;
  readonly seller: RequestHandler;
  readonly operator: RequestHandler;
  limit(name: QuotaName): RequestHandler;
  readonly body: readonly RequestHandler[];
  /** A full batch of decisions, with any escaping. */
  readonly decisionsBody: readonly RequestHandler[];
  readonly codecBody: readonly RequestHandler[];
  /** Chat bodies may be larger than others. */
  readonly chatBody: readonly RequestHandler[];
}

export function createGuards(deps: {
  readonly settings: Settings;
  readonly records: Records;
  readonly redis: RedisClient;
}): Guards {
  const { settings, records, redis } = deps;
  const buyerKeys = new BuyerKeys(redis, records, settings);
  const credentials = new Credentials(deps, buyerKeys);
  const limits = new RateLimits(redis, settings);
  const memory = new BodyMemory();
  return {
    buyerKeys,
    buyer: credentials.buyer(),
    chat: credentials.chat((probable, res) => limits.countChatAhead(probable, res)),
    seller: credentials.seller(),
    operator: credentials.operator(),
    limit: (name) => limits.limit(name),
    body: jsonBody(memory, settings.BODY_LIMIT_BYTES),
    decisionsBody: jsonBody(
      memory,
      DECISIONS_BODY_LIMIT_BYTES,
      { ...BODY_LIMITS, entries: DECISIONS_MAX },
      invalidDecisions,
    ),
    codecBody: jsonBody(memory, CODEC_BODY_LIMIT_BYTES, CHAT_LIMITS),
    chatBody: chatBody(memory, settings.CHAT_BODY_LIMIT_BYTES),
  };
}
