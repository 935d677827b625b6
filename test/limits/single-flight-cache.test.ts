/** The cache of answers that everybody polls: bounds, single flight, expiry, failures. */
import { setTimeout as delay } from 'node:timers/promises';
import { singleFlightCache } from '../../fairness/single-flight-cache';

const TTL_MS = 200;

/** A maker that counts, and ends when it is told. */
function maker() {
  const made: string[] = [];
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  const make = (name: string) => async () => {
    made.push(name);
    await gate;
    return { name };
  };
  return { made, make, release: () => release() };
}

test('callers that ask at once share one answer', async () => {
  const { made, make, release } = maker();
  const cache = singleFlightCache(2, TTL_MS);
  const asked = Array.from({ length: 10 }, () => cache.forceFetch('a', { context: make('a') }));
  release();
  const answers = await Promise.all(asked);
  expect(new Set(answers).size).toBe(1);
  expect(made).toEqual(['a']);
});

test('n answers are kept; of n + 1 the least recently used is made again', async () => {
  const { made, make, release } = maker();
  release();
  const cache = singleFlightCache(2, 60_000);
  const ask = (name: string) => cache.forceFetch(name, { context: make(name) });
  for (const name of ['a', 'b', 'a', 'b']) await ask(name);
  expect(made).toEqual(['a', 'b']);
  for (const name of ['c', 'b', 'a']) await ask(name);
  expect(made).toEqual(['a', 'b', 'c', 'a']);
});

test('an answer that is dropped while it is made reaches those who wait for it', async () => {
  const { make, release } = maker();
  const cache = singleFlightCache(1, TTL_MS);
  const asked = ['a', 'b', 'c'].map((name) => cache.forceFetch(name, { context: make(name) }));
  release();
  expect(await Promise.all(asked)).toEqual([{ name: 'a' }, { name: 'b' }, { name: 'c' }]);
});

test('an answer expires, counted from when it was made', async () => {
  const { made, make, release } = maker();
  const cache = singleFlightCache(1, TTL_MS);
  const ask = () => cache.forceFetch('a', { context: make('a') });
  const first = ask();
  await delay(2 * TTL_MS);
  release();
  await first;
  await ask();
  expect(made).toHaveLength(1);
  await delay(2 * TTL_MS);
  await ask();
  expect(made).toHaveLength(2);
});

test('a failure reaches all who wait, and is not kept', async () => {
  const cache = singleFlightCache(1, 60_000);
  let calls = 0;
  const fail = async () => {
    calls += 1;
    throw new Error('unavailable');
  };
  const asked = [1, 2].map(() => cache.forceFetch('a', { context: fail }));
  for (const one of await Promise.allSettled(asked)) expect(one.status).toBe('rejected');
  expect(calls).toBe(1);
  expect(await cache.forceFetch('a', { context: async () => ({ name: 'a' }) })).toEqual({
    name: 'a',
  });
});
