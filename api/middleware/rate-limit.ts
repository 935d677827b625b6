/**
 * Quotas in fixed windows, counted in Redis so that all gateways share them: per buyer key for chat
 * and for orders (including tickets), per seller for asks (Market asks and Seller offers together),
 * for capacity reports and for decisions (sellers of one owner together, except those with a quota
 * of their own), and per client address for registrations, which are public. A rotation of the
 * seller key does not renew its quota. The codec has one quota, because there is one operator.
 */
import type { Request, RequestHandler, Response } from 'express';
import type { RedisClient } from '../../engine/connect-redis';
import { redisKey } from '../../engine/redis-keys';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Settings } from '../../config/settings';
import { fail } from '../../domain/errors';
import { participantName } from '../../exchange/chat/participant';
import { type Buyer, type HeldQuota, buyerOf, participantOf, sellerOf } from '../context';
import { addressGroup } from './authentication-throttling';
import { fromRedis } from '../../exchange/books/redis-unavailable';

export type QuotaName =
  'chat' | 'orders' | 'asks' | 'capacity' | 'decisions' | 'registrations' | 'webhooks' | 'codec';

const TOO_MANY_REGISTRATIONS = 'The rate limit of registrations from this address is exceeded.';

export class RateLimits {
  private readonly limiters = new Map<string, RateLimiterRedis>();

  constructor(
    private readonly redis: RedisClient,
    private readonly settings: Settings,
  ) {}

  /** Follows the credential and precedes the body (ACCESS-1). */
  limit(name: QuotaName): RequestHandler {
    return async (req, res, next) => {
      const quota = this.quotaOf(name, req, res);
      const { limit, windowSeconds } = quota;
      res.set('RateLimit-Policy', `${limit};w=${windowSeconds}`);
      try {
        const ahead = res.locals.countedAhead;
        const state = await (isSameQuota(ahead?.quota, quota)
          ? ahead!.counting
          : this.count(name, quota));
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

  /**
   * Counts a chat during the lookup of its key, in the same round trip. If the key has another
   * holder, the chat is counted again; the quota of a revoked key does not matter.
   */
  countChatAhead(probable: Buyer, res: Response): void {
    const quota = this.chatQuota(probable);
    const counting = this.count('chat', quota);
    counting.catch(() => undefined); // awaited at the position of the quota among the checks
    res.locals.countedAhead = { quota, counting };
  }

  private count(
    name: QuotaName,
    { holderId, limit, windowSeconds }: HeldQuota,
  ): Promise<RateLimiterRes> {
    const limiter = this.limiterOf(name, limit, windowSeconds);
    return fromRedis(this.redis, () => limiter.consume(holderId));
  }

  private chatQuota({ keyId, quotas }: Buyer): HeldQuota {
    const { CHAT_QUOTA, QUOTA_WINDOW_SECONDS } = this.settings;
    const own = { limit: CHAT_QUOTA, windowSeconds: QUOTA_WINDOW_SECONDS, ...quotas.chat };
    return { holderId: keyId, ...own };
  }

  private quotaOf(name: QuotaName, req: Request, res: Response): HeldQuota {
    const { settings } = this;
    const windowSeconds = settings.QUOTA_WINDOW_SECONDS;
    switch (name) {
      case 'codec':
        return { holderId: 'operator', limit: settings.CODEC_QUOTA, windowSeconds };
      case 'registrations':
        return { holderId: addressGroup(req.ip), limit: settings.registrationQuota, windowSeconds };
      case 'chat':
        return this.chatQuota(buyerOf(res));
      case 'orders':
        return { holderId: buyerOf(res).keyId, limit: settings.ORDERS_QUOTA, windowSeconds };
      case 'webhooks':
        return { holderId: participantOf(res), limit: settings.WEBHOOKS_QUOTA, windowSeconds };
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
      keyPrefix: redisKey('quota', name),
      points: limit,
      duration: windowSeconds,
      rejectIfRedisNotReady: true,
    });
    this.limiters.set(id, limiter);
    return limiter;
  }
}

function isSameQuota(ahead: HeldQuota | undefined, quota: HeldQuota): boolean {
  const { holderId, limit, windowSeconds } = quota;
  return (
    ahead?.holderId === holderId && ahead.limit === limit && ahead.windowSeconds === windowSeconds
  );
}
