/**
 * One simulation: a market, processes of the exchange, buyers and sellers, and the faults of a seed,
 * until everything has come to rest.
 */
import { chatOrder } from '../../workflows/chat-order';
import { contractOrder } from '../../workflows/contract-order';
import { deliveryLot } from '../../workflows/delivery-lot';
import { orderBatch } from '../../workflows/order-batch';
import { seller } from '../../workflows/seller';
import { Absence, expireRecords, expireWorkflows } from './absence';
import { closeDays } from '../../records/closings/close-days';
import { clearRecords } from '../records/scenario';
import { brokenAnnouncements } from './announced-checks';
import { beginLots, beginRequests } from './begin';
import { SimulatedBus } from './bus';
import type { Streams } from './change-stream';
import { Changes } from './changes';
import { broken } from './checks';
import { CommitChecks } from './commit-checks';
import { CommittedTrades } from './committed-trades';
import { Course } from './course';
import { brokenDecisions } from './decision-checks';
import { FAULTS, type Fault, type FaultPlan, type Happened, type PointFault } from './faults';
import { brokenKeys } from './key-checks';
import { makeMarket, type MarketTerms } from './market';
import { brokenOrders } from './order-checks';
import type { Servers } from './processes';
import { startAgain } from './redis-process';
import { RedisCopies } from './redis-copies';
import { Random } from '../support/random';
import { Scheduler } from './scheduler';
import { SimulatedSellers } from './sellers';
import { TEMPORAL, useTemporal } from './temporal-modules';
import { TemporalServer } from './temporal-server';
import { VirtualTime } from './virtual-time';
import { World } from './world';

export interface SimulationResult {
  readonly broken: readonly string[];
  /** Whether the outage has begun that was planned. */
  readonly isReached: boolean;
  readonly happened: readonly Happened[];
  readonly trace: readonly string[];
}

/** Faults fall among the first effects: by then most requests have ended, or all of them. */
const FAULTS_WITHIN = [200, 600];
const WORKFLOWS = { seller, chatOrder, orderBatch, deliveryLot, contractOrder } as never;

export async function simulate(
  seed: number,
  servers: Servers,
  planned: Planned = { faults: faultsOf(seed) },
  terms: MarketTerms = {},
): Promise<SimulationResult> {
  const random = new Random(seed);
  const mayHaveRelays = random.isLikely(0.4);
  const { hasRelays = mayHaveRelays } = terms;
  // A gateway of an earlier simulation would be a dead one in this.
  await clearRecords(servers.records);
  await servers.redis.flushdb();
  const market = await makeMarket(servers, random, { ...terms, hasRelays });
  const committed = await CommittedTrades.follow(servers.records);
  const commits = new CommitChecks(servers.records);
  const copies = copiesFor(planned, random, servers);
  const time = new VirtualTime();
  const plan = planOf(planned, random);
  const absence = new Absence(plan.absence, time, random, {
    temporal: TEMPORAL,
    stop: () => world.stop(),
    expire: async () => {
      await expireRecords(servers.records, time.nowMs);
      await closeDays(servers.records, new Date(time.nowMs));
      expireWorkflows(temporal.workflows, plan.absence!.forMs);
    },
    flush: () => startAgain(servers.redis, () => servers.redis.flushdb()),
  });
  const scheduler: Scheduler = new Scheduler(
    time,
    random,
    plan,
    (actor) => world.crash(actor),
    {
      flush: () => startAgain(servers.redis, () => servers.redis.flushdb()),
      copy: async () => copies?.take(),
      rollBack: () => startAgain(servers.redis, async () => copies?.putBack()),
      unblock: (): boolean => temporal.messages.unblock(),
      brokenCommit: () => commits.broken(),
    },
    absence,
  );
  const temporal = new TemporalServer(TEMPORAL, scheduler, random, WORKFLOWS);
  const sellers = new SimulatedSellers(
    scheduler,
    random,
    (id) => market.manners.get(id) ?? 'honest',
  );
  useTemporal(temporal, random);
  const streams: Streams = {
    scheduler,
    changes: new Changes(),
    opened: [committed],
    watched: {
      beating: null,
      unrecorded: null,
    },
  };
  const followed = hasRelays ? ({ modelId: market.modelId, tenor: 'spot' } as const) : null;
  const bus = new SimulatedBus(scheduler, random);
  const told = { bus, streams, journals: new Changes(), followed };
  const { clocksOffMs = {} } = plan;
  const world = new World({ servers, scheduler, temporal, sellers, ...told, clocksOffMs }, random);
  const course = new Course(servers, market, scheduler, time, plan.absence?.forMs);
  time.install();
  try {
    world.start();
    beginLots(temporal, servers, market);
    if (hasRelays) await course.untilFollowed();
    beginRequests(random, world, market);
    await course.untilRest(
      async () => [
        ...(await broken(servers.records, market)),
        ...(await brokenOrders(servers, temporal, market, hasRelays)),
        ...(await brokenDecisions(servers.records, market)),
        ...(followed ? await brokenAnnouncements(servers, followed, world.readers, committed) : []),
      ],
      () => brokenKeys(servers, market),
    );
    const isReached = !plan.absence || absence.hasBegun;
    return {
      broken: course.found,
      isReached,
      happened: scheduler.happened,
      trace: scheduler.trace,
    };
  } finally {
    world.end();
    await Promise.allSettled(streams.opened.map((stream) => stream.close()));
    time.uninstall();
  }
}

