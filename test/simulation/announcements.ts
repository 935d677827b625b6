/**
 * The subscriptions of a process to announcements. Redis counts them. The announcements are lost, all
 * of them, so that the channel in Redis and the records must make up for it.
 */
import type { Redis } from 'ioredis';
import type { RedisClient } from '../../engine/connect-redis';
import { redisLost } from './lost';
import type { Scheduler } from './scheduler';

export class LostAnnouncements {
  private connection: Redis | null = null;

  constructor(
    private readonly scheduler: Scheduler,
    private readonly redis: RedisClient,
  ) {}

  on(): this {
    return this;
  }

  subscribe(channel: string): Promise<unknown> {
    const subscribe = () => this.connected().subscribe(channel);
    return this.scheduler.effect('redis.subscribe', subscribe, redisLost);
  }

  unsubscribe(channel: string): Promise<unknown> {
    const unsubscribe = () => this.connected().unsubscribe(channel);
    return this.scheduler.effect('redis.unsubscribe', unsubscribe, redisLost);
  }

  disconnect(): void {
    this.connection?.disconnect();
  }

  private connected(): Redis {
    return (this.connection ??= (this.redis as Redis).duplicate());
  }
}
