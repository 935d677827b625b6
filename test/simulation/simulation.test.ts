/** Seeds of the simulator: the money paths of chats and orders, and the relays, under crashes, lost answers and pauses. */
import './mocks';
import { BROKEN_KEYS, CORRUPTIONS, corruptedAfter } from './corruptions';
import { evidence } from '../support/evidence';
import {
  CUT_STREAM_POINTS,
  DECISION_POINTS,
  DEFAULTED_POINTS,
  DRAW_POINTS,
  FAILURE_POINTS,
  FIRST_POINTS,
  KEY_POINTS,
  ORDER_POINTS,
  RELAY_POINTS,
  STREAM_POINTS,
} from './points';
import type { Servers } from './processes';
import { closeServers, openServers } from './servers';
import { type Fault, FAULTS, type PointFault } from './faults';
import type { MarketTerms } from './market';
import { faultsOf, only, shrunk, simulate } from './simulate';

/** `npm test` runs few seeds, and the faults that leave a process in doubt; `npm run simulate` all. */
const { SIMULATION_SEEDS, SIMULATION_FAULT } = process.env;
const SEEDS = Number(SIMULATION_SEEDS ?? 8);
/** Of a seed: all, unless one is named. */
const KINDS = FAULTS.filter((fault) => [undefined, '', fault].includes(SIMULATION_FAULT));
const pointsOf = (points: readonly PointFault[], ...inDoubt: Fault[]) =>
  SIMULATION_SEEDS === undefined ? points.filter(({ fault }) => inDoubt.includes(fault)) : points;
const FIRST_SEED = Number(process.env['SIMULATION_SEED'] ?? Date.now() % 1_000_000);
/** For the seeds, and for a failing one, which is repeated with fewer and fewer faults. */
const SEEDS_MS = SEEDS * 15_000 + 600_000;
/** Seeds in which a point is looked for: not every account can pay in every market. */
const TRIES = 5;

/** Some steps still end in the order in which servers answer: about one repetition of ten is another course. */
const COURSES = 4;

/** Chats alone. */
const ALONE = {
  hasOrders: false,
  hasRelays: false,
  hasOperator: false,
  hasKeys: false,
} as const;

const REPEATABLE: readonly Fault[] = ['refused', 'pause'];

let servers: Servers;
beforeAll(async () => {
  servers = await openServers();
});
afterAll(() => closeServers(servers));

/**
 * Without failing sellers: when one is probed, the clock of MongoDB decides. Nor with faults that leave
 * the rebuild of a book to another process: the clock of Redis decides when it may begin. Nor with
 * relays: when a real change stream has its next change is not decided by the seed.
 */
test(`one seed is one course of events (seed ${FIRST_SEED})`, async () => {
  const faults = [...faultsOf(FIRST_SEED)].filter(([, fault]) => REPEATABLE.includes(fault));
  const planned = { faults: new Map(faults) };
  const terms = { manner: 'honest', requestsMax: 2, hasRelays: false } as const;
  const courses = new Set<string>();
  let isRepeated = false;
  for (let run = 0; run < COURSES && !isRepeated; run += 1) {
    const { trace } = await simulate(FIRST_SEED, servers, planned, terms);
    const course = trace.join('\n');
    isRepeated = courses.has(course);
    courses.add(course);
  }
  expect(isRepeated).toBe(true);
});

test(
  `whatever fails, every order ends and what was told holds (seeds from ${FIRST_SEED})`,
  async () => {
    const counts = new Map<Fault, number>();
    for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed += 1) {
      const planned = { faults: faultsOf(seed, KINDS) };
      const { broken, happened } = await simulate(seed, servers, planned);
      for (const { fault } of happened) counts.set(fault, (counts.get(fault) ?? 0) + 1);
      if (broken.length === 0) continue;
      const least = await shrunk(seed, servers, planned);
      throw new Error(`Seed ${seed}: ${JSON.stringify({ broken, least }, null, 2)}`);
    }
    const faults = [...counts].map(([fault, count]) => `${fault} ${count}`).join(', ');
    evidence('run', { text: `${SEEDS} seeds from ${FIRST_SEED}: ${faults}` });
  },
  SEEDS_MS,
);

