/** Connections to one seller: kept, bounded, shared between accounts, and closed (DISPATCH-12). */
import { setTimeout as delay } from 'node:timers/promises';
import { startSeller, type Seller } from '../support/sellers/seller';
import { until } from '../support/wait';
import { attempt, closeClients, testClient } from './attempt';

let seller: Seller;

beforeEach(async () => {
  seller = await startSeller();
});
afterEach(async () => {
  await closeClients();
  await seller.close();
});

describe('connections', () => {
  test('are kept for the next request, streamed or not, and behind refusals', async () => {
    const client = testClient();
    for (const behaviour of ['normal', 'contextLength', 'error500', 'throttled'] as const) {
      seller.setBehaviour(behaviour);
      for (const streamed of [true, false]) {
        await attempt(client, seller.url, { streamed });
        await until(() => seller.requests.at(-1)?.finished, { what: 'the end of the answer' });
      }
    }
    // The stream that was refused is asked for once more without what the exchange adds.
    expect(seller.requests).toHaveLength(9);
    expect(seller.connections).toBeLessThanOrEqual(2);
  });

  test("are at most so many to one seller; who finds none waits, and that is nobody's failure", async () => {
    const client = testClient({ SELLER_CONNECTIONS: 4, FIRST_BYTE_TIMEOUT_MS: 10_000 });
    seller.hold();
    const attempts = Array.from({ length: 4 }, () => attempt(client, seller.url));
    await until(() => seller.held === 4, { what: 'four requests' });
    const { outcome: late } = await attempt(client, seller.url, {
      deadlineAtMs: Date.now() + 100,
    });
    expect(late).toMatchObject({ kind: 'failed', reason: 'deadline', sent: false, blame: 'none' });
    const signal = AbortSignal.timeout(100);
    const { outcome: gone } = await attempt(client, seller.url, { signal });
    expect(gone).toMatchObject({ kind: 'failed', reason: 'aborted', blame: 'none' });
    const fifth = attempt(client, seller.url);
    expect(seller.requests).toHaveLength(4);
    seller.release();
    const all = await Promise.all([...attempts, fifth]);
    expect(all.map(({ outcome }) => outcome.kind)).toEqual(all.map(() => 'answered'));
    expect(seller.requests).toHaveLength(5);
    expect(seller.connections).toBeLessThanOrEqual(4);
  });

  test('go to the accounts that wait in turn, and one that waits with many gives way', async () => {
    const settings = { SELLER_CONNECTIONS: 1, SELLER_CONNECTION_QUEUE: 4 };
    const client = testClient({ ...settings, FIRST_BYTE_TIMEOUT_MS: 10_000 });
    const order: string[] = [];
    const asked = (participant: string) =>
      attempt(client, seller.url, { participant }).then(({ outcome }) => {
        if (outcome.kind === 'answered') order.push(participant);
        return outcome;
      });
    seller.hold();
    const first = asked('first');
    await until(() => seller.held === 1, { what: 'the first request' });
    const greedy = Array.from({ length: 5 }, () => asked('greedy'));
    // The queue holds four of them and not one more.
    expect(await greedy[4]).toMatchObject({ reason: 'no_connection', blame: 'none', sent: false });
    const modest = [asked('modest'), asked('other')];
    expect(await greedy[3]).toMatchObject({ reason: 'no_connection', blame: 'none' });
    expect(await greedy[2]).toMatchObject({ reason: 'no_connection', blame: 'none' });
    seller.release();
    await Promise.all([first, ...greedy, ...modest]);
    expect(order).toEqual(['first', 'greedy', 'modest', 'other', 'greedy']);
  });

  test('are kept in part for accounts that have few', async () => {
    const client = testClient({ SELLER_CONNECTIONS: 16, FIRST_BYTE_TIMEOUT_MS: 10_000 });
    seller.hold();
    const greedy = Array.from({ length: 14 }, () => attempt(client, seller.url));
    await until(() => seller.held === 12, { what: 'three quarters of the connections' });
    const modest = ['one', 'two', 'three', 'four'].map((participant) =>
      attempt(client, seller.url, { participant }),
    );
    await until(() => seller.held === 16, { what: 'a connection for each of the others' });
    const deadlineAtMs = Date.now() + 50;
    const tooLate = await attempt(client, seller.url, { participant: 'five', deadlineAtMs });
    expect(tooLate.outcome).toMatchObject({ reason: 'deadline', sent: false });
    seller.release();
    const all = await Promise.all([...greedy, ...modest]);
    expect(all.map(({ outcome }) => outcome.kind)).toEqual(all.map(() => 'answered'));
  });

  test('a seller that hangs takes none from another', async () => {
    const other = await startSeller();
    const client = testClient({ SELLER_CONNECTIONS: 1 });
    seller.setBehaviour('silent');
    let hangs = true;
    const hanging = attempt(client, seller.url, { deadlineAtMs: Date.now() + 10_000 });
    void hanging.then(() => (hangs = false));
    await until(() => seller.requests.length > 0, { what: 'the request that hangs' });
    const { outcome } = await attempt(client, other.url);
    expect(outcome.kind).toBe('answered');
    expect(hangs).toBe(true);
    await hanging;
    await other.close();
  });

  test('of a busy seller are waited for only so long: another one may be free', async () => {
    const client = testClient({ SELLER_CONNECTIONS: 1, FIRST_BYTE_TIMEOUT_MS: 10_000 });
    seller.hold();
    const first = attempt(client, seller.url);
    await until(() => seller.held === 1, { what: 'the first request' });
    const { outcome } = await attempt(client, seller.url, { connectionWaitMs: 50 });
    expect(outcome).toMatchObject({ reason: 'no_connection', blame: 'none', sent: false });
    seller.release();
    expect((await first).outcome.kind).toBe('answered');
  });

  test('are closed on a seller that sends on behind its refusal', async () => {
    seller.setBehaviour({
      async answer({ res }) {
        res.writeHead(500, { 'content-type': 'application/json' });
        while (!res.destroyed) {
          res.write('a'.repeat(64 * 1_024));
          await delay(1);
        }
      },
    });
    const { outcome } = await attempt(testClient(), seller.url);
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'status' });
    const request = seller.requests[0]!;
    await until(() => request.abandoned, { what: 'the end of the connection' });
    // In a second, after which it is closed in any case, it would send ten times that.
    expect(request.bytesWritten()).toBeLessThan(8 * 1_024 * 1_024);
  });
});
