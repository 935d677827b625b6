/** A door: who enters, who waits, who yields, and what a place costs behind its work. */
import { FairDoor, NoPlace, type Release } from '../../fairness/fair-door';
import { until } from '../support/wait';

interface Work {
  readonly name: number;
  readonly end: () => void;
  readonly fail: () => void;
}

const atOnce = (places: number) => new FairDoor({ places });

/** Pieces of work that a test ends, in the order in which they began. */
function begin(door: FairDoor, count: number) {
  const begun: Work[] = [];
  const ended: Promise<unknown>[] = [];
  for (let name = 1; name <= count; name += 1) {
    const work = () =>
      new Promise<void>((resolve, reject) => {
        begun.push({ name, end: resolve, fail: () => reject(new Error('it failed')) });
      });
    ended.push(door.run('one', work).catch((err: unknown) => err));
  }
  return { begun, ended };
}

/** Everything that can go on without anybody's doing has gone on. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test('n are inside, and one more waits until one of them has left', async () => {
  const { begun, ended } = begin(atOnce(3), 6);
  await settled();
  expect(begun.map(({ name }) => name)).toEqual([1, 2, 3]);
  begun[1]!.end();
  await settled();
  expect(begun.map(({ name }) => name)).toEqual([1, 2, 3, 4]);
  begun[0]!.end();
  begun[2]!.end();
  await settled();
  expect(begun.map(({ name }) => name)).toEqual([1, 2, 3, 4, 5, 6]);
  for (const { end } of begun) end();
  await Promise.all(ended);
});

test('work that fails leaves its place, and its failure reaches its caller alone', async () => {
  const door = atOnce(1);
  const { begun, ended } = begin(door, 2);
  await settled();
  begun[0]!.fail();
  expect(await ended[0]).toEqual(new Error('it failed'));
  await settled();
  expect(begun.map(({ name }) => name)).toEqual([1, 2]);
  begun[1]!.end();
  expect(await ended[1]).toBeUndefined();
  expect(await door.run('one', () => Promise.resolve('free'))).toBe('free');
});

/** Who enters one after the other, when every place is given back at once. */
async function orderOf(door: FairDoor, owners: readonly string[]): Promise<string[]> {
  const order: string[] = [];
  const enter = (owner: string) => door.run(owner, async () => void order.push(owner));
  await Promise.all(owners.map(enter));
  return order;
}

test('owners take turns, and what was begun goes before what is new of its owner', async () => {
  const door = atOnce(1);
  expect(await orderOf(door, ['a', 'a', 'a', 'b', 'c'])).toEqual(['a', 'a', 'b', 'c', 'a']);
  const order: string[] = [];
  const enter = async (owner: string, isBegun: boolean) => {
    const release = await door.enter(owner, { isBegun });
    order.push(`${owner} ${isBegun ? 'begun' : 'new'}`);
    release();
  };
  await Promise.all([enter('x', false), enter('a', false), enter('a', true), enter('b', false)]);
  expect(order).toEqual(['x new', 'a begun', 'b new', 'a new']);
});

test('free places go to the owner that holds the fewest, where the rules want it', async () => {
  const door = new FairDoor({ places: 3, fewestFirst: true });
  const entered: [string, Release][] = [];
  for (const owner of ['many', 'many', 'few', 'many', 'few'])
    void door.enter(owner).then((release) => entered.push([owner, release]));
  await settled();
  entered[0]![1]();
  entered[1]![1]();
  await settled();
  expect(entered.slice(3).map(([owner]) => owner)).toEqual(['many', 'few']);
});

test('where all that may wait do so, the owner with the most yields to one with fewer, and to no equal', async () => {
  const waiting = { perOwner: Infinity, all: 3 };
  const door = new FairDoor({ places: 1, mostYields: true, waiting });
  const release = await door.enter('inside');
  const ends: string[] = [];
  const enter = (owner: string) =>
    void door.enter(owner).then(
      (leave) => (ends.push(`${owner} entered`), leave()),
      (err: unknown) => ends.push(`${owner} ${err instanceof NoPlace ? err.reason : 'lost'}`),
    );
  for (const owner of ['many', 'many', 'many', 'few', 'few']) enter(owner);
  await settled();
  expect(ends).toEqual(['many full', 'few full']);
  release();
  await settled();
  expect(ends.slice(2)).toEqual(['many entered', 'few entered', 'many entered']);
});

test('who leaves or runs out of patience waits no longer, and takes no place', async () => {
  const door = atOnce(1);
  const release = await door.enter('inside');
  const leaving = new AbortController();
  const patience = { ms: 5, reason: 'deadline' } as const;
  const left = door.enter('left', { signal: leaving.signal });
  const late = door.enter('late', { patience });
  leaving.abort();
  await expect(left).rejects.toMatchObject({ reason: 'left' });
  await expect(late).rejects.toMatchObject({ reason: 'deadline' });
  await expect(door.enter('gone', { signal: leaving.signal })).rejects.toThrow(NoPlace);
  release();
  expect(door.isUnused).toBe(true);
});

test('a place stays taken behind its work for what the work cost', async () => {
  const door = new FairDoor({ places: 1, costMs: () => 40 });
  const endedAtMs = await door.run('a', () => Promise.resolve(performance.now()));
  const beganAtMs = await door.run('b', () => Promise.resolve(performance.now()));
  // A timer may end a millisecond early.
  expect(beganAtMs - endedAtMs).toBeGreaterThan(38);
  await until(() => door.isUnused);
});
