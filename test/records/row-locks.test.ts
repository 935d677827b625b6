/** Rows that several processes write at once: their turns, and what one commits for another. */
import { randomUUID } from 'node:crypto';
import { mongo } from 'mongoose';
import { CallerLeft, onBehalfOf } from '../../records/ledger/caller';
import { decodeWrites, encodeWrites } from '../../records/ledger/encode-writes';
import type { LockOutcome, Offer, RowLock } from '../../records/ledger/row-locks';
import type { Writes } from '../../records/ledger/writes';
import { connectRedis } from '../../engine/connect-redis';
import { LEASE_MS, RedisRowLocks } from '../../exchange/row-locks/redis-row-locks';
import { freePort } from '../../setup/servers/ports';
import { MemberProxy } from '../replica-set/member-proxy';
import { testSettings } from '../support/environment';
import {
  expectSound,
  fundedAccount,
  openProcesses,
  placedAsk,
  reservation,
  settlement,
} from './scenario';
import { until } from '../support/wait';

const ONE = 100_000_000n;
const PROCESSES = 4;

let processes: Awaited<ReturnType<typeof openProcesses>>;
beforeAll(async () => {
  processes = await openProcesses(PROCESSES);
});
afterAll(() => processes.close());

const at = (index: number) => processes.all[index % PROCESSES]!;
const records = () => at(0).records;
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

function offer(parts: Partial<Offer> = {}): Offer {
  const batch = [{ requests: { accountId: 'an account', change: 1 as const } }];
  return { batch, left: new AbortController().signal, deadlineAtMs: Infinity, ...parts };
}

function held(outcome: LockOutcome): RowLock {
  if (outcome.kind !== 'held' || outcome.lock.rows.length === 0) throw new Error(outcome.kind);
  return outcome.lock;
}

/** Waits until so many requests stand at the row. */
function waitingAt(row: string, count: number) {
  return until(async () => (await at(0).redis.llen(`{ledger}:row:${row}`)) === count);
}

describe('the lock of a row', () => {
  it('goes from process to process in the order in which they asked', async () => {
    const row = randomUUID();
    const first = held(await at(0).locks.acquire([row]));
    const order: number[] = [];
    const asked: Promise<void>[] = [];
    for (const index of [3, 1, 2]) {
      asked.push(
        at(index)
          .locks.acquire([row])
          .then((outcome) => {
            order.push(index);
            held(outcome).release();
          }),
      );
      await waitingAt(row, asked.length + 1);
    }
    expect(order).toEqual([]);
    first.release();
    await Promise.all(asked);
    expect(order).toEqual([3, 1, 2]);
  });

  it('is one of all its rows, without a deadlock', async () => {
    const rows = times(3, () => randomUUID());
    const holders = new Set<string>();
    const work = async (index: number) => {
      const mine = [rows[index % 3]!, rows[(index + 1) % 3]!];
      const lock = held(await at(index).locks.acquire(mine));
      for (const row of mine) {
        expect(holders.has(row)).toBe(false);
        holders.add(row);
      }
      await at(index).redis.ping();
      for (const row of mine) holders.delete(row);
      lock.release();
    };
    await Promise.all(times(24, work));
  });

  it('tells whether another process is at the row', async () => {
    const row = randomUUID();
    const alone = held(await at(0).locks.acquire([row]));
    expect(alone.contended).toEqual([]);
    alone.release();
    await waitingAt(row, 0);
    const again = held(await at(0).locks.acquire([row]));
    expect(again.contended).toEqual([]);
    again.release();
    await waitingAt(row, 0);
    const other = held(await at(1).locks.acquire([row]));
    expect(other.contended).toEqual([row]);
    other.release();
  });

  it('is announced to every process', async () => {
    const row = randomUUID();
    const heard = times(PROCESSES, () => [] as string[]);
    heard.forEach((rows, index) => at(index).locks.onAnnounced((told) => rows.push(...told)));
    at(0).locks.announce([row]);
    await until(() => heard.every((rows) => rows.includes(row)));
  });

  it('passes on after the lease of a process that died with it', async () => {
    const row = randomUUID();
    held(await at(0).locks.acquire([row])); // never released
    const startedAtMs = performance.now();
    held(await at(1).locks.acquire([row])).release();
    expect(performance.now() - startedAtMs).toBeGreaterThan(LEASE_MS / 2);
  });

  it('is given up when a caller leaves, and the next one has its turn', async () => {
    const row = randomUUID();
    const first = held(await at(0).locks.acquire([row]));
    const left = new AbortController();
    const leaving = at(1).locks.acquire([row], offer({ left: left.signal }));
    await waitingAt(row, 2);
    left.abort();
    expect(await leaving).toEqual({ kind: 'left' });
    const next = at(2).locks.acquire([row]);
    await waitingAt(row, 2);
    first.release();
    held(await next).release();
  });
});

