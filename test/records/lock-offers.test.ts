/** Locks of rows: whose batches another process may commit, and what does not last for ever. */
import { setTimeout as delay } from 'node:timers/promises';
import Redis from 'ioredis';
import { RedisRowLocks } from '../../exchange/row-locks/redis-row-locks';
import type { Writes } from '../../records/ledger/writes';
import { testSettings } from '../support/environment';
import { until } from '../support/wait';
import { held, waitingAt } from './locks';
import { openProcesses } from './scenario';

const SECOND_MS = 1_000;
const BATCH: Writes[] = [{ requests: { accountId: 'buyer', change: 1 } }];

let processes: Awaited<ReturnType<typeof openProcesses>>;
beforeAll(async () => {
  processes = await openProcesses(2);
});
afterAll(() => processes.close());

const holder = () => processes.all[0]!;
const waiter = () => processes.all[1]!;

/** What the holder of a row may commit of a request whose caller leaves at this time. */
async function offered(row: string, deadlineAtMs: number): Promise<number> {
  const gate = held(await holder().locks.acquire([row]));
  const { signal } = new AbortController();
  const waiting = waiter().locks.acquire([row], { batch: BATCH, left: signal, deadlineAtMs });
  await waitingAt(holder(), row, 2);
  const batches = await gate.collect();
  gate.tell(batches, 'alone');
  gate.release();
  held(await waiting).release();
  return batches.length;
}

test('a batch is on offer only while its caller stays longer than another commit may take', async () => {
  expect(await offered('account:one', Infinity)).toBe(1);
  expect(await offered('account:two', Date.now() + 30 * SECOND_MS)).toBe(1);
  expect(await offered('account:three', Date.now() + 2.5 * SECOND_MS)).toBe(0);
  expect(await offered('account:four', Date.now() - 1)).toBe(0);
});

test('a lock that its holder keeps is waited for so long, and then done without', async () => {
  const row = 'account:kept';
  const gate = held(await holder().locks.acquire([row]));
  const outcome = await Promise.race([
    waiter().locks.acquire([row]),
    delay(15 * SECOND_MS, 'it still waits', { ref: false }),
  ]);
  expect(outcome).toMatchObject({ kind: 'held', lock: { rows: [] } });
  expect(await holder().redis.llen(`{ledger}:row:${row}`)).toBe(1);
  gate.release();
  held(await waiter().locks.acquire([row])).release();
});

test('a process whose first subscription failed uses the locks once it is connected', async () => {
  const settings = await testSettings();
  const { redisUrl } = settings;
  const commands = new Redis(redisUrl);
  // Refuses commands until it is connected.
  const subscriber = new Redis(redisUrl, { lazyConnect: true, enableOfflineQueue: false });
  const errors: unknown[] = [];
  const locks = new RedisRowLocks(commands, subscriber, settings, (err) => void errors.push(err));
  try {
    await until(() => errors.length > 0, { what: 'the first subscription to fail' });
    const lock = async () => held(await locks.acquire(['account:late']));
    (await until(lock, { what: 'a lock', timeoutMs: 10_000 })).release();
  } finally {
    commands.disconnect();
    subscriber.disconnect();
  }
});
