/** Rows that several processes write at once: their turns, and what one commits for another. */
import { randomUUID } from 'node:crypto';
import { mongo } from 'mongoose';
import { decodeWrites, encodeWrites } from '../../records/ledger/encode-writes';
import type { Offer } from '../../records/ledger/row-locks';
import type { Writes } from '../../records/ledger/writes';
import { connectRedis } from '../../engine/connect-redis';
import { OTHERS_KEPT_MS } from '../../exchange/row-locks/held-lock';
import { LEASE_MS, RedisRowLocks } from '../../exchange/row-locks/redis-row-locks';
import { freePort } from '../../setup/servers/ports';
import { MemberProxy } from '../replica-set/member-proxy';
import { testSettings } from '../support/environment';
import { held, waitingAt } from './locks';
import { openProcesses } from './scenario';
import { until } from '../support/wait';

const PROCESSES = 4;

let processes: Awaited<ReturnType<typeof openProcesses>>;
beforeAll(async () => {
  processes = await openProcesses(PROCESSES);
});
afterAll(() => processes.close());

const at = (index: number) => processes.all[index % PROCESSES]!;
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

function offer(parts: Partial<Offer> = {}): Offer {
  const batch = [{ requests: { accountId: 'an account', change: 1 as const } }];
  return { batch, left: new AbortController().signal, deadlineAtMs: Infinity, ...parts };
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
      await waitingAt(at(0), row, asked.length + 1);
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
    await waitingAt(at(0), row, 0);
    const again = held(await at(0).locks.acquire([row]));
    expect(again.contended).toEqual([]);
    again.release();
    await waitingAt(at(0), row, 0);
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
    const dying = await processes.open();
    held(await dying.locks.acquire([row]));
    dying.die();
    const startedAtMs = performance.now();
    held(await at(1).locks.acquire([row])).release();
    expect(performance.now() - startedAtMs).toBeGreaterThan(LEASE_MS / 2);
  });

  it('is kept by a living process for longer than its lease', async () => {
    const row = randomUUID();
    const slow = held(await at(0).locks.acquire([row]));
    const startedAtMs = performance.now();
    const next = at(1).locks.acquire([row]);
    await waitingAt(at(0), row, 2);
    let isHeld = false;
    void next.then(() => (isHeld = true));
    await until(() => performance.now() - startedAtMs > 2 * LEASE_MS);
    expect(isHeld).toBe(false);
    slow.release();
    held(await next).release();
  });

  it('is given up when a caller leaves, and the next one has its turn', async () => {
    const row = randomUUID();
    const first = held(await at(0).locks.acquire([row]));
    const left = new AbortController();
    const leaving = at(1).locks.acquire([row], offer({ left: left.signal }));
    await waitingAt(at(0), row, 2);
    left.abort();
    expect(await leaving).toEqual({ kind: 'left' });
    const next = at(2).locks.acquire([row]);
    await waitingAt(at(0), row, 2);
    first.release();
    held(await next).release();
  });
});

describe('a lock whose commit is applied, and not yet confirmed', () => {
  it('passes on, and the batches that were taken still wait', async () => {
    const [row, other] = [randomUUID(), randomUUID()];
    const first = held(await at(0).locks.acquire([row]));
    const taken = at(1).locks.acquire([row, other], offer());
    await waitingAt(at(0), row, 2);
    const behind = [at(2).locks.acquire([row]), at(3).locks.acquire([other])];
    await waitingAt(at(0), row, 3);
    await waitingAt(at(0), other, 2);
    const others = await first.collect();
    expect(others).toHaveLength(1);
    first.handOver(others);
    const startedAtMs = performance.now();
    for (const next of behind) held(await next).release();
    let isEnded = false;
    void taken.then(() => (isEnded = true));
    await until(() => performance.now() - startedAtMs > 2 * LEASE_MS);
    expect(isEnded).toBe(false);
    first.tell(others, 'committed');
    expect(await taken).toMatchObject({ kind: 'committed' });
    first.release();
  });

  it('leaves the batches that were taken to their processes when its own dies', async () => {
    const row = randomUUID();
    const dying = await processes.open();
    const first = held(await dying.locks.acquire([row]));
    const taken = at(1).locks.acquire([row], offer());
    await waitingAt(at(0), row, 2);
    const others = await first.collect();
    first.handOver(others);
    await waitingAt(at(0), row, 0);
    dying.die();
    held(await taken).release();
  });
});