test('a lock is given up when Redis does not answer, and comes back with it', async () => {
  const address = new URL((await testSettings()).redisUrl);
  const port = await freePort();
  const proxy = await MemberProxy.open(port, Number(address.port));
  address.port = String(port);
  const clients = [connectRedis(address.href), connectRedis(address.href)] as const;
  for (const client of clients) client.on('error', () => undefined);
  const locks = new RedisRowLocks(...clients);
  const isHeld = async () => {
    const outcome = await locks.acquire([randomUUID()]);
    if (outcome.kind !== 'held') throw new Error(outcome.kind);
    outcome.lock.release();
    return outcome.lock.rows.length > 0;
  };
  expect(await isHeld()).toBe(true);
  proxy.cut('clients');
  expect(await isHeld()).toBe(false);
  proxy.heal();
  await until(isHeld);
  for (const client of clients) client.disconnect();
  proxy.close();
});

describe('a batch that waits for a lock', () => {
  it('is committed by the holder of the lock', async () => {
    const row = randomUUID();
    const first = held(await at(0).locks.acquire([row]));
    const waiting = at(1).locks.acquire([row], offer());
    await waitingAt(row, 2);
    const others = await first.collect();
    expect(others.map(({ batch }) => batch)).toEqual([offer().batch]);
    expect(first.holdsOthers()).toBe(true);
    first.tell(others, 'committed');
    expect(await waiting).toEqual({ kind: 'committed', contended: [row] });
    await waitingAt(row, 1);
    first.release();
  });

  it('waits on when the holder could not commit it', async () => {
    const row = randomUUID();
    const first = held(await at(0).locks.acquire([row]));
    const waiting = at(1).locks.acquire([row], offer());
    await waitingAt(row, 2);
    first.tell(await first.collect(), 'alone');
    first.release();
    held(await waiting).release();
  });

  it('has its own turn when the holder died with it, and the holder no longer commits it', async () => {
    const row = randomUUID();
    const first = held(await at(0).locks.acquire([row]));
    const waiting = at(1).locks.acquire([row], offer());
    await waitingAt(row, 2);
    expect(await first.collect()).toHaveLength(1); // and nothing more is heard of it
    const own = held(await waiting);
    expect(first.holdsOthers()).toBe(false);
    expect(await first.collect()).toEqual([]);
    own.release();
  });

  it('is not given up while the holder commits it', async () => {
    const row = randomUUID();
    const first = held(await at(0).locks.acquire([row]));
    const left = new AbortController();
    const waiting = at(1).locks.acquire([row], offer({ left: left.signal }));
    await waitingAt(row, 2);
    const others = await first.collect();
    left.abort();
    await at(1).redis.ping();
    first.tell(others, 'committed');
    expect(await waiting).toEqual({ kind: 'committed', contended: [row] });
    first.release();
  });

  it('is not taken past another that waits for one of its rows', async () => {
    const [row, busy] = [randomUUID(), randomUUID()];
    const elsewhere = held(await at(3).locks.acquire([busy]));
    const first = held(await at(0).locks.acquire([row]));
    const waiting = at(1).locks.acquire([row, busy], offer());
    await waitingAt(row, 2);
    expect(await first.collect()).toEqual([]);
    elsewhere.release();
    await waitingAt(busy, 1);
    const others = await first.collect();
    expect(others).toHaveLength(1);
    first.tell(others, 'committed');
    expect(await waiting).toMatchObject({ kind: 'committed' });
    first.release();
  });

  it.each([
    ['that its caller leaves too soon for', offer({ deadlineAtMs: Date.now() + LEASE_MS / 2 })],
    ['without a request', offer({ batch: [] })],
  ])('%s is not offered', async (_name, offered) => {
    const row = randomUUID();
    const first = held(await at(0).locks.acquire([row]));
    const waiting = at(1).locks.acquire([row], offered);
    await waitingAt(row, 2);
    expect(await first.collect()).toEqual([]);
    first.release();
    held(await waiting).release();
  });
});

test('the writes of another process are the same writes', () => {
  const batch: Writes[] = [
    {
      balance: { accountId: 'a', postedScale8: -1n, heldScale8: 2n ** 62n, neededScale8: 0n },
      ask: {
        askId: 'b',
        reserved: { quantityTokens: 5, epoch: 1 },
        soldTokens: 0,
        returnedTokens: 0,
      },
      answers: [
        { insertOne: { document: { sealed: new mongo.Binary(Buffer.from('x')) } } },
      ] as never,
      fills: [
        {
          updateOne: {
            filter: { _id: 'f', n: new mongo.Double(3), none: undefined },
            update: { $set: { at: new Date(5), amount: 7n, count: 3, text: null } },
            arrayFilters: [{ 'one.number': 1 }],
          },
        },
      ] as never,
    },
    { requests: { accountId: 'a', change: -1 } },
  ];
  const decoded = decodeWrites(encodeWrites(batch));
  expect(decoded.map(({ balance, ask, requests }) => ({ balance, ask, requests }))).toEqual(
    batch.map(({ balance, ask, requests }) => ({ balance, ask, requests })),
  );
  const sent = (writes: Writes) =>
    mongo.BSON.serialize({ one: writes.answers, two: writes.fills }, { ignoreUndefined: false });
  expect(sent(decoded[0]!)).toEqual(sent(batch[0]!));
});

