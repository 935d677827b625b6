/**
 * Quotas in fixed windows, counted in Redis so that all gateways share them: per buyer key for chat
 * and for orders (tickets among them), per seller for asks (Market asks and Seller offers together)
 * and for capacity reports (sellers of one owner together, except those to whom the operator has
 * given a quota of their own) and for decisions, per client address for registrations, which anybody
 * may send. A rotated
 * seller key does not renew its quota. The codec has one quota: there is one operator.
 */
import type { Request, RequestHandler, Response } from 'express';
import type { Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Settings } from '../../config/settings';
import { fail } from '../../domain/errors';
import { participantName } from '../../exchange/participant';
import type { QuotaDocument } from '../../records/quota';
import { buyerOf, sellerOf } from '../context';
import { addressGroup } from './guessing';
import { fromRedis } from './redis-away';

export type QuotaName =
  'chat' | 'orders' | 'asks' | 'capacity' | 'decisions' | 'registrations' | 'codec';

interface Quota extends QuotaDocument {
  /** Whose quota it is: a buyer's key, a seller, a client's address or the operator. */
  readonly holderId: string;
}

const TOO_MANY_REGISTRATIONS = 'The rate limit of registrations from this address is exceeded.';

export class RateLimits {
  private readonly limiters = new Map<string, RateLimiterRedis>();

  constructor(
    private readonly redis: Redis,
    private readonly settings: Settings,
  ) {}

  /** Stands behind the credential and before the body (decisions section 2, "Order of checks"). */
  limit(name: QuotaName): RequestHandler {
    return async (req, res, next) => {
      const { holderId, limit, windowSeconds } = this.quotaOf(name, req, res);
      const limiter = this.limiterOf(name, limit, windowSeconds);
      res.set('RateLimit-Policy', `${limit};w=${windowSeconds}`);
      try {
        const state = await fromRedis(this.redis, () => limiter.consume(holderId));
        res.set('RateLimit', String(state.remainingPoints));
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        res.set('RateLimit', '0');
        const waitSeconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1_000));
        throw fail('rate_limited', {
          retryAfterSeconds: waitSeconds,
          ...(name === 'registrations' ? { message: TOO_MANY_REGISTRATIONS } : {}),
        });
      }
      next();
    };
  }

  private quotaOf(name: QuotaName, req: Request, res: Response): Quota {
    const { settings } = this;
    const windowSeconds = settings.QUOTA_WINDOW_SECONDS;
    switch (name) {
      case 'codec':
        return { holderId: 'operator', limit: settings.CODEC_QUOTA, windowSeconds };
      case 'registrations':
        return { holderId: addressGroup(req.ip), limit: settings.registrationQuota, windowSeconds };
      case 'chat': {
        const { keyId, quotas } = buyerOf(res);
        return { holderId: keyId, limit: settings.CHAT_QUOTA, windowSeconds, ...quotas.chat };
      }
      case 'orders':
        return { holderId: buyerOf(res).keyId, limit: settings.ORDERS_QUOTA, windowSeconds };
      case 'decisions':
        return { holderId: sellerOf(res)._id, limit: settings.DECISIONS_QUOTA, windowSeconds };
      case 'asks':
      case 'capacity': {
        const { _id, owner, quotas } = sellerOf(res);
        const limit = name === 'asks' ? settings.ASKS_QUOTA : settings.CAPACITY_QUOTA;
        const own = quotas[name];
        if (own) return { holderId: _id, ...own };
        return { holderId: participantName(_id, owner), limit, windowSeconds };
      }
    }
  }

  private limiterOf(name: QuotaName, limit: number, windowSeconds: number): RateLimiterRedis {
    const id = `${name}:${limit}:${windowSeconds}`;
    const known = this.limiters.get(id);
    if (known) return known;
    const limiter = new RateLimiterRedis({
      storeClient: this.redis,
      keyPrefix: `quota:${name}`,
      points: limit,
      duration: windowSeconds,
      rejectIfRedisNotReady: true,
    });
    this.limiters.set(id, limiter);
    return limiter;
  }
}
