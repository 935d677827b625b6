/** A process locks the rows at which it met another one, and no others; both learn of the meeting. */
import { randomUUID } from 'node:crypto';
import { connectRedis, type RedisClient } from '../../engine/connect-redis';
import { RedisRowLocks } from '../../exchange/row-locks/redis-row-locks';
import { ContendedRows } from '../../records/ledger/contended-rows';
import { accountRow, askRow, sharedRowsOf } from '../../records/ledger/row-locks';
import type { Writes } from '../../records/ledger/writes';
import { testSettings } from '../support/environment';
import { until } from '../support/wait';
import { held } from './locks';

const clients: RedisClient[] = [];
/** News come within moments. */
const HEARD = { what: 'the processes to hear of each other', timeoutMs: 5_000 };
let one: ContendedRows;
let other: ContendedRows;
beforeAll(async () => {
  const settings = await testSettings();
  const { redisUrl } = settings;
  const process = () => {
    const own = [connectRedis(redisUrl), connectRedis(redisUrl)] as const;
    clients.push(...own);
    return new ContendedRows(new RedisRowLocks(...own, settings));
  };
  [one, other] = [process(), process()];
  // Both follow the announcements of the other one.
  await until(() => areConnected(one, other), HEARD);
  await until(() => areConnected(other, one), HEARD);
});
afterAll(() => clients.forEach((client) => client.disconnect()));

function areConnected(from: ContendedRows, to: ContendedRows): boolean {
  const writes = batchOf('connected', 1);
  from.met(writes);
  return to.among(sharedRowsOf(writes)).length > 0;
}

/** Batches of a hot ask, each request of a buyer of its own. */
function batchOf(askId: string, count: number): Writes[] {
  return Array.from({ length: count }, () => requestOf(askId));
}
const requestOf = (askId: string): Writes => ({
  ask: { askId } as NonNullable<Writes['ask']>,
  balance: { accountId: randomUUID() } as NonNullable<Writes['balance']>,
});

test('what all requests of a batch write is contended, and what one of them writes is not', async () => {
  const askId = randomUUID();
  const batch = batchOf(askId, 4);
  expect(one.among(sharedRowsOf(batch))).toEqual([]);
  one.met(batch);
  expect(one.among(sharedRowsOf(batch))).toEqual([askRow(askId)]);
  await until(() => other.among(sharedRowsOf(batch)).length > 0, HEARD);
  expect(other.among(sharedRowsOf(batch))).toEqual([askRow(askId)]);
});

test('half of a batch is enough, fewer are not', () => {
  const [half, fewer] = [randomUUID(), randomUUID()];
  one.met([...batchOf(half, 2), ...batchOf(randomUUID(), 1), ...batchOf(fewer, 1)]);
  expect(one.among([askRow(half), askRow(fewer)])).toEqual([askRow(half)]);
  const alone = batchOf(randomUUID(), 1);
  one.met(alone);
  expect(one.among(sharedRowsOf(alone))).toHaveLength(2);
});

test('the row at which processes met most often comes first', () => {
  const [cool, hot] = [randomUUID(), randomUUID()];
  const rows = [askRow(cool), askRow(hot)];
  for (const askId of [cool, hot, hot]) one.met(batchOf(askId, 3));
  expect(one.among(rows)).toEqual([askRow(hot), askRow(cool)]);
  for (let at = 0; at < 3; at += 1) one.met(batchOf(cool, 3));
  expect(one.among(rows)).toEqual([askRow(cool), askRow(hot)]);
});

test('a process that waits behind another one remembers the row', async () => {
  const row = accountRow(randomUUID());
  const first = held(await one.lock([row]));
  const second = other.lock([row]);
  const waiting = () => clients[0]!.llen(`{ledger}:row:${row}`);
  await until(async () => (await waiting()) === 2, HEARD);
  expect(other.among([row])).toEqual([]);
  first.release();
  held(await second).release();
  expect(other.among([row])).toEqual([row]);
});

test('without a row nothing is locked', async () => {
  const outcome = await one.lock([]);
  expect(outcome).toMatchObject({ kind: 'held', lock: { rows: [] } });
});