test('a lock is given up when Redis does not answer, and comes back with it', async () => {
  const settings = await testSettings();
  const address = new URL(settings.redisUrl);
  const port = await freePort();
  const proxy = await MemberProxy.open(port, Number(address.port));
  address.port = String(port);
  const clients = [connectRedis(address.href), connectRedis(address.href)] as const;
  for (const client of clients) client.on('error', () => undefined);
  const locks = new RedisRowLocks(...clients, settings);
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
    await waitingAt(at(0), row, 2);
    const others = await first.collect();
    expect(others.map(({ batch }) => batch)).toEqual([offer().batch]);
    expect(first.holdsOthers()).toBe(true);
    first.tell(others, 'committed');
    expect(await waiting).toEqual({ kind: 'committed', contended: [row] });
    await waitingAt(at(0), row, 1);
    first.release();
  });

  it('waits on when the holder could not commit it', async () => {
    const row = randomUUID();
    const first = held(await at(0).locks.acquire([row]));
    const waiting = at(1).locks.acquire([row], offer());
    await waitingAt(at(0), row, 2);
    first.tell(await first.collect(), 'alone');
    first.release();
    held(await waiting).release();
  });

  it('has its own turn when the holder died with it, and the holder no longer commits it', async () => {
    const row = randomUUID();
    const dying = await processes.open();
    const first = held(await dying.locks.acquire([row]));
    const waiting = at(1).locks.acquire([row], offer());
    await waitingAt(at(0), row, 2);
    expect(await first.collect()).toHaveLength(1);
    dying.die();
    const own = held(await waiting);
    expect(first.holdsOthers()).toBe(false);
    own.release();
  });

  it('has its own turn as soon as the holder is dead, however long that might have kept it', async () => {
    const row = randomUUID();
    const dying = await processes.open();
    const first = held(await dying.locks.acquire([row]));
    const waiting = at(1).locks.acquire([row], offer());
    await waitingAt(at(0), row, 2);
    expect(await first.collect()).toHaveLength(1);
    const [, request] = await at(0).redis.lrange(`{ledger}:row:${row}`, 0, -1);
    expect(await at(0).redis.persist(`{ledger}:taken:${request}`)).toBe(1);
    dying.die();
    held(await waiting).release();
  });

  it('is no longer committed when the holder needs too long, however long it lives', async () => {
    const row = randomUUID();
    const first = held(await at(0).locks.acquire([row]));
    const waiting = at(1).locks.acquire([row], offer());
    await waitingAt(at(0), row, 2);
    const others = await first.collect();
    expect(others).toHaveLength(1);
    await until(() => !first.holdsOthers());
    first.tell(others, 'alone');
    first.release();
    held(await waiting).release();
  });

  it('is not given up while the holder commits it', async () => {
    const row = randomUUID();
    const first = held(await at(0).locks.acquire([row]));
    const left = new AbortController();
    const waiting = at(1).locks.acquire([row], offer({ left: left.signal }));
    await waitingAt(at(0), row, 2);
    const others = await first.collect();
    left.abort();
    await at(1).redis.ping();
    first.tell(others, 'committed');
    expect(await waiting).toEqual({ kind: 'committed', contended: [row] });
    first.release();
  });

  it('is found committed by a process that heard nothing of it, whether or not its caller left', async () => {
    for (const leaves of [false, true]) {
      const row = randomUUID();
      const deaf = await processes.open();
      held(await deaf.locks.acquire([randomUUID()])).release(); // it listens
      deaf.subscriber.disconnect();
      const first = held(await at(0).locks.acquire([row]));
      const left = new AbortController();
      const waiting = deaf.locks.acquire([row], offer({ left: left.signal }));
      await waitingAt(at(0), row, 2);
      first.tell(await first.collect(), 'committed');
      first.release();
      await waitingAt(at(0), row, 0);
      if (leaves) left.abort();
      expect(await waiting).toMatchObject({ kind: 'committed' });
    }
  });

  it('is not taken with a lock that has lost one of its rows', async () => {
    const [row, other] = [randomUUID(), randomUUID()];
    const former = held(await at(0).locks.acquire([row, other]));
    await at(0).redis.del(`{ledger}:row:${row}`); // as a Redis that has lost it
    const next = at(1).locks.acquire([row, other], offer());
    await waitingAt(at(0), other, 2);
    expect(await former.collect()).toEqual([]);
    former.release();
    held(await next).release();
  });

  it('is not taken past another that waits for one of its rows', async () => {
    const [row, busy] = [randomUUID(), randomUUID()];
    const elsewhere = held(await at(3).locks.acquire([busy]));
    const first = held(await at(0).locks.acquire([row]));
    const waiting = at(1).locks.acquire([row, busy], offer());
    await waitingAt(at(0), row, 2);
    expect(await first.collect()).toEqual([]);
    elsewhere.release();
    await waitingAt(at(0), busy, 1);
    const others = await first.collect();
    expect(others).toHaveLength(1);
    first.tell(others, 'committed');
    expect(await waiting).toMatchObject({ kind: 'committed' });
    first.release();
  });

  it.each([
    ['that its caller leaves too soon for', offer({ deadlineAtMs: Date.now() + OTHERS_KEPT_MS })],
    ['without a request', offer({ batch: [] })],
  ])('%s is not offered', async (_name, offered) => {
    const row = randomUUID();
    const first = held(await at(0).locks.acquire([row]));
    const waiting = at(1).locks.acquire([row], offered);
    await waitingAt(at(0), row, 2);
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
        reserved: {
          modelId: 'm',
          tenor: 'spot',
          sellerId: 's',
          region: 'global',
          priceScale8: 7n,
          quantityTokens: 5,
          epoch: 1,
        },
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
