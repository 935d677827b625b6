/** Which failures are ours: those of our network and name resolution, and those of a pause. */
import { setTimeout as delay } from 'node:timers/promises';
import { PauseWatch, isOurNetwork } from '../../exchange/dispatch/own-faults';

const failure = (code: string, parts: object = {}) =>
  Object.assign(new Error(code), { code, syscall: 'connect', ...parts });

const several = (...codes: string[]) =>
  new AggregateError(
    codes.map((code) => failure(code)),
    'several addresses',
  );

/** Longer than any work of ours blocks. */
const STOPPED_MS = 2_100;

/** Nothing of the process runs meanwhile, as when it is stopped. */
function stop(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

test.each([
  ['no route', failure('ENETUNREACH')],
  ['no free descriptor', failure('EMFILE')],
  ['no free port', failure('EADDRNOTAVAIL')],
  ['a failed lookup', failure('ENOTFOUND', { syscall: 'getaddrinfo' })],
  ['a silent name server', failure('ETIMEOUT', { syscall: 'queryA' })],
  ['no route to any of the addresses', several('ENETUNREACH', 'EHOSTUNREACH')],
])('%s is our failure', (_what, err) => {
  expect(isOurNetwork(err)).toBe(true);
});

test.each([
  ['a refused connection', failure('ECONNREFUSED')],
  ['a reset', failure('ECONNRESET')],
  ['one address that refuses, beside one without a route', several('ENETUNREACH', 'ECONNREFUSED')],
  ['one without a route behind one that refuses', several('ECONNREFUSED', 'ENETUNREACH')],
  ['no addresses at all', several()],
])("%s is the seller's", (_what, err) => {
  expect(isOurNetwork(err)).toBe(false);
});

test('a pause is seen by what was waiting, also in its first moment after it', async () => {
  const watch = new PauseWatch();
  await watch.during(async () => {
    await delay(1);
    const sinceMs = performance.now();
    expect(watch.pausedSince(sinceMs)).toBe(false);
    stop(STOPPED_MS);
    expect(watch.pausedSince(sinceMs)).toBe(true);
    await delay(1);
    expect(watch.pausedSince(performance.now())).toBe(false);
  });
});

test('time without work is no pause', async () => {
  const watch = new PauseWatch();
  await watch.during(() => delay(1));
  stop(STOPPED_MS);
  await watch.during(async () => {
    expect(watch.pausedSince(performance.now() - 10)).toBe(false);
    await delay(1);
  });
});
