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

import type { Servers } from './processes';
import { closeServers, openServers } from './servers';
import { faultsOf, shrunk, simulate } from './simulate';

const SEEDS = 40;
const FIRST_SEED = Number(process.env['SIMULATION_SEED'] ?? 1_000_000 + (Date.now() % 1_000_000));

let servers: Servers;
beforeAll(async () => {
  servers = await openServers();
});
afterAll(() => closeServers(servers));

test.each(Array.from({ length: SEEDS }, (_, at) => FIRST_SEED + at))(
  'seed %i: every order ends and what was told holds',
  async (seed) => {
    const { broken } = await simulate(seed, servers, { faults: faultsOf(seed) });
    if (broken.length === 0) return;
    const least = await shrunk(seed, servers, { faults: faultsOf(seed) });
    throw new Error(`Seed ${seed}: ${JSON.stringify({ broken, least }, null, 2)}`);
  },
);
