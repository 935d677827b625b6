/**
 * One simulation: a market, processes of the exchange, buyers and sellers, and the faults of a seed,
 * until everything has come to rest.
 */
import { chatOrder } from '../../workflows/chat-order';
import { orderBatch } from '../../workflows/order-batch';
import { Buyer } from './buyers';
import { broken } from './checks';
import { makeMarket, type MarketTerms } from './market';
import { type Servers, type SimulatedProcess, startProcess, type Surroundings } from './processes';
import { Random } from '../support/random';
import {
  FAULTS,
  type Fault,
  type FaultPlan,
  type Happened,
  type PointFault,
  Scheduler,
} from './scheduler';
import { SimulatedSellers } from './sellers';
import { TEMPORAL, useTemporal } from './temporal-modules';
import { TemporalServer, runningActivity, wait } from './temporal-server';
import { VirtualTime } from './virtual-time';
import { Actor } from './actors';

export interface SimulationResult {
  readonly broken: readonly string[];
  readonly happened: readonly Happened[];
  readonly trace: readonly string[];
}

/** Faults fall among the first effects: by then the requests have ended. */
const FAULTS_WITHIN = 120;
const REST_MS = 3_000;
/** Every order ends by then, whatever failed: the longest step, and the patience with it. */
const END_MS = 20 * 60_000;

export async function simulate(
  seed: number,
  servers: Servers,
  planned: Planned = { faults: faultsOf(seed) },
  terms: MarketTerms = {},
): Promise<SimulationResult> {
  const random = new Random(seed);
  // Nothing of an earlier simulation counts: a gateway of it would be a dead one in this.
  await servers.records.gateways.deleteMany({});
  await servers.redis.flushdb();
  const market = await makeMarket(servers.records, random, terms);
  const time = new VirtualTime();
  const startedAtMs = time.nowMs;
  const plan: FaultPlan = { ...planned, pauseMs: random.of([1_500, 8_000, 40_000]) };
  const scheduler = new Scheduler(time, random, plan, (actor) => world.crash(actor), {
    flush: () => servers.redis.flushdb(),
  });
  const temporal = new TemporalServer(TEMPORAL, scheduler, random, {
    chatOrder: chatOrder as never,
    orderBatch: orderBatch as never,
  });
  const sellers = new SimulatedSellers(scheduler, random, (id) => market.manners.get(id)!);
  useTemporal(temporal, random);
  const world = new World({ servers, scheduler, temporal, sellers }, random);
  time.install();
  try {
    world.start();
    for (const request of market.requests) {
      new Buyer('buyer', random, () => world.gateways).send(request);
    }
    const found: string[] = [];
    const until = async (isDone: () => boolean, text: string) => {
      await scheduler
        .run(isDone, startedAtMs + END_MS)
        .catch((err: Error) => found.push(`${text}: ${err.message}`));
    };
    await until(() => market.requests.every(({ isOver }) => isOver), 'not all requests ended');
    for (let restedAtMs = time.nowMs + REST_MS; found.length === 0; restedAtMs += REST_MS) {
      const atMs = restedAtMs;
      await until(() => time.nowMs >= atMs, 'no rest');
      const left = await broken(servers.records, market);
      if (left.length === 0) break;
      if (time.nowMs > startedAtMs + END_MS - 2 * REST_MS) found.push(...left);
    }
    return { broken: found, happened: scheduler.happened, trace: scheduler.trace };
  } finally {
    world.end();
    time.uninstall();
  }
}

export type Planned = Pick<FaultPlan, 'faults' | 'point'>;

/** No other fault than this one. */
export const only = (point: PointFault): Planned => ({ faults: new Map(), point });

/** Up to six faults. */
export function faultsOf(seed: number): Map<number, Fault> {
  const random = new Random(seed ^ 0x5eed);
  const faults = new Map<number, Fault>();
  for (let count = random.between(0, 6); count > 0; count -= 1)
    faults.set(random.between(1, FAULTS_WITHIN), random.of(FAULTS));
  return faults;
}

/** The processes that live, and those that take the place of the dead. */
class World {
  private readonly keeper = new Actor('keeper');
  private processes: SimulatedProcess[] = [];
  private number = 0;
  private isOver = false;

  constructor(
    private readonly surroundings: Surroundings,
    private readonly random: Random,
  ) {}

  get gateways(): readonly SimulatedProcess[] {
    return this.processes.filter(({ gateway, actor }) => gateway !== null && !actor.isDead);
  }

  start(): void {
    for (const kind of ['gateway', 'gateway', 'worker'] as const) this.begin(kind);
  }

  crash = (actor: Actor): void => {
    actor.isDead = true;
    const dead = this.processes.find((process) => process.actor === actor);
    void dead?.stores.close();
    const kind = actor.name.includes('worker') ? 'worker' : 'gateway';
    this.processes = this.processes.filter((process) => process !== dead);
    this.keeper.run(() => {
      void wait(this.random.between(200, 5_000)).then(() => this.begin(kind));
    });
  };

  end(): void {
    this.isOver = true;
    for (const { actor, stores } of this.processes) {
      actor.isDead = true;
      void stores.close();
    }
    this.keeper.isDead = true;
  }

  private begin(kind: 'gateway' | 'worker'): void {
    if (this.isOver) return;
    const name = `process ${kind} ${++this.number}`;
    this.keeper.run(() => {
      startProcess(name, kind, this.surroundings).then(
        (process) => {
          if (process.actor.isDead) return;
          this.processes.push(process);
          if (kind === 'worker') void process.actor.run(() => maintain(process));
        },
        // It could not connect: its supervisor starts it again.
        () => this.keeper.run(() => void wait(1_000).then(() => this.begin(kind))),
      );
    });
  }
}

const MAINTAINED_EVERY_MS = 60_000;

/** The workflow of maintenance, as far as it ends orders. */
async function maintain({ activities }: SimulatedProcess): Promise<void> {
  const context = {
    info: { startToCloseTimeoutMs: MAINTAINED_EVERY_MS },
    cancellationSignal: new AbortController().signal,
    heartbeat: () => undefined,
  };
  for (;;) {
    await wait(MAINTAINED_EVERY_MS);
    await runningActivity.run(context, () => activities.finishOrphans()).catch(() => undefined);
  }
}

/**
 * A failing seed with as few faults as still break it.
 * @returns the faults that are left, and what they break
 */
export async function shrunk(seed: number, servers: Servers) {
  let faults = faultsOf(seed);
  let { broken: found } = await simulate(seed, servers, { faults });
  for (const place of [...faults.keys()]) {
    const fewer = new Map(faults);
    fewer.delete(place);
    const result = await simulate(seed, servers, { faults: fewer });
    if (result.broken.length === 0) continue;
    faults = fewer;
    found = result.broken;
  }
  return { faults: [...faults], found };
}
