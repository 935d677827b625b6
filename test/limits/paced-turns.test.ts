/** So many turns at once, and then one after the other, in turns of their owners. */
import { PacedTurns } from '../../fairness/paced-turns';
import { NoPlace } from '../../fairness/fair-door';

const AT_ONCE = 3;

/** @returns whose turns were given, in their order */
function takeAll(turns: PacedTurns, owners: readonly string[]) {
  const given: string[] = [];
  const all = Promise.all(owners.map((owner) => turns.take(owner).then(() => given.push(owner))));
  return { given, all };
}

const many = (count: number, owner: string) => Array.from({ length: count }, () => owner);
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

test('as many as the limit at once, one more waits for its time', async () => {
  const turns = new PacedTurns({ perSecond: 50, atOnce: AT_ONCE });
  const { given, all } = takeAll(turns, many(AT_ONCE + 1, 'a'));
  await nextTurn();
  expect(given).toHaveLength(AT_ONCE);
  await all;
  expect(given).toHaveLength(AT_ONCE + 1);
});

test('fewer a second while the process does not keep up', async () => {
  const turns = new PacedTurns({ perSecond: 1e6, perSecondBusy: 2, atOnce: 1 }, () => true);
  const startedAt = performance.now();
  await takeAll(turns, many(2, 'a')).all;
  expect(performance.now() - startedAt).toBeGreaterThan(400);
});

test('turns that are used up while the process does not keep up come back quickly when it does', async () => {
  let isBusy = true;
  const pace = { perSecond: 1_000, perSecondBusy: 2, atOnce: 20 };
  const turns = new PacedTurns(pace, () => isBusy);
  await takeAll(turns, many(20, 'a')).all;
  isBusy = false;
  const startedAt = performance.now();
  await takeAll(turns, many(20, 'a')).all;
  expect(performance.now() - startedAt).toBeLessThan(5_000); // ten seconds at the pace of then
});

test('an owner with many waits for his own, and nobody for all of them', async () => {
  const turns = new PacedTurns({ perSecond: 200, atOnce: AT_ONCE });
  const { given, all } = takeAll(turns, [...many(AT_ONCE + 20, 'many'), 'one']);
  await all;
  expect(given.indexOf('one')).toBe(AT_ONCE + 1);
});

test('so many of one owner wait, one more is refused, and others wait beside them', async () => {
  const turns = new PacedTurns({ perSecond: 1e6, atOnce: 500 });
  const { all } = takeAll(turns, many(500 + 2_000, 'many'));
  await expect(turns.take('many')).rejects.toThrow(NoPlace);
  const one = turns.take('one');
  await Promise.all([all, one]);
});
