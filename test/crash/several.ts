/** Several gateways, workers and relays on one market, of which one after the other is killed under load. */
import { setTimeout as delay } from 'node:timers/promises';
import { openMarket } from '../e2e/market';
import { evidence } from '../support/evidence';
import { Exchange } from '../support/exchange';
import type { TestProcess } from '../support/processes';
import { Random } from '../support/random';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { KeyedLoad, type LoadSummary } from './keyed-load';

export interface SeveralKills {
  readonly gateways: number;
  readonly workers: number;
  readonly relays: number;
  readonly buyers: number;
  readonly kills: number;
  readonly seed: number;
}

export interface KillReport extends LoadSummary {
  readonly killed: Readonly<Record<Kind, number>>;
}

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
    const load = await KeyedLoad.begin(exchange, market, plan.buyers, random);
    const victims = new Victims(exchange, plan, random);
    await victims.startRelays();
    for (let kill = 0; kill < plan.kills; kill += 1) {
      await Promise.race([delay(random.next() * PAUSE_MAX_MS), load.running]);
      await victims.killAndReplace(KINDS[(kill + plan.seed) % KINDS.length]!);
    }
    await load.end();
    await exchange.expectSagasEnded();
    await exchange.expectBookAgrees(market.model);
    const report = { killed: victims.killed, ...load.summary() };
    evidence('run', { text: `${plan.kills} kills under load, seed ${plan.seed}` });
    await victims.stopRelays();
    return report;
  } finally {
    await exchange.stop();
  }
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
