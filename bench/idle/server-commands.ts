/** Numbers of commands executed by MongoDB and Redis, from their own statistics. */
import mongoose, { type Connection } from 'mongoose';
import { connectRedis, type RedisClient } from '../../engine/connect-redis';
import type { Addresses } from '../stage';

/** Counts by command, since the start of the server. */
export type Commands = ReadonlyMap<string, number>;

interface CommandCounts {
  readonly [command: string]: { readonly total?: unknown } | number | object;
}

export class ServerCommands {
  private constructor(
    private readonly mongo: Connection,
    private readonly redis: RedisClient,
  ) {}

  static async connect({ mongoUri, redisUrl }: Addresses): Promise<ServerCommands> {
    return new ServerCommands(
      await mongoose.createConnection(mongoUri).asPromise(),
      connectRedis(redisUrl),
    );
  }

  async read(): Promise<Commands> {
    return new Map([...(await this.ofMongo()), ...(await this.ofRedis())]);
  }

  async close(): Promise<void> {
    this.redis.disconnect();
    await this.mongo.close();
  }

  private async ofMongo(): Promise<[string, number][]> {
    const status = await this.mongo.getClient().db('admin').command({ serverStatus: 1 });
    const counts = (status as { metrics: { commands: CommandCounts } }).metrics.commands;
    return Object.entries(counts).flatMap(([name, count]): [string, number][] => {
      const total = typeof count === 'object' && 'total' in count ? Number(count.total) : 0;
      return total > 0 ? [[`MongoDB: ${name}`, total]] : [];
    });
  }

  private async ofRedis(): Promise<[string, number][]> {
    const lines = (await this.redis.info('commandstats')).split('\r\n');
    return lines.flatMap((line): [string, number][] => {
      const [, name, calls] = /^cmdstat_([^:]+):calls=(\d+)/.exec(line) ?? [];
      return name ? [[`Redis: ${name}`, Number(calls)]] : [];
    });
  }
}
