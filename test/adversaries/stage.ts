/** A running market of real processes, attacked by one adversary after the other under honest load. */
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Settings } from '../../config/settings';
import { lowerPriority } from '../../setup/servers/priority';
import { checkInvariants } from '../../records/invariants/check-invariants';
import { Exchange } from '../support/exchange';
import { untilQuiet } from '../../bench/measure/processor-time';
import type { TestProcess } from '../support/processes';
import { closeAll } from '../support/close-all';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';
import type { Adversary } from './adversary';
import { AttackProcess } from './attack';
import type { AttackedMarket } from './attacked-market';
import type { Answers } from './attack-process';
import type { Pace, Taken } from './honest-load';
import { BEST_PRICE, HonestMarket } from './honest-market';
import { HonestBuyers, HonestSellers } from './honest-participants';
import { measured } from './measured';
import { MemoryWatch } from './memory';
import { StageNames } from './names';
import { ProcessorWatch, type Shares, pidsOf } from './processors';
import type { Row } from './row';

const WARM_UP_MS = 2_000;
/** Pause after the preparation of an attack. */
const SETTLED_MS = 3_000;
const SETTLED_WITHIN_MS = 30_000;

export interface Run {
  /** Duration of the attack. */
  readonly seconds: number;
  /** Duration of the measurement without the adversary; 0 for none. */
  readonly secondsWithout: number;
  /** Size of the attack, between 0 and 1. */
  readonly scale: number;
  readonly honestBuyers: number;
  readonly pace: Pace;
}

interface Attacked {
  readonly answers: Answers;
  readonly failure: string | null;
  /** Errors of honest requests during the preparation. */
  readonly errors: readonly string[];
}

export class Stage {
  private attackers = new AttackProcess();
  private readonly sellers = new HonestSellers();
  private readonly buyers = new HonestBuyers();
  private readonly memory: MemoryWatch;
  private readonly processors: ProcessorWatch;
  private rows = 0;

  private constructor(
    readonly exchange: Exchange,
    private readonly names: StageNames,
    servers: Readonly<Record<string, number[]>>,
  ) {
    this.memory = new MemoryWatch(exchange);
    this.processors = new ProcessorWatch(() => ({ ...this.pids(), ...servers }));
  }

  /** Stops what it started when it fails. Seller timeouts are short, so that an attack can provoke them within its duration. */
  static async open(
    settings: Partial<Settings> = {},
    environment: NodeJS.ProcessEnv = {},
  ): Promise<Stage> {
    const names = await StageNames.open();
    const begun: (() => unknown)[] = [() => names.close()];
    try {
      const exchange = await Exchange.start({
        relay: true,
        environment: { ...names.environment, ...environment },
        settings: {
          ...names.settings,
          trustedProxies: ['127.0.0.1'],
          TRUSTED_PROXIES: '127.0.0.1',
          FIRST_BYTE_TIMEOUT_MS: 4_000,
          FIRST_BYTE_PER_TOKEN_MS: 1,
          STREAM_SILENCE_MS: 4_000,
          BID_DEADLINE_MS: 20_000,
          ...settings,
        },
      });
      begun.unshift(() => exchange.stop());
      return new Stage(exchange, names, serverPids(exchange.settings));
    } catch (err) {
      await closeAll(begun).catch(() => undefined);
      throw err;
    }
  }

  /** Sets the priorities of `npm start`. */
  lowerBackground(): void {
    for (const { pid } of this.exchange.workers) lowerPriority(pid);
  }

  /** Honest load alone, until the JavaScript is compiled. */
  async warmUp(seconds: number, { honestBuyers, pace }: Run): Promise<void> {
    const market = await HonestMarket.open(this.exchange, this.sellers, honestBuyers);
    await this.buyers.begin(market.trade(), pace);
    await delay(seconds * 1_000);
    await this.buyers.end();
  }

  async play(adversaries: readonly Adversary[], run: Run): Promise<Row> {
    const { memory, exchange, sellers } = this;
    const isByName = adversaries.some(({ honestByName }) => honestByName);
    const hosts = isByName ? this.names : undefined;
    const market = await HonestMarket.open(exchange, sellers, run.honestBuyers, hosts);
    if (run.secondsWithout > 0) await untilQuiet(this.processes);
    const isPriced = !adversaries.some(({ honestWithoutPrice }) => honestWithoutPrice);
    await this.buyers.begin(market.trade(isPriced), run.pace);
    const without = await this.measureWithout(run.secondsWithout);
    await memory.begin();
    const names = adversaries.map(({ name }) => name);
    const { answers, failure, errors } = await this.attack(names, market, run);
    const shares = this.processors.take();
    const taken = await this.buyers.end();
    const memoryMegabytes = memory.end();
    return {
      name: names.join(' + '),
      answers,
      failure,
      without: without && measured(without.taken.latenciesMs),
      errorsWithout: without?.taken.errors.length ?? 0,
      beside: measured(taken.latenciesMs),
      errors: [...errors, ...taken.errors],
      memoryMegabytes,
      processors: { without: without?.shares ?? null, beside: shares },
      dispatchedTwice: await market.dispatchedTwice(),
      wrongMoney: [
        ...(await this.wrongMoney(market, taken.told)),
        ...(await this.brokenInvariants()),
      ],
      wrongStanding: [...(await market.wrongStanding()), ...this.deadProcesses()],
    };
  }

