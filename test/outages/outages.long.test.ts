/** Outages that are longer than each duration of the code, in simulated time (classes.ts). */
import '../simulation/mocks';
// Two faults that the code had, to see that these tests find them.
const mockBroken = { fence: false, windows: false };
jest.mock('../../records/ledger/pass-day-fence', () => {
  const actual = jest.requireActual<typeof import('../../records/ledger/pass-day-fence')>(
    '../../records/ledger/pass-day-fence',
  );
  const passDayFence: typeof actual.passDayFence = (...args) =>
    mockBroken.fence ? Promise.resolve() : actual.passDayFence(...args);
  return { passDayFence };
});
jest.mock('../../records/ledger/capacity-fill', () => {
  const actual = jest.requireActual<typeof import('../../records/ledger/capacity-fill')>(
    '../../records/ledger/capacity-fill',
  );
  return {
    ...actual,
    hasBegun: (...args: Parameters<typeof actual.hasBegun>) =>
      !mockBroken.windows && actual.hasBegun(...args),
    capacityWrites(...args: Parameters<typeof actual.capacityWrites>) {
      const writes = actual.capacityWrites(...args);
      if (!mockBroken.windows) return writes;
      const asks = writes.asks!.map((ask) => ({
        ...ask,
        bought: { ...ask.bought!, before: null },
      }));
      return { ...writes, asks };
    },
  };
});

import type { Servers } from '../simulation/processes';
import { closeServers, openServers } from '../simulation/servers';
import { brokenBy } from './broken-by';
import { SPANS_MS } from './classes';
import { allCases, SCENES, WRONG_CLOCKS, type WrongClock } from './scenes';

/** `npm run prove` looks at several in its large size. */
const SEEDS = Number(process.env['OUTAGES_SEEDS'] ?? 1);

let servers: Servers;
beforeAll(async () => {
  servers = await openServers();
});
afterEach(() => Object.assign(mockBroken, { fence: false, windows: false }));
afterAll(() => closeServers(servers));

test.each(allCases())(
  '%s: nothing is lost, charged twice or left open',
  async (_name, { terms }, absence) => {
    expect(await brokenBy(servers, { absence }, terms, SEEDS)).toEqual([]);
  },
);

/** Days are closed meanwhile, and what was begun before goes on. */
const offBy = ({ process, offMs }: Pick<WrongClock, 'process' | 'offMs'>) => ({
  clocksOffMs: { [process]: offMs },
  absence: {
    of: 'Temporal',
    forMs: SPANS_MS.day,
    at: ['after', 'records.ledger.settleFill'],
  } as const,
});

test.each(WRONG_CLOCKS)(
  '$process is $offMs ms ahead: nothing is lost, charged twice or left open',
  async ({ terms, ...clock }) => {
    expect(await brokenBy(servers, offBy(clock), terms, SEEDS)).toEqual([]);
  },
);

test('a lot that is recorded when its window has begun is found', async () => {
  mockBroken.windows = true;
  const { at, terms } = SCENES.find(({ name }) => name.startsWith('a contract fill matched'))!;
  const absence = { of: 'processes', forMs: SPANS_MS.hour, at } as const;
  const found = await brokenBy(servers, { absence }, terms);
  expect(found.join('\n')).toMatch(/its window had begun/);
});

test('a journal that enters a closed day is found', async () => {
  mockBroken.fence = true;
  const clock = { process: 'process worker 3', offMs: -SPANS_MS.day } as const;
  const [{ terms }] = WRONG_CLOCKS as [WrongClock];
  const found = await brokenBy(servers, offBy(clock), terms);
  expect(found.join('\n')).toMatch(/invariant I29 is violated/);
});
