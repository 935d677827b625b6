/** A fair queue: its order within an owner, what is removed, and whose newest entry goes first. */
import { FairQueue } from '../../fairness/fair-queue';

const LIMITS = { perOwner: 9, all: 99 };

function queued(...entries: readonly (readonly [owner: string, entry: number])[]) {
  const queue = new FairQueue<number>(LIMITS);
  for (const [owner, entry] of entries) queue.push(owner, entry);
  return queue;
}

const drained = (queue: FairQueue<number>) => {
  const order: string[] = [];
  for (let next = queue.next(); next; next = queue.next()) order.push(next.owner + next.entry);
  return order;
};

test('knows how many wait, of whom', () => {
  const queue = queued(['a', 1], ['a', 2], ['b', 3]);
  const counts = () => [queue.size, queue.owners, queue.countOf('a'), queue.countOf('c')];
  expect(counts()).toEqual([3, 2, 2, 0]);
  queue.next();
  expect(counts()).toEqual([2, 2, 1, 0]);
  expect(drained(queue)).toEqual(['b3', 'a2']);
  expect(counts()).toEqual([0, 0, 0, 0]);
});

test("an entry goes before the first of its owner's that it precedes, else behind all", () => {
  const queue = queued(['a', 2], ['b', 9], ['a', 4], ['a', 6]);
  queue.push('a', 5, (other) => other > 5);
  queue.push('a', 1, (other) => other > 1);
  queue.push('a', 7, (other) => other > 7);
  queue.push('b', 8, (other) => other > 8);
  expect(drained(queue)).toEqual(['a1', 'b8', 'a2', 'b9', 'a4', 'a5', 'a6', 'a7']);
});

test('whose turn it is depends on the oldest entry', () => {
  const queue = queued(['a', 1], ['a', 2], ['b', 2], ['b', 1]);
  expect(queue.next((_owner, oldest) => oldest === 2)).toEqual({ owner: 'b', entry: 2 });
  expect(queue.next((_owner, oldest) => oldest === 2)).toBeNull();
  expect(queue.size).toBe(3);
});

test('an owner that waits again is the last, and one that was passed over keeps its turn', () => {
  const queue = queued(['a', 1], ['b', 1], ['a', 2], ['b', 2], ['c', 1]);
  expect(queue.next((owner) => owner !== 'a')).toEqual({ owner: 'b', entry: 1 });
  expect(drained(queue)).toEqual(['a1', 'c1', 'b2', 'a2']);
});

test('an entry is removed before its turn, once, and leaves its place to others', () => {
  const queue = new FairQueue<number>({ perOwner: 2, all: 2 });
  queue.push('a', 1);
  queue.push('a', 2);
  expect([queue.remove('a', 3), queue.remove('b', 1)]).toEqual([false, false]);
  expect([queue.remove('a', 1), queue.remove('a', 1)]).toEqual([true, false]);
  expect([queue.size, queue.owners]).toEqual([1, 1]);
  expect(queue.push('b', 3)).toBe('queued');
  expect(queue.push('b', 4)).toBe('full');
  expect(queue.remove('a', 2)).toBe(true);
  expect([queue.size, queue.owners]).toEqual([1, 1]);
  expect(drained(queue)).toEqual(['b3']);
});

test('the newest entry of the owner with the most is known, of equal ones the one that waits longest', () => {
  expect(queued().newestOfLargest()).toBeNull();
  const queue = queued(['a', 1], ['b', 2], ['b', 3], ['c', 4], ['c', 5]);
  expect(queue.newestOfLargest()).toEqual({ owner: 'b', entry: 3 });
  queue.push('c', 6);
  expect(queue.newestOfLargest()).toEqual({ owner: 'c', entry: 6 });
  expect(queue.size).toBe(6);
});
