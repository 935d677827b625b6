/** The message bus from the relays to the gateways: socket.io's channel in Redis. */
import { Emitter } from '@socket.io/redis-emitter';
import { Cluster } from 'ioredis';
import { BOOK_EVENT, bookChannelKey, type BookMessage } from '../domain/book-message';
import { connectRedis, type RedisClient } from '../engine/connect-redis';

/** On a cluster every node passes a message on; those of one node arrive in order. */
const PUBLISH = "return redis.call('PUBLISH', KEYS[1], ARGV[1])";

type Publish = (channel: string, text: string) => Promise<unknown>;

export interface BookBusHooks {
  onError(err: Error): void;
  /** Messages may have been lost. */
  onReconnect(): void;
}

export class BookBus {
  private readonly redis: RedisClient;
  private readonly emitter: Emitter;
  private published: Promise<unknown> = Promise.resolve();

  constructor(redisUrl: string, deployment: string, hooks: BookBusHooks) {
    this.redis = connectRedis(redisUrl, { maxRetriesPerRequest: 2 });
    this.redis.on('error', hooks.onError);
    this.redis.once('ready', () => this.redis.on('ready', hooks.onReconnect));
    const publish = publishing(this.redis);
    // The emitter itself ignores Redis's replies.
    const client = {
      publish: (channel: string, request: string) => {
        this.published = publish(channel, request);
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

function publishing(redis: RedisClient): Publish {
  if (!(redis instanceof Cluster)) return (channel, text) => redis.publish(channel, text);
  redis.defineCommand('publishThere', { numberOfKeys: 1, lua: PUBLISH });
  const { publishThere } = redis as Cluster & { readonly publishThere: Publish };
  return publishThere.bind(redis);
}
