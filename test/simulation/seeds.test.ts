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

import { OrderBooks } from '../../engine/book';
import { connectRedis } from '../../engine/connect-redis';
import { connectRecords } from '../../records/connect';
import { dropRecords } from '../records/scenario';
import { testSettings } from '../support/environment';
import type { Servers } from './processes';
import { LIBRARY } from './redis-process';
import { followClock } from './server-time';
import { faultsOf, shrunk, simulate } from './simulate';

const SEEDS = 40;
const FIRST_SEED = Number(process.env['SIMULATION_SEED'] ?? 1_000_000 + (Date.now() % 1_000_000));

let servers: Servers;
beforeAll(async () => {
  const settings = await testSettings({
    ...{ BID_DEADLINE_MS: 30_000, ANSWER_TIMEOUT_MS: 60_000, STREAM_SILENCE_MS: 5_000 },
  });
  const redis = connectRedis(settings.redisUrl);
  await new OrderBooks(redis, LIBRARY).load();
  const records = await connectRecords(settings);
  followClock(records.connection.getClient());
  servers = { settings, redis, records };
});
afterAll(async () => {
  servers.redis.disconnect();
  await dropRecords(servers.records);
});

test.each(Array.from({ length: SEEDS }, (_, at) => FIRST_SEED + at))(
  'seed %i: every order ends and what was told holds',
  async (seed) => {
    const { broken } = await simulate(seed, servers, { faults: faultsOf(seed) });
    if (broken.length === 0) return;
    const least = await shrunk(seed, servers, { faults: faultsOf(seed) });
    throw new Error(`Seed ${seed}: ${JSON.stringify({ broken, least }, null, 2)}`);
  },
);
