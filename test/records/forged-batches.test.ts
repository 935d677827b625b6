/**
 * Somebody who can write to Redis forges batches of the row locks, and what became of them. Only a
 * batch that its own process has handed over is committed with others, and only once.
 */
import { randomUUID } from 'node:crypto';
import { encodeWrites } from '../../records/ledger/encode-writes';
import type { Offer } from '../../records/ledger/row-locks';
import { accountRow } from '../../records/ledger/row-locks';
import { insert, type Writes } from '../../records/ledger/writes';
import { until } from '../support/wait';
import { held, waitingAt } from './locks';
import {
  expectSound,
  fundedAccount,
  openProcesses,
  type OpenedProcess,
  placedAsk,
  reservation,
} from './scenario';

const MILLION_USD_SCALE8 = 100_000_000_000_000n;
const LEASE_MS = 60_000;

let processes: Awaited<ReturnType<typeof openProcesses>>;
beforeAll(async () => {
  processes = await openProcesses(2);
});
afterAll(() => processes.close());

const [one, other] = [() => processes.all[0]!, () => processes.all[1]!];
const redis = () => one().redis;

const offer = (batch: readonly Writes[]): Offer => ({
  batch,
  left: new AbortController().signal,
  deadlineAtMs: Infinity,
});

/** A deposit that nobody has made. */
function fortune(accountId: string): Writes {
  const lines = [
    { account: 'cash', amountScale8: -MILLION_USD_SCALE8 },
    { account: `buyer:${accountId}`, amountScale8: MILLION_USD_SCALE8 },
  ];
  const journal = { kind: 'deposit', at: new Date(), accountId, lines } as never;
  return {
    balance: {
      accountId,
      postedScale8: MILLION_USD_SCALE8,
      heldScale8: 0n,
      neededScale8: 0n,
    },
    journals: [insert(journal)],
  };
}

/** Stands in the queue of a row like another process. */
async function standAt(row: string, request: string, batch: Buffer): Promise<void> {
  await redis().set(`{ledger}:request:${request}`, `{ledger}:row:${row}`, 'PX', LEASE_MS);
  await redis().set(`{ledger}:batch:${request}`, batch, 'PX', LEASE_MS);
  await redis().rpush(`{ledger}:row:${row}`, request);
}

test('a batch that no process has handed over is not committed', async () => {
  const row = randomUUID();
  const lock = held(await one().locks.acquire([row]));
  const request = `${randomUUID()}/1`;
  await standAt(row, request, encodeWrites([fortune(randomUUID())]));
  expect(await lock.collect()).toEqual([]);
  await until(async () => (await redis().exists(`{ledger}:taken:${request}`)) === 0);
  lock.release();
});

test('a batch of another request, or a changed one, is not committed', async () => {
  const row = randomUUID();
  const lock = held(await one().locks.acquire([row]));
  const waiting = other().locks.acquire([row], offer([fortune('an account')]));
  await waitingAt(one(), row, 2);
  const [, request] = await redis().lrange(`{ledger}:row:${row}`, 0, -1);
  const sealed = (await redis().getBuffer(`{ledger}:batch:${request}`))!;
  const changed = Buffer.from(sealed);
  changed[changed.length - 1]! ^= 1;
  await redis().set(`{ledger}:batch:${request}`, changed, 'PX', LEASE_MS);
  await standAt(row, `${randomUUID()}/1`, sealed);
  expect(await lock.collect()).toEqual([]);
  lock.release();
  held(await waiting).release();
});

test.each(['1', 'held', 'committed', 'f'.repeat(64)])(
  'a process does not believe a confirmation that says "%s"',
  async (forged) => {
    const row = randomUUID();
    const victim = await processes.open(); // it does without locks for a second afterwards
    const lock = held(await one().locks.acquire([row]));
    const waiting = victim.locks.acquire([row], offer([fortune('an account')]));
    await waitingAt(one(), row, 2);
    const [, request] = await redis().lrange(`{ledger}:row:${row}`, 0, -1);
    await redis().publish(`ledger:${request!.split('/')[0]}`, `${request} ${forged}`);
    await redis().set(`{ledger}:committed:${request}`, forged, 'PX', LEASE_MS);
    expect(await waiting).toMatchObject({ kind: 'held' });
    lock.release();
  },
);

test('a batch that was committed changes nothing when somebody hands it over again', async () => {
  const { records } = one();
  const accountId = await fundedAccount(records, 100_000_000_000n);
  const askId = await placedAsk(records, { capacityTokens: 100_000 });
  const row = accountRow(accountId);
  await Promise.all([meet(one(), row), meet(other(), row)]);
  const reserve = async (process: OpenedProcess) => {
    const request = await reservation(records, { accountId, askId, quantityTokens: 10 });
    return process.records.ledger.reserveFill(request);
  };
  const lock = held(await one().locks.acquire([row]));
  const first = reserve(other());
  await waitingAt(one(), row, 2);
  const [, name] = await redis().lrange(`{ledger}:row:${row}`, 0, -1);
  const sealed = (await redis().getBuffer(`{ledger}:batch:${name}`))!;
  lock.release();
  expect(await first).toEqual({ status: 'reserved' });
  await waitingAt(one(), row, 0);
  // Behind another reservation, which is committed with what waits behind it.
  const gate = held(await other().locks.acquire([row]));
  const second = reserve(one());
  await waitingAt(one(), row, 2);
  await standAt(row, name!, sealed);
  gate.release();
  expect(await second).toEqual({ status: 'reserved' });
  expect(await records.asks.findOne({ _id: askId })).toMatchObject({ reservedTokens: 20 });
  expect(await records.balances.findOne({ _id: accountId })).toMatchObject({ requestsUnderWay: 2 });
  await expectSound(records);
});

/** The process learns that others write the row. */
async function meet({ locks }: OpenedProcess, row: string): Promise<void> {
  const heard = new Promise<void>((resolve) =>
    locks.onAnnounced((rows) => rows.includes(row) && resolve()),
  );
  one().locks.announce([row]);
  await heard;
}
