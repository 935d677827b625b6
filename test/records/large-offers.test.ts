/** Batches that wait for a row: small ones may be committed by another process, large ones stay where they are. */
import type { Writes } from '../../records/ledger/writes';
import { until } from '../support/wait';
import { held, lengthOf } from './locks';
import { openProcesses } from './scenario';

let processes: Awaited<ReturnType<typeof openProcesses>>;
beforeAll(async () => {
  processes = await openProcesses(2);
});
afterAll(() => processes.close());

const batchOf = (count: number): Writes[] =>
  Array.from({ length: count }, (_, at) => ({ requests: { accountId: `buyer ${at}`, change: 1 } }));

/** How many of a batch's writes the holder of the row is given, and the bytes that Redis keeps of them. */
async function offered(row: string, count: number): Promise<number> {
  const [holder, waiter] = processes.all as [(typeof processes.all)[0], (typeof processes.all)[0]];
  const gate = held(await holder.locks.acquire([row]));
  const offer = { batch: batchOf(count), left: new AbortController().signal };
  const waiting = waiter.locks.acquire([row], { ...offer, deadlineAtMs: Infinity });
  // A machine that stands still for as long as a lease gives the row to the waiter: it is asked again.
  let isTaken = false;
  void waiting.then(() => (isTaken = true));
  await until(async () => isTaken || (await lengthOf(holder, row)) === 2);
  if (isTaken) {
    held(await waiting).release();
    gate.release();
    return offered(row, count);
  }
  const batches = await gate.collect();
  gate.tell(batches, 'alone');
  gate.release();
  held(await waiting).release();
  return batches.length;
}

test('a batch of a few writes is on offer, and one of thousands is not copied to Redis', async () => {
  expect(await offered('account:few', 10)).toBe(1);
  expect(await offered('account:many', 20_000)).toBe(0);
  expect(await offered('account:few again', 10)).toBe(1);
});