test.each(CORRUPTIONS)('a commit that breaks the ledger is told: $found', async (corruption) => {
  const corrupted = {
    ...servers,
    records: corruptedAfter('settleFill', servers.records, corruption),
  };
  const terms = { ...ALONE, manner: 'honest', isDrawn: false } as const;
  const { broken } = await simulate(2, corrupted, { faults: new Map() }, terms);
  expect(broken[0]).toMatch(/after process \w+ \d+ records\.ledger\.settleFill, /);
  expect(broken[0]).toMatch(corruption.found);
});

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

test.each(BROKEN_KEYS)(
  'a key that works for too long is told: $found',
  async ({ broken, found }) => {
    const defective = { ...servers, records: broken(servers.records) };
    const terms = { ...ALONE, manner: 'honest', isDrawn: false, hasKeys: true } as const;
    const result = await simulate(3, defective, { faults: new Map() }, terms);
    expect(result.broken.join('\n')).toMatch(found);
  },
);

test.each(pointsOf(FIRST_POINTS, 'crash after', 'lost answer'))(
  'a chat survives: $fault at $effect',
  (point) => reaches(point, { manner: 'honest', isStreamed: false, isDrawn: false }),
);

test.each(pointsOf(FAILURE_POINTS, 'lost answer'))(
  'an order whose seller fails survives: $fault at $effect',
  (point) => reaches(point, { manner: 'dying', isDrawn: false }),
);

test.each(pointsOf(STREAM_POINTS, 'crash after', 'lost answer'))(
  'a stream survives: $fault at $effect',
  (point) => reaches(point, { manner: 'honest', isStreamed: true, isDrawn: false }),
);

test.each(pointsOf(CUT_STREAM_POINTS, 'crash after'))(
  'a stream that its seller breaks off survives: $fault at $effect',
  (point) => reaches(point, { manner: 'breaking', isStreamed: true, isDrawn: false }),
);

test.each(pointsOf(DRAW_POINTS, 'crash after', 'lost answer'))(
  'a draw survives: $fault at $effect',
  (point) => reaches(point, { manner: 'honest', isDrawn: true }),
);

test.each(pointsOf(DEFAULTED_POINTS, 'lost answer'))(
  'a draw on a seller that defaults survives: $fault at $effect',
  (point) => reaches(point, { manner: 'dying', isDrawn: true }),
);

/** A third of the points of `npm test`: the others come with other seeds. */
const inTurns = (points: readonly PointFault[]) =>
  SIMULATION_SEEDS === undefined ? points.filter((_, at) => at % 3 === FIRST_SEED % 3) : points;

test.each(inTurns(pointsOf(ORDER_POINTS, 'crash after')))(
  'an order for capacity survives: $fault at $effect',
  (point) => reaches(point, { manner: 'honest', isDrawn: false, hasOrders: true }),
);

test.each(inTurns(pointsOf(DECISION_POINTS, 'crash after')))(
  'a decision of the operator survives: $fault at $effect',
  (point) =>
    reaches(point, { manner: 'honest', isDrawn: false, hasOrders: true, hasOperator: true }),
);

test.each(pointsOf(RELAY_POINTS, 'crash after'))('the relays survive: $fault at $effect', (point) =>
  reaches(point, { manner: 'honest', isDrawn: false, hasOrders: true, hasRelays: true }),
);

test.each(inTurns(pointsOf(KEY_POINTS, 'crash after', 'zombie')))(
  'a change of a key survives: $fault at $effect',
  (point) => reaches(point, { manner: 'honest', isDrawn: false, hasKeys: true }),
);

/** A point that no simulation reaches any more fails: its crash would go untested. */
async function reaches(point: PointFault, market: MarketTerms): Promise<void> {
  const terms = { ...ALONE, requestsMax: 1, ...market };
  for (let seed = 1; seed <= TRIES; seed += 1) {
    const { broken, happened } = await simulate(seed, servers, only(point), terms);
    expect({ seed, broken }).toEqual({ seed, broken: [] });
    if (happened.length > 0) return evidence('point', point);
  }
  throw new Error(`No simulation reaches ${point.effect}`);
}
