/**
 * One simulation: a market, processes of the exchange, buyers and sellers, and the faults of a seed,
 * until everything has come to rest.
 */
import { lotWorkflowId, queueName } from '../../domain/workflow-names';
import { checkInvariants } from '../../records/invariants/check-invariants';
import { chatOrder } from '../../workflows/chat-order';
import { contractOrder } from '../../workflows/contract-order';
import { deliveryLot } from '../../workflows/delivery-lot';
import { orderBatch } from '../../workflows/order-batch';
import { clearRecords } from '../records/scenario';
import { Buyer } from './buyers';
import { broken } from './checks';
import { type Market, makeMarket, type MarketTerms } from './market';
import { brokenOrders } from './order-checks';
import type { Servers } from './processes';
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
import { TemporalServer } from './temporal-server';
import { Trader } from './traders';
import { VirtualTime } from './virtual-time';
import { World } from './world';

export interface SimulationResult {
  readonly broken: readonly string[];
  readonly happened: readonly Happened[];
  readonly trace: readonly string[];
}

/** Faults fall among the first effects: by then the requests have ended. */
const FAULTS_WITHIN = 200;
const REST_MS = 3_000;
const WORKFLOWS = { chatOrder, orderBatch, deliveryLot, contractOrder } as never;
/** Every order ends by then, whatever failed: the longest step, and the patience with it. */
const END_MS = 20 * 60_000;

export async function simulate(
  seed: number,
  servers: Servers,
  planned: Planned = { faults: faultsOf(seed) },
  terms: MarketTerms = {},
): Promise<SimulationResult> {
  const random = new Random(seed);
  // A gateway of an earlier simulation would be a dead one in this.
  await clearRecords(servers.records);
  await servers.redis.flushdb();
  const market = await makeMarket(servers.records, random, terms);
  const time = new VirtualTime();
  const plan: FaultPlan = { ...planned, pauseMs: random.of([1_500, 8_000, 40_000]) };
  const scheduler: Scheduler = new Scheduler(time, random, plan, (actor) => world.crash(actor), {
    flush: () => servers.redis.flushdb(),
    unblock: (): boolean => temporal.messages.unblock(),
  });
  const temporal = new TemporalServer(TEMPORAL, scheduler, random, WORKFLOWS);
  const sellers = new SimulatedSellers(scheduler, random, (id) => market.manners.get(id)!);
  useTemporal(temporal, random);
  const world = new World({ servers, scheduler, temporal, sellers }, random);
  const course = new Course(servers, market, scheduler, time);
  time.install();
  try {
    world.start();
    beginLots(temporal, servers, market);
    for (const request of market.requests) {
      new Buyer('buyer', random, () => world.gateways).send(request);
    }
    const trader = new Trader(random, () => world.gateways);
    for (const order of market.orders) trader.place(order);
    for (const ask of market.newAsks) trader.offer(ask);
    await course.untilRest(async () => [
      ...(await broken(servers.records, market)),
      ...(await brokenOrders(servers, temporal, market)),
    ]);
    return { broken: course.found, happened: scheduler.happened, trace: scheduler.trace };
  } finally {
    world.end();
    time.uninstall();
  }
}

/** The workflows of lots that were bought before. */
function beginLots(
  temporal: TemporalServer,
  { settings: { TOKENBOOK_DEPLOYMENT: deployment } }: Servers,
  { contracts }: Market,
): void {
  for (const lot of contracts.flatMap(({ begun }) => begun)) {
    const workflowId = lotWorkflowId(deployment, lot.lotId);
    const taskQueue = queueName(deployment, 'contracts');
    temporal.start('deliveryLot', { workflowId, taskQueue, args: [lot] });
  }
}

/** The course of one simulation, and what it has found broken. */
class Course {
  readonly found: string[] = [];
  private readonly startedAtMs: number;

  constructor(
    private readonly servers: Servers,
    private readonly market: Market,
    private readonly scheduler: Scheduler,
    private readonly time: VirtualTime,
  ) {
    this.startedAtMs = time.nowMs;
  }

  /** @param look what does not hold yet */
  async untilRest(look: () => Promise<string[]>): Promise<void> {
    const { requests, orders, newAsks } = this.market;
    const isOver = () => [...requests, ...orders, ...newAsks].every((one) => one.isOver);
    await this.until(isOver, 'not all requests ended');
    while (this.found.length === 0) {
      await this.rest(REST_MS, 'no rest');
      const left = await look();
      const isOver = this.time.nowMs > this.startedAtMs + END_MS - 2 * REST_MS;
      if (left.length === 0) break;
      if (isOver || this.found.length > 0) this.found.push(...left);
    }
    for (const { id, status, violations } of await checkInvariants(this.servers.records)) {
      if (status !== 'ok') this.found.push(`invariant ${id} is ${status}: ${violations} times`);
    }
  }

  private rest(restMs: number, text: string): Promise<void> {
    const untilMs = this.time.nowMs + restMs;
    return this.until(() => this.time.nowMs >= untilMs, text);
  }

  private async until(isDone: () => boolean, text: string): Promise<void> {
    await this.scheduler
      .run(isDone, this.startedAtMs + END_MS)
      .catch((err: Error) => this.found.push(`${text}: ${err.message}`));
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
