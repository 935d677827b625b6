/**
 * Subscriptions to the announcements of answer channels. On a Redis Cluster they are sharded: the
 * primary of a channel's key announces its messages, and only that primary counts its subscribers.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Cluster, type Redis } from 'ioredis';
import type { RedisClient } from '../engine/connect-redis';

/** How long a subscription is tried while a cluster moves a slot or promotes a replica. */
const SUBSCRIBE_MS = 2_000;
const PAUSE_MS = 50;
/** Meanwhile readers look for messages at this rate. */
const RENEW_PAUSE_MS = 200;
/** ioredis does not always hear of a slot that has moved: the primaries are asked this often. */
const LOOK_EVERY_MS = 5_000;

export interface SubscriberHooks {
  onMessage(channel: string, text: string): void;
  /** The subscriptions are in place again; messages may have been missed. */
  onRenewed(): void;
}

export interface ChannelSubscriber {
  /** Resolves once messages are certain to arrive. */
  subscribe(channel: string): Promise<void>;
  /** Resolves once the subscriber is no longer counted. */
  unsubscribe(channel: string): Promise<void>;
  close(): void;
}

export function subscriberOf(redis: RedisClient, hooks: SubscriberHooks): ChannelSubscriber {
  return redis instanceof Cluster
    ? new ShardedSubscriber(redis, hooks)
    : new ServerSubscriber(redis, hooks);
}

/** The commands by which scripts announce a message and count the subscribers of its channel. */
export function announcementsOf(redis: RedisClient): { publish: string; count: string } {
  return redis instanceof Cluster
    ? { publish: 'SPUBLISH', count: 'SHARDNUMSUB' }
    : { publish: 'PUBLISH', count: 'NUMSUB' };
}

class ServerSubscriber implements ChannelSubscriber {
  private readonly redis: Redis;

  constructor(redis: Redis, hooks: SubscriberHooks) {
    this.redis = redis.duplicate();
    this.redis.on('message', hooks.onMessage);
    this.redis.on('ready', hooks.onRenewed);
    this.redis.on('error', () => undefined); // ioredis reconnects; waiting requests fall back on the workflow's result
  }

  async subscribe(channel: string): Promise<void> {
    await this.redis.subscribe(channel);
  }

  async unsubscribe(channel: string): Promise<void> {
    await this.redis.unsubscribe(channel);
  }

  close(): void {
    this.redis.disconnect();
  }
}

/** ioredis has a connection to each primary with subscriptions, and follows their slots. */
class ShardedSubscriber implements ChannelSubscriber {
  private readonly cluster: Cluster;
  private readonly channels = new Set<string>();
  private renewal: Promise<void> | null = null;
  private isRenewedAgain = false;
  private isClosed = false;
  private readonly looking: NodeJS.Timeout;

  constructor(
    redis: Cluster,
    private readonly hooks: SubscriberHooks,
  ) {
    this.cluster = redis.duplicate([], { shardedSubscribers: true, enableOfflineQueue: true });
    this.cluster.on('smessage', hooks.onMessage);
    this.cluster.on('subscribersReady', () => this.renew());
    this.cluster.on('error', () => undefined);
    this.looking = setInterval(() => this.look(), LOOK_EVERY_MS).unref();
  }

  async subscribe(channel: string): Promise<void> {
    this.channels.add(channel);
    const untilMs = performance.now() + SUBSCRIBE_MS;
    for (;;) {
      try {
        await this.cluster.ssubscribe(channel);
        return;
      } catch (err) {
        if (this.isClosed || performance.now() >= untilMs) throw err;
        await delay(PAUSE_MS);
      }
    }
  }

  async unsubscribe(channel: string): Promise<void> {
    this.channels.delete(channel);
    await this.cluster.sunsubscribe(channel);
  }

  close(): void {
    this.isClosed = true;
    clearInterval(this.looking);
    this.cluster.disconnect();
  }

  private look(): void {
    if (this.channels.size === 0) return;
    this.cluster.refreshSlotsCache(() => !this.isClosed && this.renew());
  }

  /** ioredis subscribes again, and does not tell when it has. Repeated subscriptions do no harm. */
  private renew(): void {
    this.isRenewedAgain = this.renewal !== null;
    this.renewal ??= this.renewAll().finally(() => {
      this.renewal = null;
      if (this.isRenewedAgain) this.renew();
    });
  }

  private async renewAll(): Promise<void> {
    for (;;) {
      const subscribing = [...this.channels].map((channel) => this.cluster.ssubscribe(channel));
      const results = await Promise.allSettled(subscribing);
      if (this.isClosed) return;
      this.hooks.onRenewed();
      if (results.every(({ status }) => status === 'fulfilled')) return;
      await delay(RENEW_PAUSE_MS);
    }
  }
}
