/** Several gateways, workers and relays on one market, of which one after the other is killed under load. */
import { setTimeout as delay } from 'node:timers/promises';
import { makePast } from '../chain/past-days';
import { openMarket } from '../e2e/market';
import { closeAll } from '../support/close-all';
import { evidence } from '../support/evidence';
import { Exchange } from '../support/exchange';
import { LoadWatch } from '../support/load-watch';
import type { TestProcess } from '../support/processes';
import { Random } from '../support/random';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { KeyedLoad, type LoadSummary } from './keyed-load';
import { REFUSALS, RefusedBuyers } from './refused-buyers';

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
  /** Answers by their status: those that the load is sure to receive. */
  readonly told: Readonly<Record<number, number>>;
  /** Complete checks of records and answers, and of the books, while processes died. */
  readonly checks: number;
  readonly bookChecks: number;
}

/** The pause between two kills is at most this long; processes need longer to start than that. */
const PAUSE_MAX_MS = 1_000;

/**
 * @throws when a buyer is not answered, is told two things, or is not charged exactly once, or when
 *   an invariant is violated meanwhile
 */
export async function playKills(plan: SeveralKills): Promise<KillReport> {
  const random = new Random(plan.seed);
  const { gateways, workers } = plan;
  const settings = { RESERVATION_LEASE_MS: 5_000, CHAT_QUOTA: 1_000_000 };
  const exchange = await Exchange.start({ gateways, workers, settings });
  const victims = new Victims(exchange, plan, random);
  const closing = [() => exchange.stop(), () => victims.stopRelays()];
  try {
    const market = await openMarket(exchange, {
      capacity: 100_000_000,
      behaviour: BEHAVIOURS.unhurried({ gapMs: 10 }),
    });
    await makePast(exchange.records); // for what is checked of closed days
    const load = await KeyedLoad.begin(exchange, market, plan.buyers, random);
    const { observer } = load;
    const refused = await RefusedBuyers.begin(exchange, market.model, observer);
    const watch = await LoadWatch.begin(exchange, observer);
    closing.unshift(() => watch.close());
    await victims.startRelays();
    for (let kill = 0; kill < plan.kills; kill += 1) {
      await Promise.race([delay(random.next() * PAUSE_MAX_MS), load.running]);
      await victims.killAndReplace(KINDS[(kill + plan.seed) % KINDS.length]!);
    }
    await watch.end();
    await refused.end();
    await load.end();
    await exchange.expectSagasEnded({ status: 'filled' });
    await exchange.expectBookAgrees(market.model);
    const told = Object.fromEntries([200, ...REFUSALS].map((one) => [one, observer.count(one)]));
    const { checks, bookChecks } = watch;
    evidence('run', { text: `${plan.kills} kills under load, seed ${plan.seed}` });
    return { killed: victims.killed, told, checks, bookChecks, ...load.summary() };
  } finally {
    await closeAll(closing);
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