  async close(): Promise<void> {
    for (const own of [this.attackers, this.sellers, this.buyers]) own.stop();
    await closeAll([
      () => this.memory.close(),
      () => this.exchange.stop(),
      () => this.names.close(),
    ]);
  }

  /** A failed preparation is a fault of the row and does not end the run. */
  private async attack(
    names: readonly string[],
    market: HonestMarket,
    run: Run,
  ): Promise<Attacked> {
    let errors: readonly string[] = [];
    try {
      await this.attackers.prepare(names, this.attacked(market), run.scale);
      // The preparation is not part of the attack and runs at full speed: its latencies do not count.
      if (run.secondsWithout > 0) await delay(SETTLED_MS);
      ({ errors } = await this.buyers.take());
      this.processors.take();
      await this.attackers.begin();
      await delay(run.seconds * 1_000);
      return { answers: await this.attackers.end(), failure: null, errors };
    } catch (err) {
      this.attackers.stop();
      this.attackers = new AttackProcess();
      return { answers: {}, failure: (err as Error).message, errors };
    }
  }

  private async measureWithout(seconds: number): Promise<{ taken: Taken; shares: Shares } | null> {
    if (seconds === 0) return null;
    await delay(WARM_UP_MS);
    await this.buyers.take();
    this.processors.take();
    await delay(seconds * 1_000);
    return { taken: await this.buyers.take(), shares: this.processors.take() };
  }

  private attacked(market: HonestMarket): AttackedMarket {
    const { settings, gateways } = this.exchange;
    const [gateway] = gateways;
    this.rows += 1;
    return {
      url: this.exchange.url(),
      adminUrl: `http://127.0.0.1:${gateway!.adminPort}`,
      operatorToken: settings.secrets.operatorToken,
      model: market.model,
      bestPrice: BEST_PRICE,
      sellerIds: market.sellers.map(({ sellerId }) => sellerId),
      sellerNames: market.sellers.map(({ name }) => name),
      endpointUrls: market.sellers.map(({ endpointUrl }) => endpointUrl),
      address: `203.0.113.${this.rows % 250}`,
    };
  }

  /** @returns violations that remain once settlement had its time; empty when there are none */
  private async wrongMoney(
    market: HonestMarket,
    told: ReadonlyMap<string, bigint>,
  ): Promise<string[]> {
    let wrong: string[] = [];
    const isRight = async () => (wrong = await market.wrongMoney(told)).length === 0;
    await until(isRight, { timeoutMs: SETTLED_WITHIN_MS }).catch(() => undefined);
    return wrong;
  }

  private async brokenInvariants(): Promise<string[]> {
    const results = await checkInvariants(this.exchange.records);
    return results
      .filter(({ status }) => status !== 'ok')
      .map(({ id, status, samples, error }) => `${id} ${status} ${error ?? samples.join()}`);
  }

  private deadProcesses(): string[] {
    return this.processes
      .filter(({ alive }) => !alive)
      .map(() => 'a process of the market has exited');
  }

  private get processes(): TestProcess[] {
    const { gateways, workers, relay } = this.exchange;
    return [...gateways, ...workers, ...(relay ? [relay] : [])];
  }

  private pids(): Record<string, readonly number[]> {
    const { gateways, workers, relay } = this.exchange;
    return {
      gateway: gateways.map(({ pid }) => pid),
      worker: workers.map(({ pid }) => pid),
      relay: relay ? [relay.pid] : [],
      sellers: [this.sellers.pid],
      buyers: [this.buyers.pid],
      adversary: [this.attackers.pid],
      director: [process.pid],
    };
  }
}

function serverPids({ mongoUri, redisUrl, temporalAddress }: Settings): Record<string, number[]> {
  return {
    mongod: pidsOf('mongod', new URL(mongoUri).port),
    redis: pidsOf(basename(sharedServers().binaries.redis), new URL(redisUrl).port),
    temporal: pidsOf('temporal', new URL(`http://${temporalAddress}`).port),
  };
}
