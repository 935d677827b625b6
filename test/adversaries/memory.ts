/** Memory of the processes of the market and its servers in megabytes: current and maximum. */
import { readFileSync } from 'node:fs';
import Redis from 'ioredis';
import type { Exchange } from '../support/exchange';

const SAMPLE_MS = 250;
const MEGABYTE = 1024 * 1024;

export type Megabytes = Readonly<Record<string, number>>;

export class MemoryWatch {
  private readonly redis: Redis;
  private timer: NodeJS.Timeout | undefined;
  private before: Megabytes = {};
  private most: Record<string, number> = {};

  constructor(private readonly exchange: Exchange) {
    this.redis = new Redis(exchange.settings.redisUrl);
  }

  async begin(): Promise<void> {
    this.before = await this.sample();
    this.most = { ...this.before };
    const look = async () => {
      for (const [name, value] of Object.entries(await this.sample())) {
        this.most[name] = Math.max(this.most[name] ?? 0, value);
      }
      this.timer = setTimeout(() => void look().catch(() => undefined), SAMPLE_MS);
    };
    await look();
  }

  /** Maximum growth of each since the beginning. */
  end(): Megabytes {
    clearTimeout(this.timer);
    const grown = Object.entries(this.most).map(([name, most]) => [
      name,
      Math.round(most - (this.before[name] ?? 0)),
    ]);
    return Object.fromEntries(grown);
  }

  close(): void {
    clearTimeout(this.timer);
    this.redis.disconnect();
  }

  private async sample(): Promise<Megabytes> {
    const { gateways, workers, relay, records } = this.exchange;
    const [info, status] = await Promise.all([
      this.redis.info('memory'),
      records.connection.db!.admin().command({ serverStatus: 1 }),
    ]);
    const sum = (processes: readonly { pid: number }[]) =>
      processes.reduce((total, { pid }) => total + residentMegabytes(pid), 0);
    return {
      gateway: sum(gateways),
      worker: sum(workers),
      relay: sum(relay ? [relay] : []),
      redis: Number(/^used_memory:(\d+)/m.exec(info)?.[1] ?? 0) / MEGABYTE,
      mongod: Number(status.mem?.resident ?? 0),
    };
  }
}

/** 0 for a process that has exited, and on systems without `/proc`. */
function residentMegabytes(pid: number): number {
  try {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    return 0;
  }
}
