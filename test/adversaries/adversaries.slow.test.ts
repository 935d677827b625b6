/**
 * All adversaries briefly, a few at a time: no honest participant is refused, charged or blamed.
 * `npm run adversaries` measures the latency of honest requests, on a machine that does nothing else.
 */
import { ADVERSARIES } from './cast';
import { faultsOf } from './row';
import { Stage } from './stage';

const AT_ONCE = 6;
const RUN = {
  seconds: 1,
  secondsWithout: 0,
  scale: 0.004,
  honestBuyers: 2,
  pace: { atOnce: 1, repeats: 20 },
};

const groups = Array.from({ length: Math.ceil(ADVERSARIES.length / AT_ONCE) }, (_, index) =>
  ADVERSARIES.slice(index * AT_ONCE, (index + 1) * AT_ONCE),
).map((group) => ({ names: group.map(({ name }) => name).join(', '), group }));

/** A machine that runs other tests as well may stall for longer than a heartbeat. */
const SETTINGS = { DISPATCH_HEARTBEAT_MS: 30_000, BID_DEADLINE_MS: 60_000 };

let stage: Stage | undefined;
beforeAll(async () => {
  stage = await Stage.open(SETTINGS);
});
afterAll(() => stage?.close());

test.each(groups)('$names', async ({ group }) => {
  expect(faultsOf(await stage!.play(group, RUN))).toEqual([]);
});

test('the ledger is exact after all of them', () => stage!.exchange.expectExact());
