/** The message bus from the relays to the gateways: socket.io's channel in Redis. */
import { Emitter } from '@socket.io/redis-emitter';
import type { Redis } from 'ioredis';
import { BOOK_EVENT, bookChannelKey, type BookMessage } from '../domain/book-message';
import { connectRedis } from '../engine/connect-redis';

export interface BookBusHooks {
  onError(err: Error): void;
  /** Messages may have been lost. */
  onReconnect(): void;
}

export class BookBus {
  private readonly redis: Redis;
  private readonly emitter: Emitter;
  private published: Promise<unknown> = Promise.resolve();

  constructor(redisUrl: string, deployment: string, hooks: BookBusHooks) {
    this.redis = connectRedis(redisUrl, { maxRetriesPerRequest: 2 });
    this.redis.on('error', hooks.onError);
    this.redis.once('ready', () => this.redis.on('ready', hooks.onReconnect));
    // The emitter itself ignores Redis's replies.
    const client = {
      publish: (channel: string, request: string) => {
        this.published = this.redis.publish(channel, request);
      },
    };
    this.emitter = new Emitter(client, { key: bookChannelKey(deployment) });
  }

  /** Resolves when Redis has the message. */
  async publish(message: BookMessage): Promise<void> {
    this.emitter.serverSideEmit(BOOK_EVENT, message);
    await this.published;
  }

  close(): void {
    this.redis.disconnect();
  }
}
