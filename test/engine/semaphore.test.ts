/** How many books a relay works on at once, and in which order the others follow. */
import { Semaphore } from '../../followers/relay/semaphore';

interface Work {
  readonly name: number;
  readonly end: () => void;
  readonly fail: () => void;
}

/** Works that end when they are told to, in the order in which they began. */
function begin(semaphore: Semaphore, count: number) {
  const begun: Work[] = [];
  const ended: Promise<unknown>[] = [];
  for (let name = 1; name <= count; name += 1) {
    const work = () =>
      new Promise<void>((resolve, reject) => {
        begun.push({ name, end: resolve, fail: () => reject(new Error('it failed')) });
      });
    ended.push(semaphore.pass(work).catch((err: unknown) => err));
  }
  return { begun, ended };
}

/** Everything that can go on without anybody's doing has gone on. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test('n are inside, and one more waits until one of them has left', async () => {
  const { begun, ended } = begin(new Semaphore(3), 6);
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
  const semaphore = new Semaphore(1);
  const { begun, ended } = begin(semaphore, 2);
  await settled();
  begun[0]!.fail();
  expect(await ended[0]).toEqual(new Error('it failed'));
  await settled();
  expect(begun.map(({ name }) => name)).toEqual([1, 2]);
  begun[1]!.end();
  expect(await ended[1]).toBeUndefined();
  expect(await semaphore.pass(() => Promise.resolve('free'))).toBe('free');
});
