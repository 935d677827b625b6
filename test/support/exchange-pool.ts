/**
 * Exchanges that are shared by test files: one for each jest worker, started when a file first
 * requests it. They run in the process that runs jest; test files find them at a loopback address.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { request } from 'undici';
import { testSettings } from './environment';
import { type TestProcess, environmentOf, startProcess } from './processes';

/** Tells the test files where the pool listens. */
export const POOL_VARIABLE = 'TOKENBOOK_TEST_POOL';

/** What differs from the defaults. */
const SETTINGS = {
  /** Limits by address would apply to all sellers of all files together here. */
  PROBES_PER_HOST: 100_000,
  /** Lower than the defaults: tests that go up to these limits see that the settings decide. */
  CAPACITY_QUOTA: 30,
  CHAT_BODY_LIMIT_BYTES: 1_950_000,
  STREAM_SILENCE_MS: 5_000,
  /** Browsers find names below `localhost` without a resolver. */
  BUYER_HOST: 'buyer.localhost',
  SELLER_HOST: 'seller.localhost',
  MARKET_HOST: 'market.localhost',
  WEBHOOK_RETRY_BASE_MS: 100,
  WEBHOOKS_QUOTA: 1_000,
} as const;

/** A process of a pooled exchange, as another process knows it. */
export type PooledProcess = Pick<TestProcess, 'pid' | 'port' | 'adminPort'>;

export interface PooledExchange {
  /** Environment of its processes; `loadSettings` recreates its settings from it. */
  readonly environment: Record<string, string>;
  readonly gateways: readonly PooledProcess[];
  readonly workers: readonly PooledProcess[];
  readonly relay: PooledProcess;
}

interface Member {
  readonly environment: Record<string, string>;
  readonly processes: readonly [TestProcess, TestProcess, TestProcess, TestProcess];
}

export class ExchangePool {
  private readonly members = new Map<string, Promise<Member>>();

  private constructor(private readonly server: Server) {}

  static async open(): Promise<ExchangePool> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const pool = new ExchangePool(server);
    server.on('request', (req, res) => void pool.answer(req, res));
    return pool;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.server.close();
    const members = await Promise.allSettled(this.members.values());
    const processes = members.flatMap((member) =>
      member.status === 'fulfilled' ? member.value.processes : [],
    );
    const alive = processes.filter((process) => process.alive);
    await Promise.all(alive.map((process) => process.kill()));
  }

  private async answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    try {
      const { environment, processes } = await this.memberOf(req.url ?? '/');
      const [first, second, worker, relay] = processes.map(known);
      res.end(JSON.stringify({ environment, gateways: [first, second], workers: [worker], relay }));
    } catch (err) {
      res.writeHead(500).end(String(err));
    }
  }

  /** @param name of the jest worker; an exchange that lost a process is replaced */
  private async memberOf(name: string): Promise<Member> {
    const member = await this.members.get(name)?.catch(() => null);
    if (member?.processes.every(({ alive }) => alive)) return member;
    const started = startMember();
    this.members.set(name, started);
    return started;
  }
}

async function startMember(): Promise<Member> {
  const settings = await testSettings(SETTINGS);
  const processes = await Promise.all([
    startProcess('gateway', settings),
    startProcess('gateway', settings),
    startProcess('worker', settings),
    startProcess('relay', settings),
  ]);
  return { environment: environmentOf(settings), processes };
}

function known({ pid, port, adminPort }: TestProcess): PooledProcess {
  return { pid, port, adminPort };
}

/**
 * The exchange of this jest worker.
 * @throws Error with the failure of its start
 */
export async function pooledExchange(): Promise<PooledExchange> {
  const { statusCode, body } = await request(
    `${process.env[POOL_VARIABLE]}/${process.env.JEST_WORKER_ID}`,
    { headersTimeout: 120_000 },
  );
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`No pooled exchange: ${text}`);
  return JSON.parse(text) as PooledExchange;
}