describe('processes on one ask and one account', () => {
  it('commit together: few conflicts, fewer transactions than batches, every sum exact', async () => {
    const accountId = await fundedAccount(records(), 10_000n * ONE);
    const askId = await placedAsk(records(), { capacityTokens: 10_000_000 });
    const [callers, rounds] = [16, 12];
    const before = processes.all.map(({ meter }) => meter.sizes.length);
    await Promise.all(
      times(callers, async (index) => {
        for (let round = 0; round < rounds; round += 1) {
          const parts = { accountId, askId, quantityTokens: 1_000 };
          const { ledger } = at(index).records;
          const request = await reservation(at(index).records, parts);
          expect((await ledger.reserveFill(request)).status).toMatch(/^(reserved|duplicate)$/);
          const settled = await ledger.settleFill(settlement(request.fill.fillId, 700));
          expect(settled.status).toMatch(/^(settled|duplicate)$/);
        }
      }),
    );
    expect(await records().asks.findOne({ _id: askId })).toMatchObject({
      soldTokens: callers * rounds * 700,
      reservedTokens: 0,
    });
    expect(await records().ledger.balanceOf(accountId)).toMatchObject({
      heldScale8: 0n,
      version: 1 + 2 * callers * rounds,
    });
    const sizes = processes.all.flatMap(({ meter }, index) => meter.sizes.slice(before[index]));
    const largest = Math.max(...sizes);
    expect(largest).toBeGreaterThan(callers / PROCESSES); // more than one process has requests
    await expectSound(records());
  }, 60_000);

  it('sell the last tokens exactly, and tell the others that there are no more', async () => {
    const accountId = await fundedAccount(records(), 1_000n * ONE);
    const askId = await placedAsk(records(), { capacityTokens: 9_999 });
    const requests = await Promise.all(
      times(40, () => reservation(records(), { accountId, askId, quantityTokens: 1_000 })),
    );
    const results = await Promise.all(
      requests.map((request, index) => at(index).records.ledger.reserveFill(request)),
    );
    expect(results.filter(({ status }) => status === 'reserved')).toHaveLength(9);
    expect(results).toContainEqual({ status: 'refused', reason: 'ask_short' });
    await expectSound(records());
  });

  it('write nothing for a caller that left while it waited for the lock', async () => {
    const accountId = await fundedAccount(records(), 1_000n * ONE);
    const askId = await placedAsk(records(), { capacityTokens: 1_000_000 });
    const parts = { accountId, askId, quantityTokens: 1_000 };
    const requests = await Promise.all(times(40, () => reservation(records(), parts)));
    const callers = requests.map((_, index) => {
      const controller = new AbortController();
      if (index % 3 === 0) setImmediate(() => controller.abort());
      return { signal: controller.signal, deadlineAtMs: Date.now() + 60_000 };
    });
    const results = await Promise.allSettled(
      requests.map((request, index) =>
        onBehalfOf(callers[index]!, () => at(index).records.ledger.reserveFill(request)),
      ),
    );
    const fills = await Promise.all(
      requests.map(({ fill }) => records().fills.findOne({ _id: fill.fillId })),
    );
    const outcomes = results.map((result, index) => [
      result.status === 'fulfilled' || result.reason instanceof CallerLeft ? result.status : null,
      fills[index]?.status,
    ]);
    for (const outcome of outcomes) {
      expect([
        ['fulfilled', 'reserved'],
        ['rejected', undefined],
      ]).toContainEqual(outcome);
    }
    await expectSound(records());
  });

  it('go on without locks when Redis is away', async () => {
    const accountId = await fundedAccount(records(), 1_000n * ONE);
    const askId = await placedAsk(records(), { capacityTokens: 1_000_000 });
    const parts = { accountId, askId, quantityTokens: 1_000 };
    const requests = await Promise.all(times(20, () => reservation(records(), parts)));
    for (const { redis } of processes.all.slice(0, 2)) redis.disconnect();
    const results = await Promise.all(
      requests.map((request, index) => at(index % 2).records.ledger.reserveFill(request)),
    );
    expect(results.map(({ status }) => status)).toEqual(times(20, () => 'reserved'));
    await expectSound(records());
    for (const { redis } of processes.all.slice(0, 2)) await redis.connect();
  });
});
