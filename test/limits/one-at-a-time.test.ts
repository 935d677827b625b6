/** Expensive reads of one participant: one at a time, one waits, the third is refused. */
import { OneAtATime } from '../../api/statements/one-at-a-time';

/** A read that ends when it is told to. */
function readOf() {
  let end!: (value: string) => void;
  let fail!: (reason: Error) => void;
  let isBegun = false;
  const result = new Promise<string>((resolve, reject) => ([end, fail] = [resolve, reject]));
  const read = () => {
    isBegun = true;
    return result;
  };
  return { read, end, fail, isBegun: () => isBegun };
}

test('the second waits for the first, the third is refused, and then there is room again', async () => {
  const reads = new OneAtATime('statement');
  const [first, second, other, later] = [readOf(), readOf(), readOf(), readOf()];
  const begun = reads.run('a', first.read);
  const waiting = reads.run('a', second.read);
  await expect(reads.run('a', readOf().read)).rejects.toMatchObject({
    code: 'rate_limited',
    retryAfterSeconds: 1,
  });
  void reads.run('b', other.read);
  await new Promise<void>((resolve) => setImmediate(resolve));
  expect([first, second, other].map(({ isBegun }) => isBegun())).toEqual([true, false, true]);
  first.fail(new Error('the first failed'));
  await expect(begun).rejects.toThrow('the first failed');
  second.end('second');
  expect(await waiting).toBe('second');
  later.end('later');
  expect(await reads.run('a', later.read)).toBe('later');
});

test('who comes while the second has its turn waits for it', async () => {
  const reads = new OneAtATime('statement');
  const [first, second, third] = [readOf(), readOf(), readOf()];
  const begun = reads.run('a', first.read);
  const next = reads.run('a', second.read);
  first.end('first');
  await begun;
  const last = reads.run('a', third.read);
  expect([second.isBegun(), third.isBegun()]).toEqual([true, false]);
  second.end('second');
  third.end('third');
  expect(await Promise.all([next, last])).toEqual(['second', 'third']);
});
