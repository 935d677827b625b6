/** More seeds of the simulator for each run of the tests; simulation.test.ts has the points. */
jest.mock('node:timers/promises', () => ({
  setTimeout: (...args: unknown[]) =>
    jest.requireActual<typeof import('./delay')>('./delay').delay(...(args as [number])),
  setImmediate: () => Promise.resolve(),
}));
jest.mock('@temporalio/workflow', () =>
  jest.requireActual<typeof import('./temporal-modules')>('./temporal-modules').workflowModule(),
);
jest.mock('@temporalio/activity', () =>
  jest.requireActual<typeof import('./temporal-modules')>('./temporal-modules').activityModule(),
);

import { corruptedAfter, CORRUPTIONS } from './corruptions';
import type { MarketTerms } from './market';
import type { Fault } from './faults';
import type { Servers } from './processes';
import { closeServers, openServers } from './servers';
import { faultsOf, shrunk, simulate } from './simulate';

/** Of everything that the simulator has, and of chats alone, which take half of the time. */
const SEEDS = 40;
const CHAT_SEEDS = 152;
const FIRST_SEED = Number(process.env['SIMULATION_SEED'] ?? 1_000_000 + (Date.now() % 1_000_000));
const CHATS = {
  ...{ hasOrders: false, hasRelays: false, hasOperator: false, hasKeys: false },
  requestsMax: 3,
} as const;

let servers: Servers;
beforeAll(async () => {
  servers = await openServers();
});
afterAll(() => closeServers(servers));

test.each(seedsFrom(FIRST_SEED, SEEDS))(
  'seed %i: every order ends and what was told holds',
  (seed) => holds(seed, {}),
);

test.each(seedsFrom(FIRST_SEED + SEEDS, CHAT_SEEDS))(
  'seed %i of chats: every order ends and what was told holds',
  (seed) => holds(seed, CHATS),
);

test('a failing seed is made small: the actors and faults that it can fail without are left out', async () => {
  const defective = {
    ...servers,
    records: corruptedAfter('settleFill', servers.records, CORRUPTIONS[0]!),
  };
  const faults = new Map<number, Fault>([
    [400, 'pause'],
    [590, 'delay'],
  ]);
  const least = await shrunk(5, defective, { faults });
  expect(least).toMatchObject({
    terms: { hasRelays: false, hasKeys: false, hasOrders: false, isDrawn: false, requestsMax: 1 },
    faults: [],
  });
  expect(least.found[0]).toMatch(CORRUPTIONS[0]!.found);
});

function seedsFrom(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, at) => first + at);
}

async function holds(seed: number, terms: MarketTerms): Promise<void> {
  const planned = { faults: faultsOf(seed) };
  const { broken } = await simulate(seed, servers, planned, terms);
  if (broken.length === 0) return;
  const least = await shrunk(seed, servers, planned, terms);
  throw new Error(`Seed ${seed}: ${JSON.stringify({ broken, least }, null, 2)}`);
}
