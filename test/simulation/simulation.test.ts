/** Seeds of the simulator: the money path of a chat under crashes, lost answers and pauses. */
// Of what is not ours: the clock of Node, and the SDK's end of Temporal.
jest.mock('node:timers/promises', () => ({
  setTimeout: (...args: unknown[]) =>
    jest.requireActual<typeof import('./delay')>('./delay').delay(...(args as [number])),
}));
jest.mock('@temporalio/workflow', () =>
  jest.requireActual<typeof import('./temporal-modules')>('./temporal-modules').workflowModule(),
);
jest.mock('@temporalio/activity', () =>
  jest.requireActual<typeof import('./temporal-modules')>('./temporal-modules').activityModule(),
);

import { connectRedis } from '../../engine/connect-redis';
import { OrderBooks } from '../../engine/book';
import { dropRecords, expectSound } from '../records/scenario';
import { connectRecords } from '../../records/connect';
import { testSettings } from '../support/environment';
import { FAILURE_POINTS, FIRST_POINTS } from './points';
import type { Servers } from './processes';
import type { Fault, PointFault } from './scheduler';
import type { Manner } from './sellers';
import { faultsOf, only, shrunk, simulate } from './simulate';

/** `npm test` runs few seeds, and the faults that leave a process in doubt; `npm run simulate` all. */
const { SIMULATION_SEEDS } = process.env;
const SEEDS = Number(SIMULATION_SEEDS ?? 3);
const pointsOf = (points: readonly PointFault[], ...inDoubt: Fault[]) =>
  SIMULATION_SEEDS === undefined ? points.filter(({ fault }) => inDoubt.includes(fault)) : points;
const FIRST_SEED = Number(process.env['SIMULATION_SEED'] ?? Date.now() % 1_000_000);
/** Seeds in which a point is looked for: not every account can pay in every market. */
const TRIES = 3;

let servers: Servers;
beforeAll(async () => {
  const settings = await testSettings();
  const redis = connectRedis(settings.redisUrl);
  await new OrderBooks(redis).load();
  servers = { settings, redis, records: await connectRecords(settings) };
});
afterEach(() => expectSound(servers.records));
afterAll(async () => {
  servers.redis.disconnect();
  await dropRecords(servers.records);
});

/** Without failing sellers: when one is probed, the clock of MongoDB decides. */
test('one seed is one course of events', async () => {
  const planned = { faults: faultsOf(FIRST_SEED) };
  const terms = { manner: 'honest', requestsMax: 2 } as const;
  const first = await simulate(FIRST_SEED, servers, planned, terms);
  const second = await simulate(FIRST_SEED, servers, planned, terms);
  expect(second.trace).toEqual(first.trace);
});

test(`whatever fails, every order ends and what was told holds (seeds from ${FIRST_SEED})`, async () => {
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed += 1) {
    const { broken } = await simulate(seed, servers);
    if (broken.length === 0) continue;
    throw new Error(`Seed ${seed}: ${JSON.stringify(await shrunk(seed, servers), null, 2)}`);
  }
});

test.each(pointsOf(FIRST_POINTS, 'crash after', 'lost answer'))(
  'a chat survives: $fault at $effect',
  (point) => reaches(point, 'honest'),
);

test.each(pointsOf(FAILURE_POINTS, 'lost answer'))(
  'an order whose seller fails survives: $fault at $effect',
  (point) => reaches(point, 'dying'),
);

/** A point that no simulation reaches any more fails: its crash would go untested. */
async function reaches(point: PointFault, manner: Manner): Promise<void> {
  const terms = { manner, requestsMax: 1 };
  for (let seed = 1; seed <= TRIES; seed += 1) {
    const { broken, happened } = await simulate(seed, servers, only(point), terms);
    expect({ seed, broken }).toEqual({ seed, broken: [] });
    if (happened.length > 0) return;
  }
  throw new Error(`No simulation reaches ${point.effect}`);
}
