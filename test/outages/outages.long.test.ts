/** Outages that are longer than each duration of the code, in simulated time (classes.ts). */
// Of what is not ours: the clock of Node, and the SDK's end of Temporal.
jest.mock('node:timers/promises', () => ({
  setTimeout: (...args: unknown[]) =>
    jest
      .requireActual<typeof import('../simulation/delay')>('../simulation/delay')
      .delay(...(args as [number])),
  setImmediate: () => Promise.resolve(),
}));
jest.mock('@temporalio/workflow', () =>
  jest
    .requireActual<typeof import('../simulation/temporal-modules')>(
      '../simulation/temporal-modules',
    )
    .workflowModule(),
);
jest.mock('@temporalio/activity', () =>
  jest
    .requireActual<typeof import('../simulation/temporal-modules')>(
      '../simulation/temporal-modules',
    )
    .activityModule(),
);
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
import { type Planned, simulate } from '../simulation/simulate';
import type { MarketTerms } from '../simulation/market';
import { evidence } from '../support/evidence';
import { SPANS_MS } from './classes';
import { allCases, SCENES, someCases, WRONG_CLOCKS, type WrongClock } from './scenes';

/** `npm test` runs one outage of each scene, `npm run prove` each one with several seeds. */
const SEEDS = Number(process.env['OUTAGES_SEEDS'] ?? 0);
/** Seeds in which a scene is looked for: not every account can pay in every market. */
const TRIES = 8;

let servers: Servers;
beforeAll(async () => {
  servers = await openServers();
});
afterEach(() => Object.assign(mockBroken, { fence: false, windows: false }));
afterAll(() => closeServers(servers));

/** @returns what is broken in the first seeds that reach the scene */
async function brokenBy(
  planned: Omit<Planned, 'faults'>,
  terms: MarketTerms,
  seeds = Math.max(1, SEEDS),
): Promise<string[]> {
  const found: string[] = [];
  let reached = 0;
  for (let seed = 1; seed <= TRIES * seeds && reached < seeds; seed += 1) {
    const { broken, isReached } = await simulate(
      seed,
      servers,
      { faults: new Map(), ...planned },
      terms,
    );
    if (!isReached && broken.length === 0) continue;
    reached += 1;
    found.push(...broken.map((text) => `seed ${seed}: ${text}`));
  }
  if (reached === 0) throw new Error(`No seed reaches ${planned.absence?.at.join(' ')}`);
  evidence('point', { effect: planned.absence?.at[1], fault: planned.absence?.of });
  return found;
}

test.each(SEEDS > 0 ? allCases() : someCases())(
  '%s: nothing is lost, charged twice or left open',
  async (_name, { terms }, absence) => {
    expect(await brokenBy({ absence }, terms)).toEqual([]);
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
/** They take minutes each. */
if (SEEDS > 0) {
  test.each(WRONG_CLOCKS)(
    '$process is $offMs ms ahead: nothing is lost, charged twice or left open',
    async ({ terms, ...clock }) => {
      expect(await brokenBy(offBy(clock), terms)).toEqual([]);
    },
  );

  test('a lot that is recorded when its window has begun is found', async () => {
    mockBroken.windows = true;
    const { at, terms } = SCENES.find(({ name }) => name.startsWith('a contract fill matched'))!;
    const absence = { of: 'processes', forMs: SPANS_MS.hour, at } as const;
    expect((await brokenBy({ absence }, terms)).join('\n')).toMatch(/its window had begun/);
  });

  test('a journal that enters a closed day is found', async () => {
    mockBroken.fence = true;
    const clock = { process: 'process gateway 1', offMs: -SPANS_MS.day } as const;
    const [{ terms }] = WRONG_CLOCKS as [WrongClock];
    expect(await brokenBy(offBy(clock), terms)).not.toEqual([]);
  });
}
