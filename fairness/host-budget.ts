/**
 * Limits the exchange's own probes of one host, whichever sellers are registered there: a budget
 * per minute that all processes share. Names of one zone can lead to one machine as well as paths
 * of one host, so a zone counts as one host.
 */
import { isIP } from 'node:net';
import type { Cluster, Redis } from 'ioredis';
import { RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { zoneOf } from '../domain/zones';

const WINDOW_SECONDS = 60;

export class HostBudget {
  private readonly limiter: RateLimiterRedis;

  /**
   * @param perMinute probes of one host
   * @param name of its keys: budgets of different names are spent apart
   */
  constructor(redis: Redis | Cluster, perMinute: number, name: string) {
    this.limiter = new RateLimiterRedis({
      storeClient: redis,
      keyPrefix: name,
      points: perMinute,
      duration: WINDOW_SECONDS,
    });
  }

  /** @returns false when the budget of the endpoint's host is spent */
  async take(endpointUrl: string, probes = 1): Promise<boolean> {
    try {
      await this.limiter.consume(hostOf(endpointUrl), probes);
      return true;
    } catch (err) {
      if (err instanceof RateLimiterRes) return false;
      throw err;
    }
  }
}

/** Loopback is for local development, where each port counts as a machine. */
export function hostOf(endpointUrl: string): string {
  const { hostname, host } = new URL(endpointUrl);
  const literal = hostname.replace(/^\[|\]$/g, '');
  if (literal === 'localhost' || literal === '::1' || literal.startsWith('127.')) return host;
  if (isIP(literal)) return literal;
  return zoneOf(hostname);
}
