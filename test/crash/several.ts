/** Several gateways, workers and relays on one market, of which one after the other is killed under load. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Market, openMarket, units } from '../e2e/market';
import { evidence } from '../support/evidence';
import { Exchange } from '../support/exchange';
import type { TestProcess } from '../support/processes';
import { Random } from '../support/random';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { KeyedBuyer } from './keyed-buyers';

export interface SeveralKills {
  readonly gateways: number;
  readonly workers: number;
  readonly relays: number;
  readonly buyers: number;
  readonly kills: number;
  readonly seed: number;
}

export interface KillReport {
  readonly killed: Readonly<Record<Kind, number>>;
  readonly chats: number;
  /** Chats that were asked for more than once, because a connection broke. */
  readonly repeated: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly longestMs: number;
}

const BALANCE = '1000';
/** The pause between two kills is at most this long; processes need longer to start than that. */
const PAUSE_MAX_MS = 1_000;

/** @throws when a buyer is not answered, is told two things, or is not charged exactly once */
export async function playKills(plan: SeveralKills): Promise<KillReport> {
  const random = new Random(plan.seed);
  const { gateways, workers } = plan;
  const settings = { RESERVATION_LEASE_MS: 5_000, CHAT_QUOTA: 1_000_000 };
  const exchange = await Exchange.start({ gateways, workers, settings });
  try {
    const market = await openMarket(exchange, {
      capacity: 100_000_000,
      behaviour: BEHAVIOURS.unhurried({ gapMs: 10 }),
    });
    const buyers = await openBuyers(exchange, market, plan.buyers, random);
    const running = Promise.all(buyers.map((buyer) => buyer.run()));
    running.catch(() => undefined); // the loop below awaits it
    const victims = new Victims(exchange, plan, random);
    await victims.startRelays();
    for (let kill = 0; kill < plan.kills; kill += 1) {
      await Promise.race([delay(random.next() * PAUSE_MAX_MS), running]);
      await victims.killAndReplace(KINDS[(kill + plan.seed) % KINDS.length]!);
    }
    for (const buyer of buyers) buyer.stop();
    await running;
    await Promise.all(buyers.map((buyer) => buyer.askAgain()));
    await expectChargedOnce(exchange, buyers);
    await exchange.expectExact();
    await exchange.expectSagasEnded();
    await exchange.expectBookAgrees(market.model);
    const report = { killed: victims.killed, ...summaryOf(buyers) };
    evidence('run', { text: `${plan.kills} kills under load, seed ${plan.seed}` });
    await victims.stopRelays();
    return report;
  } finally {
    await exchange.stop();
  }
}

async function openBuyers(exchange: Exchange, market: Market, count: number, random: Random) {
  const accounts = await Promise.all(Array.from({ length: count }, () => exchange.buyer(BALANCE)));
  return accounts.map(
    (account) =>
      new KeyedBuyer(exchange, { ...market, ...account }, new Random(random.between(1, 1e9))),
  );
}

/** Every key has one settled fill, and the account has paid the sum of what its buyer was told. */
async function expectChargedOnce(exchange: Exchange, buyers: readonly KeyedBuyer[]) {
  for (const { market, told } of buyers) {
    const { accountId, key } = market;
    const query = { accountId, status: 'settled' } as const;
    const settled = await exchange.records.fills.find(query).toArray();
    const fillIds = told.map(({ fill }) => fill.fill_id);
    expect(settled.map(({ _id }) => _id).sort()).toEqual(fillIds.sort());
    const paid = told.reduce((sum, { fill }) => sum + units(fill.cost), 0n);
    const { balance } = await exchange.account(key);
    expect(units(balance)).toBe(units(BALANCE) - paid);
  }
}

function summaryOf(buyers: readonly KeyedBuyer[]) {
  const all = buyers.flatMap(({ told }) => told);
  const waits = all.map(({ waitedMs }) => waitedMs).sort((a, b) => a - b);
  const at = (share: number) => Math.round(waits[Math.ceil(share * waits.length) - 1] ?? 0);
  const repeated = all.filter(({ attempts }) => attempts > 1).length;
  return { chats: all.length, repeated, p50Ms: at(0.5), p99Ms: at(0.99), longestMs: at(1) };
}

const KINDS = ['gateway', 'worker', 'relay'] as const;
type Kind = (typeof KINDS)[number];

class Victims {
  readonly killed: Record<Kind, number> = { gateway: 0, worker: 0, relay: 0 };
  private readonly relays: TestProcess[] = [];

  constructor(
    private readonly exchange: Exchange,
    private readonly plan: SeveralKills,
    private readonly random: Random,
  ) {}

  async startRelays(): Promise<void> {
    for (let count = 0; count < this.plan.relays; count += 1) {
      this.relays.push(await this.exchange.startRelay());
    }
  }

  async stopRelays(): Promise<void> {
    await Promise.all(this.relays.map((relay) => relay.kill()));
  }

  async killAndReplace(kind: Kind): Promise<void> {
    const { gateways, workers } = this.exchange;
    const processes = { gateway: gateways, worker: workers, relay: this.relays }[kind];
    await this.random.of(processes.filter(({ alive }) => alive)).kill('SIGKILL');
    this.killed[kind] += 1;
    if (kind === 'gateway') await this.exchange.startGateway();
    else if (kind === 'worker') await this.exchange.startWorker();
    else this.relays.push(await this.exchange.startRelay());
  }
}
