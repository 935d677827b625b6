/** Callers who leave while their request waits for the row of another process: nothing is written. */
import { CallerLeft, onBehalfOf } from '../../records/ledger/caller';
import { askRow } from '../../records/ledger/row-locks';
import { until } from '../support/wait';
import { held, waitingAt } from './locks';
import { expectSound, fundedAccount, openProcesses, placedAsk, reservation } from './scenario';

const ONE = 100_000_000n;

let processes: Awaited<ReturnType<typeof openProcesses>>;
beforeAll(async () => {
  processes = await openProcesses(2);
});
afterAll(() => processes.close());

/** An ask whose row another process holds, and of which both processes know that others write it. */
async function heldAsk() {
  const [holder, waiter] = processes.all as [(typeof processes.all)[0], (typeof processes.all)[0]];
  const accountId = await fundedAccount(waiter.records, 100n * ONE);
  const askId = await placedAsk(waiter.records, { capacityTokens: 10_000 });
  const row = askRow(askId);
  let hasHeard = false;
  waiter.locks.onAnnounced((rows) => (hasHeard ||= rows.includes(row)));
  holder.locks.announce([row]);
  await until(() => hasHeard, { what: 'the waiting process to hear of the row' });
  const gate = held(await holder.locks.acquire([row]));
  const parts = { accountId, askId, quantityTokens: 100 };
  const request = () => reservation(waiter.records, parts);
  const standing = (count: number) => waitingAt(holder, row, count);
  return { records: waiter.records, askId, gate, request, standing };
}

test('who leaves in line is told so, and the others of his line are served', async () => {
  const { records, askId, gate, request, standing } = await heldAsk();
  const [leaving, staying] = [await request(), await request()];
  const caller = new AbortController();
  const left = onBehalfOf({ signal: caller.signal, deadlineAtMs: Infinity }, () =>
    records.ledger.reserveFill(leaving),
  ).catch((err: unknown) => err);
  await standing(2);
  const served = records.ledger.reserveFill(staying);
  caller.abort();
  expect(await left).toBeInstanceOf(CallerLeft);
  gate.release();
  expect(await served).toEqual({ status: 'reserved' });
  expect(await records.fills.findOne({ _id: leaving.fill.fillId })).toBeNull();
  expect(await records.asks.findOne({ _id: askId })).toMatchObject({ reservedTokens: 100 });
  await expectSound(records);
});

test('of requests that wait together those whose callers stay are made', async () => {
  const { records, askId, gate, request, standing } = await heldAsk();
  const first = records.ledger.reserveFill(await request());
  await standing(2);
  // These are gathered while the first one waits, and are planned together when it has its turn.
  const caller = new AbortController();
  const requests = [await request(), await request(), await request()];
  const outcomes = requests.map((each, at) =>
    at === 1
      ? onBehalfOf({ signal: caller.signal, deadlineAtMs: Infinity }, () =>
          records.ledger.reserveFill(each),
        )
      : records.ledger.reserveFill(each),
  );
  const settled = Promise.allSettled(outcomes);
  caller.abort();
  gate.release();
  expect(await first).toEqual({ status: 'reserved' });
  expect(await settled).toMatchObject([
    { status: 'fulfilled', value: { status: 'reserved' } },
    { status: 'rejected', reason: expect.any(CallerLeft) },
    { status: 'fulfilled', value: { status: 'reserved' } },
  ]);
  expect(await records.fills.findOne({ _id: requests[1]!.fill.fillId })).toBeNull();
  expect(await records.asks.findOne({ _id: askId })).toMatchObject({ reservedTokens: 300 });
  await expectSound(records);
});
