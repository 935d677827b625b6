/** Processes that write one ask and one account at once, and commit for one another. */
import { CallerLeft, onBehalfOf } from '../../records/ledger/caller';
import { askRow, type RowLock } from '../../records/ledger/row-locks';
import { until } from '../support/wait';
import { held, waitingAt } from './locks';
import {
  type OpenedProcess,
  expectSound,
  fundedAccount,
  openProcesses,
  placedAsk,
  reservation,
  settlement,
} from './scenario';

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

/** Announces the row, and waits until the processes know that others write it too. */
async function contended(row: string, by: readonly OpenedProcess[]): Promise<void> {
  const heard = by.map(() => false);
  by.forEach(({ locks }, index) =>
    locks.onAnnounced((rows) => (heard[index] ||= rows.includes(row))),
  );
  at(3).locks.announce([row]);
  await until(() => heard.every(Boolean));
}

/** The locks that the process will hold behave differently. */
function changeLocks({ locks }: OpenedProcess, behaviour: Partial<RowLock>): void {
  const acquire = locks.acquire.bind(locks);
  locks.acquire = async (rows, offered) => {
    const outcome = await acquire(rows, offered);
    if (outcome.kind === 'held') Object.assign(outcome.lock, behaviour);
    return outcome;
  };
}

describe('processes on one ask and one account', () => {
  it('commit together, and every sum is exact', async () => {
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

  it('reserve once what another process committed before it died, untold', async () => {
    const accountId = await fundedAccount(records(), 100n * ONE);
    const askId = await placedAsk(records(), { capacityTokens: 10_000 });
    const row = askRow(askId);
    const dead = await processes.open();
    await contended(row, [dead, at(1)]);
    const parts = { accountId, askId, quantityTokens: 1_000 };
    const [dying, told] = [
      await reservation(records(), parts),
      await reservation(records(), parts),
    ];
    changeLocks(dead, { tell: () => dead.die(), release: () => undefined });
    const gate = held(await at(3).locks.acquire([row]));
    const first = dead.records.ledger.reserveFill(dying);
    await waitingAt(at(0), row, 2);
    const second = at(1).records.ledger.reserveFill(told);
    await waitingAt(at(0), row, 3);
    gate.release();
    expect(await first).toEqual({ status: 'reserved' });
    const byTheOther = await records().fills.findOne({ _id: told.fill.fillId });
    expect(byTheOther).toMatchObject({ status: 'reserved' });
    expect(await second).toMatchObject({ status: 'duplicate', fill: { _id: told.fill.fillId } });
    expect(await records().asks.findOne({ _id: askId })).toMatchObject({ reservedTokens: 2_000 });
    await expectSound(records());
  });

  it('give the row to the next one before a majority has confirmed their commit', async () => {
    const accountId = await fundedAccount(records(), 100n * ONE);
    const askId = await placedAsk(records(), { capacityTokens: 10_000 });
    const row = askRow(askId);
    const slow = await processes.open();
    await contended(row, [slow]);
    // It would give up the row when a majority has confirmed its commit: never, here.
    changeLocks(slow, { release: () => undefined });
    const gate = held(await at(3).locks.acquire([row]));
    const parts = { accountId, askId, quantityTokens: 1_000 };
    const reserving = slow.records.ledger.reserveFill(await reservation(records(), parts));
    await waitingAt(at(0), row, 2);
    const next = at(1).locks.acquire([row]);
    await waitingAt(at(0), row, 3);
    gate.release();
    held(await next).release();
    expect(await reserving).toEqual({ status: 'reserved' });
    slow.die();
  });

  it('leave it to each other, once the callers of the other one may have left', async () => {
    const accountId = await fundedAccount(records(), 100n * ONE);
    const askId = await placedAsk(records(), { capacityTokens: 10_000 });
    const row = askRow(askId);
    const late = await processes.open();
    await contended(row, [late, at(1)]);
    const parts = { accountId, askId, quantityTokens: 1_000 };
    const [own, others] = [
      await reservation(records(), parts),
      await reservation(records(), parts),
    ];
    changeLocks(late, { holdsOthers: () => false });
    const gate = held(await at(3).locks.acquire([row]));
    const first = late.records.ledger.reserveFill(own);
    await waitingAt(at(0), row, 2);
    const second = at(1).records.ledger.reserveFill(others);
    await waitingAt(at(0), row, 3);
    gate.release();
    expect(await first).toEqual({ status: 'reserved' });
    expect(await second).toEqual({ status: 'reserved' });
    expect(late.meter.sizes).toEqual([1]);
    await expectSound(records());
  });

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
