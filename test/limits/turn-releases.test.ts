/** What a release of a turn gives back: one turn, once, with everything that was taken for it. */
import type { Release } from '../../fairness/fair-door';
import { WorkTurns } from '../../fairness/work-turns';
import { until } from '../support/wait';

const LIMITS = { atOnce: 2, together: 0, writes: 20, large: 20, sockets: 20, waiting: 100 };
/** No timer runs meanwhile that would give turns. */
const settledNow = () => new Promise<void>((resolve) => setImmediate(resolve));

/** A busy process in which several participants are at work. */
async function busy(): Promise<WorkTurns> {
  const turns = new WorkTurns(() => true, LIMITS);
  await turns.acquire('somebody else');
  return turns;
}

async function ask(turns: WorkTurns, count: number): Promise<Release[]> {
  const given: Release[] = [];
  for (let at = 0; at < count; at += 1)
    void turns.acquire('flood').then((release) => given.push(release));
  await settledNow();
  return given;
}

test('a turn that is released again gives no second one', async () => {
  const given = await ask(await busy(), 10);
  expect(given).toHaveLength(LIMITS.atOnce);
  for (let times = 0; times < 3; times += 1) given[0]!();
  await settledNow();
  expect(given).toHaveLength(LIMITS.atOnce + 1);
});

test.each(['writes', 'large', 'sockets'] as const)(
  'a turn of %s gives back that of its participant',
  async (line) => {
    const turns = await busy();
    for (let round = 0; round <= 2 * LIMITS.atOnce; round += 1) {
      const given: Release[] = [];
      void turns.acquireShared('flood', line).then((release) => given.push(release));
      await until(() => given.length === 1, { what: 'a turn', timeoutMs: 5_000 });
      given[0]!();
    }
    expect(await ask(turns, LIMITS.atOnce)).toHaveLength(LIMITS.atOnce);
  },
);
