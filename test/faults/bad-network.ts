/** An exchange that reaches each of its servers through a network of its own, which can be bad. */
import { setTimeout as delay } from 'node:timers/promises';
import { Traffic, expectNothingLost } from '../replica-set/traffic';
import { evidence } from '../support/evidence';
import { Exchange } from '../support/exchange';
import type { ServerName } from '../support/servers';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';
import { type Fault, FaultProxy } from './fault-proxy';

export interface BadTime {
  readonly server: ServerName;
  readonly fault: Fault;
  readonly seconds: number;
}

const CALLERS = 6;
/** Answered before the fault, and again after it. */
const ENOUGH = 20;
/** From the end of a fault until chats are answered again. */
const BACK_WITHIN_MS = 30_000;
/** Come again, or too late for this request: it was not charged, and the client may repeat it. */
const REFUSALS: readonly number[] = [408, 503];

export class BadNetwork {
  private constructor(
    readonly exchange: Exchange,
    private readonly proxies: Readonly<Record<ServerName, FaultProxy>>,
  ) {}

  static async open(): Promise<BadNetwork> {
    const { addresses } = sharedServers();
    const portOf = (address: string) => Number(new URL(address).port);
    const [mongod, redis, temporal] = await Promise.all([
      FaultProxy.open(portOf(addresses.mongoUri)),
      FaultProxy.open(portOf(addresses.redisUrl)),
      FaultProxy.open(portOf(`grpc://${addresses.temporalAddress}`)),
    ]);
    const exchange = await Exchange.start({
      gateways: 2,
      relay: true,
      settings: { CHAT_QUOTA: 1_000_000 },
      addresses: {
        // A member is otherwise reached at the address that its set knows.
        mongoUri: `mongodb://127.0.0.1:${mongod.port}/?directConnection=true`,
        redisUrl: `redis://127.0.0.1:${redis.port}`,
        temporalAddress: `127.0.0.1:${temporal.port}`,
      },
    });
    return new BadNetwork(exchange, { mongod, redis, temporal });
  }

  async close(): Promise<void> {
    for (const proxy of Object.values(this.proxies)) proxy.heal();
    await this.exchange.stop();
    for (const proxy of Object.values(this.proxies)) proxy.close();
  }

  /** Chats before, during and after a fault: every one ends, and what was answered is in the ledger. */
  async pass({ server, fault, seconds }: BadTime): Promise<void> {
    const { exchange, proxies } = this;
    const proxy = proxies[server];
    const traffic = new Traffic(exchange);
    await traffic.open(CALLERS);
    await until(() => traffic.acknowledged().length >= ENOUGH, { what: 'chats before the fault' });
    const affectedBefore = proxy.affected;
    const badSinceMs = Date.now();
    proxy.set(fault);
    await delay(seconds * 1_000); // the length of the fault, not a wait for its effect
    proxy.heal();
    const healedAtMs = Date.now();
    const isBack = () => traffic.acknowledged(healedAtMs).length >= ENOUGH;
    await until(isBack, { what: 'chats after the fault', timeoutMs: 2 * BACK_WITHIN_MS });
    await traffic.end();
    process.stdout.write(traffic.summary(nameOf({ server, fault }), badSinceMs));
    evidence('network', {
      name: `${nameOf({ server, fault })}, ${seconds} s`,
      answered: traffic.acknowledged(badSinceMs).length,
      refused: traffic.refused(badSinceMs).length,
      healedAfterMs: traffic.pauseMs(healedAtMs),
    });
    expect(proxy.affected).toBeGreaterThan(affectedBefore);
    const others = traffic.refused(0).filter(({ status }) => !REFUSALS.includes(status));
    expect(others).toEqual([]);
    expect(traffic.pauseMs(healedAtMs)).toBeLessThan(BACK_WITHIN_MS);
    await expectNothingLost(exchange, traffic);
    await exchange.expectSagasEnded();
    await exchange.expectBookAgrees();
  }
}

export function nameOf({ server, fault }: Pick<BadTime, 'server' | 'fault'>): string {
  const [, ...details] = Object.values(fault).map(String);
  return `${server} ${[fault.kind, ...details].join(' ')}`;
}