function planOf(planned: Planned, random: Random): FaultPlan {
  return {
    ...planned,
    pauseMs: random.of([1_500, 8_000, 40_000]),
    delayMs: random.of([200, 2_500, 12_000]),
    outageMs: random.of([1_500, 6_000, 15_000]),
  };
}

/** Null when Redis is not rolled back. */
function copiesFor({ faults, point }: Planned, random: Random, { redis }: Servers) {
  const lostWrites = random.of([1, 3, 10, 30]);
  const isRolledBack = [...faults.values(), point?.fault].includes('rollback');
  return isRolledBack ? new RedisCopies(redis, lostWrites) : null;
}

export type Planned = Pick<FaultPlan, 'faults' | 'point' | 'absence' | 'clocksOffMs'>;

/** No other fault than this one. */
export const only = (point: PointFault): Planned => ({ faults: new Map(), point });

/** Up to six faults. */
export function faultsOf(seed: number, kinds: readonly Fault[] = FAULTS): Map<number, Fault> {
  const random = new Random(seed ^ 0x5eed);
  const faults = new Map<number, Fault>();
  const within = random.of(FAULTS_WITHIN);
  for (let count = random.between(0, 6); count > 0; count -= 1)
    faults.set(random.between(1, within), random.of(kinds));
  return faults;
}

/** What a seed may lose, one after the other. */
const WITHOUT: readonly MarketTerms[] = [
  { hasRelays: false },
  { hasKeys: false },
  { hasOperator: false },
  { hasOrders: false, hasOperator: false },
  { isDrawn: false },
  { manner: 'honest' },
  { isStreamed: false },
  { requestsMax: 1 },
  { requestsMax: 2 },
];

/** `simulate(seed, servers, { faults: new Map(faults) }, terms)` repeats it. */
export interface Shrunk {
  readonly terms: MarketTerms;
  readonly faults: readonly [place: number, fault: Fault][];
  readonly found: readonly string[];
}

/** A failing seed with as few actors and faults as still break it. */
export async function shrunk(
  seed: number,
  servers: Servers,
  { faults: all }: Planned,
  first: MarketTerms = {},
): Promise<Shrunk> {
  let terms = first;
  let faults = all;
  let { broken: found } = await simulate(seed, servers, { faults }, terms);
  const isBroken = async (fewer: typeof faults, smaller: MarketTerms) => {
    const result = await simulate(seed, servers, { faults: fewer }, smaller);
    if (result.broken.length > 0) found = result.broken;
    return result.broken.length > 0;
  };
  for (const one of WITHOUT) {
    const smaller = { ...terms, ...one };
    const isSmaller = one.requestsMax === undefined || one.requestsMax < (terms.requestsMax ?? 9);
    if (isSmaller && (await isBroken(faults, smaller))) terms = smaller;
  }
  for (const place of all.keys()) {
    const fewer = new Map(faults);
    fewer.delete(place);
    if (await isBroken(fewer, terms)) faults = fewer;
  }
  return { terms, faults: [...faults], found };
}
