/** A request that waits long for a row asks again and again: it must leave nothing behind each time. */
import { randomUUID } from 'node:crypto';
import { getEventListeners } from 'node:events';
import { LEASE_MS } from '../../exchange/row-locks/redis-row-locks';
import { until } from '../support/wait';
import { held, waitingAt } from './locks';
import { openProcesses } from './scenario';

let processes: Awaited<ReturnType<typeof openProcesses>>;
beforeAll(async () => {
  processes = await openProcesses(2);
});
afterAll(() => processes.close());

test('a long wait for a row keeps one listener of its caller, and none behind its end', async () => {
  const row = randomUUID();
  const [first, second] = [processes.all[0]!, processes.all[1]!];
  const lock = held(await first.locks.acquire([row]));
  const { signal: left } = new AbortController();
  const kept = () => getEventListeners(left, 'abort').length;
  const batch = [{ requests: { accountId: 'an account', change: 1 as const } }];
  const waiting = second.locks.acquire([row], { batch, left, deadlineAtMs: Infinity });
  await waitingAt(first, row, 2);
  // It asks several times in this time: it would be forgotten otherwise.
  const startedAtMs = performance.now();
  await until(() => performance.now() - startedAtMs > LEASE_MS);
  expect(kept()).toBe(1);
  lock.release();
  held(await waiting).release();
  expect(kept()).toBe(0);
});
