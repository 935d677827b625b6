/** Reads that simultaneous callers share: each answer has what was there before its request. */
import { SharedReads } from '../../fairness/shared-reads';

/** A store whose reads see what it holds when they begin, and end when they are told. */
class SlowStore {
  value = 0;
  readonly reads: { end: (failure?: Error) => void }[] = [];

  readonly read = (): Promise<number> => {
    const found = this.value;
    return new Promise((resolve, reject) => {
      this.reads.push({ end: (failure) => (failure ? reject(failure) : resolve(found)) });
    });
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

let reads: SharedReads<number>;
let store: SlowStore;
beforeEach(() => {
  reads = new SharedReads();
  store = new SlowStore();
});

test('who asks while a read is under way gets what was written since it began', async () => {
  const before = reads.read('a', store.read);
  store.value = 1; // and its writer asks now
  const behind = reads.read('a', store.read);
  store.reads[0]!.end();
  expect(await before).toBe(0);
  await settled();
  store.reads[1]!.end();
  expect(await behind).toBe(1);
});

test('however many ask, one read is under way and one waits', async () => {
  const first = reads.read('a', store.read);
  const others = Array.from({ length: 50 }, () => reads.read('a', store.read));
  expect(store.reads).toHaveLength(1);
  store.value = 1;
  store.reads[0]!.end();
  expect(await first).toBe(0);
  await settled();
  expect(store.reads).toHaveLength(2);
  store.value = 2;
  const last = reads.read('a', store.read);
  store.reads[1]!.end();
  expect(new Set(await Promise.all(others))).toEqual(new Set([1]));
  await settled();
  store.reads[2]!.end();
  expect(await last).toBe(2);
  expect(store.reads).toHaveLength(3);
});

test('keys do not wait for each other', async () => {
  const one = reads.read('a', store.read);
  const other = reads.read('b', store.read);
  expect(store.reads).toHaveLength(2);
  store.reads[1]!.end();
  expect(await other).toBe(0);
  store.reads[0]!.end();
  expect(await one).toBe(0);
});

test('a failure reaches those who share the read, and the next one begins anew', async () => {
  const failing = [reads.read('a', store.read)];
  const behind = reads.read('a', store.read);
  store.reads[0]!.end(new Error('unavailable'));
  for (const one of await Promise.allSettled(failing)) expect(one.status).toBe('rejected');
  await settled();
  store.reads[1]!.end();
  expect(await behind).toBe(0);
  await settled();
  const later = reads.read('a', store.read);
  store.reads[2]!.end();
  expect(await later).toBe(0);
});
