/** Who waits in a process that does not keep up, and who does not. */
import { setTimeout as delay } from 'node:timers/promises';
import { LoopLoad } from '../../fairness/loop-load';
import type { Release } from '../../fairness/fair-door';
import { WorkTurns } from '../../fairness/work-turns';
import { until } from '../support/wait';

const LIMITS = { atOnce: 2, together: 0, writes: 2, large: 1, sockets: 1, waiting: 3 };
const settledNow = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Asks for so many turns. @returns those that were given */
async function ask(turns: WorkTurns, name: string, count: number): Promise<Release[]> {
  const given: Release[] = [];
  for (let at = 0; at < count; at += 1)
    void turns.acquire(name).then((release) => given.push(release));
  await settledNow();
  return given;
}

test('a busy process works on two requests of a participant at once, and on those of others as well', async () => {
  const turns = new WorkTurns(() => true, LIMITS);
  await ask(turns, 'quiet', 1);
  const flood = await ask(turns, 'flood', 3);
  expect(flood).toHaveLength(LIMITS.atOnce);
  expect(await ask(turns, 'quiet', 1)).toHaveLength(1);
  flood[0]!();
  flood[0]!(); // gives nothing back twice
  await until(() => flood.length === 3);
});

test('nobody waits while the process keeps up, nor while he is alone', async () => {
  const calm = new WorkTurns(() => false, LIMITS);
  await ask(calm, 'quiet', 1);
  const alone = new WorkTurns(() => true, LIMITS);
  expect(await ask(calm, 'flood', 20)).toHaveLength(20);
  expect(await ask(alone, 'flood', 20)).toHaveLength(20);
});

test('who waits goes on as soon as the process keeps up again', async () => {
  let isBusy = true;
  const turns = new WorkTurns(() => isBusy, LIMITS);
  await ask(turns, 'quiet', 1);
  const flood = await ask(turns, 'flood', 5);
  expect(flood).toHaveLength(LIMITS.atOnce);
  isBusy = false;
  await until(() => flood.length === 5, { timeoutMs: 5_000 });
});

test('what was begun goes first; one more than may wait is refused', async () => {
  const turns = new WorkTurns(() => true, LIMITS);
  await ask(turns, 'quiet', 1);
  const flood = await ask(turns, 'flood', LIMITS.atOnce + LIMITS.waiting);
  const order: string[] = [];
  await expect(turns.acquire('flood')).rejects.toThrow('Too many requests');
  void turns.resume('flood').then(() => order.push('begun'));
  flood[0]!();
  await until(() => order.length > 0);
  expect([order, flood.length]).toEqual([['begun'], LIMITS.atOnce]);
});

test.each(['writes', 'large', 'sockets'] as const)(
  'so many %s of all participants at once, one more waits, and others do not wait for them',
  async (line) => {
    const turns = new WorkTurns(() => true, LIMITS);
    const given: Release[] = [];
    for (let at = 0; at <= LIMITS[line]; at += 1) {
      void turns.acquireShared(`participant ${at}`, line).then((release) => given.push(release));
    }
    await settledNow();
    expect(given).toHaveLength(LIMITS[line]);
    expect(await ask(turns, 'another', 1)).toHaveLength(1);
    given[0]!();
    await until(() => given.length === LIMITS[line] + 1);
  },
);

test('so many of all participants together, one more waits, and what is free goes to whoever has the fewest', async () => {
  const turns = new WorkTurns(() => true, { ...LIMITS, together: 6, waiting: 100 });
  const quiet = await ask(turns, 'quiet', 1);
  const flood = await ask(turns, 'flood', 8);
  expect(flood).toHaveLength(5);
  const other = await ask(turns, 'other', 4);
  expect(other).toHaveLength(LIMITS.atOnce); // those he has in any case

  quiet[0]!();
  flood[0]!();
  flood[1]!();
  await settledNow();
  expect([flood.length, other.length]).toEqual([5, 3]);
  for (const release of flood.slice(2)) release();
  await settledNow();
  expect([flood.length, other.length]).toEqual([8, 3]); // whoever gave one back has the fewest
});

test('behind a turn of large ones there is a pause, longer than the turn was', async () => {
  const turns = new WorkTurns(() => true, LIMITS);
  await ask(turns, 'quiet', 1);
  const given: Release[] = [];
  for (const name of ['one', 'other']) {
    void turns.acquireShared(name, 'large').then((release) => given.push(release));
  }
  await until(() => given.length === 1);
  await delay(30);
  const startedAt = performance.now();
  given[0]!();
  await until(() => given.length === 2, { everyMs: 1 });
  expect(performance.now() - startedAt).toBeGreaterThan(60);
});

test('an event loop that is kept at work is busy, and one that is left alone is not', async () => {
  const load = new LoopLoad();
  await until(() => !load.isBusy);
  const end = performance.now() + 5_000;
  const work = () => {
    for (const to = performance.now() + 20; performance.now() < to;);
    if (!load.isBusy && performance.now() < end) setImmediate(work);
  };
  work();
  await until(() => load.isBusy, { timeoutMs: 5_000, everyMs: 5 });
  await until(() => !load.isBusy, { timeoutMs: 5_000 });
});
