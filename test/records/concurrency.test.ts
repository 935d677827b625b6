import type { WritableRecords } from '../../records/connect';
import { mongo } from 'mongoose';
import { isPermanent } from '../../records/mongodb/permanent-error';
import {
  expectSound,
  fundedAccount,
  openProcesses,
  placedAsk,
  reservation,
  reserve,
  settlement,
} from './scenario';

const ONE = 100_000_000n;

/** Two connections on one database stand for two processes: each has commit queues of its own. */
let processes: Awaited<ReturnType<typeof openProcesses>>;
let records: WritableRecords;
let other: WritableRecords;
beforeAll(async () => {
  processes = await openProcesses(2);
  [records, other] = processes.all.map((one) => one.records) as [WritableRecords, WritableRecords];
});
afterEach(() => expectSound(records));
afterAll(() => processes.close());

const processOf = (index: number) => (index % 2 === 0 ? records : other);
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

describe('parallel requests against a balance', () => {
  it.each([[1], [2]])('spends it exactly: 50 requests, money for 7, %i process(es)', async (n) => {
    const accountId = await fundedAccount(records, 7n * ONE + ONE / 2n);
    const askId = await placedAsk(records, { capacityTokens: 1_000_000 });
    const requests = await Promise.all(
      times(50, () => reservation(records, { accountId, askId, quantityTokens: 1_000 })),
    );
    const results = await Promise.all(
      requests.map((request, index) => processOf(index % n).ledger.reserveFill(request)),
    );
    expect(results.filter(({ status }) => status === 'reserved')).toHaveLength(7);
    expect(results.filter(({ status }) => status !== 'reserved')).toEqual(
      times(43, () => ({ status: 'refused', reason: 'insufficient_balance' })),
    );
    expect(await records.ledger.balanceOf(accountId)).toMatchObject({ heldScale8: 7n * ONE });
  });
});

describe('parallel requests against an ask', () => {
  it.each([[1], [2]])('sell it exactly: 50 requests, capacity for 9, %i process(es)', async (n) => {
    const accountId = await fundedAccount(records, 1_000n * ONE);
    const askId = await placedAsk(records, { capacityTokens: 9_999 });
    const requests = await Promise.all(
      times(50, () => reservation(records, { accountId, askId, quantityTokens: 1_000 })),
    );
    const results = await Promise.all(
      requests.map((request, index) => processOf(index % n).ledger.reserveFill(request)),
    );
    expect(results.filter(({ status }) => status === 'reserved')).toHaveLength(9);
    expect(await records.asks.findOne({ _id: askId })).toMatchObject({
      remainingTokens: 999,
      reservedTokens: 9_000,
    });
  });
});

describe('the same step at once in two processes', () => {
  it('reserves a fill once', async () => {
    const accountId = await fundedAccount(records, 10n * ONE);
    const askId = await placedAsk(records, { capacityTokens: 10_000 });
    const request = await reservation(records, { accountId, askId, quantityTokens: 1_000 });
    const results = await Promise.all(
      times(20, (index) => processOf(index).ledger.reserveFill(request)),
    );
    expect(results.map(({ status }) => status).sort()).toEqual([
      ...times(19, () => 'duplicate'),
      'reserved',
    ]);
    expect(await records.ledger.balanceOf(accountId)).toMatchObject({ heldScale8: 1n * ONE });
  });

  it('settles a fill once, and tells everybody the same trade', async () => {
    const accountId = await fundedAccount(records, 10n * ONE);
    const askId = await placedAsk(records, { capacityTokens: 10_000 });
    const fillId = await reserve(records, { accountId, askId, quantityTokens: 1_000 });
    const results = await Promise.all(
      times(20, (index) => processOf(index).ledger.settleFill(settlement(fillId, 500 + index))),
    );
    expect(results.filter(({ status }) => status === 'settled')).toHaveLength(1);
    const trades = results.map((result) => 'trade' in result && result.trade);
    expect(new Set(trades.map((trade) => trade && trade.tradeId)).size).toBe(1);
    expect(new Set(trades.map((trade) => trade && trade.grossScale8)).size).toBe(1);
  });

  it('fails a settlement that no record can hold at once, and alone', async () => {
    const accountId = await fundedAccount(records, 10n * ONE);
    const askId = await placedAsk(records, { capacityTokens: 10_000 });
    const fillIds = await Promise.all(
      times(4, () => reserve(records, { accountId, askId, quantityTokens: 1_000 })),
    );
    const answer = { ...settlement('', 0).answer, sealed: Buffer.alloc(17 * 1_024 * 1_024) };
    const results = await Promise.allSettled(
      fillIds.map((fillId, at) =>
        records.ledger.settleFill(settlement(fillId, 500, at === 1 ? { answer } : {})),
      ),
    );
    const states = results.map((result) =>
      result.status === 'fulfilled' ? result.value.status : isPermanent(result.reason),
    );
    expect(states).toEqual(['settled', true, 'settled', 'settled']);
    expect(isPermanent(new mongo.MongoNetworkError('reset'))).toBe(false);
  });

  it('either settles or releases a fill', async () => {
    const accountId = await fundedAccount(records, 100n * ONE);
    const askId = await placedAsk(records, { capacityTokens: 100_000 });
    await Promise.all(
      times(20, async (index) => {
        const fillId = await reserve(records, { accountId, askId, quantityTokens: 1_000 });
        const [settled, released] = await Promise.all([
          processOf(index).ledger.settleFill(settlement(fillId, 500)),
          processOf(index + 1).ledger.releaseFill({ fillId, reason: 'deadline' }),
        ]);
        expect([settled.status, released.status].sort()).toEqual(
          settled.status === 'settled' ? ['not_reserved', 'settled'] : ['not_reserved', 'released'],
        );
      }),
    );
    expect(await records.ledger.balanceOf(accountId)).toMatchObject({ heldScale8: 0n });
  });

  it('either reserves a fill or lays its tombstone', async () => {
    const accountId = await fundedAccount(records, 100n * ONE);
    const askId = await placedAsk(records, { capacityTokens: 100_000 });
    await Promise.all(
      times(20, async (index) => {
        const request = await reservation(records, { accountId, askId, quantityTokens: 10 });
        const { fillId, modelId, tenor } = request.fill;
        const [reserved, abandoned] = await Promise.all([
          processOf(index).ledger.reserveFill(request),
          processOf(index + 1).ledger.abandonFill({ fillId, askId, book: { modelId, tenor } }),
        ]);
        expect([reserved.status, abandoned.status]).toEqual(
          abandoned.status === 'abandoned' ? ['refused', 'abandoned'] : ['reserved', 'known'],
        );
      }),
    );
  });

  it('gives an order one of its fills', async () => {
    const accountId = await fundedAccount(records, 100n * ONE);
    const askId = await placedAsk(records, { capacityTokens: 100_000 });
    const first = await reservation(records, { accountId, askId, quantityTokens: 10 });
    const { orderId } = first.order;
    const results = await Promise.all(
      times(10, async (index) => {
        const next = await reservation(records, { accountId, askId, quantityTokens: 10, orderId });
        return processOf(index).ledger.reserveFill(next);
      }),
    );
    expect(results.filter(({ status }) => status === 'reserved')).toHaveLength(1);
    expect(results).toContainEqual({ status: 'refused', reason: 'order_closed' });
  });
});

describe('an ask that ends while it is traded', () => {
  it.each(['cancel', 'expire'] as const)(
    '%s takes what is not reserved, and only that',
    async (end) => {
      const accountId = await fundedAccount(records, 1_000n * ONE);
      const validForSeconds = end === 'expire' ? 0 : 3_600;
      const askId = await placedAsk(records, { capacityTokens: 50_000, validForSeconds });
      const { sellerId } = (await records.asks.findOne({ _id: askId }))!;
      const requests = await Promise.all(
        times(40, () => reservation(records, { accountId, askId, quantityTokens: 1_000 })),
      );
      const ending = (async () => {
        if (end === 'expire') return records.ledger.expireAsk(askId);
        return records.ledger.cancelAsk(askId, sellerId);
      })();
      const outcomes = await Promise.all(
        requests.map(async (request, index) => {
          const ledger = processOf(index).ledger;
          const reserved = await ledger.reserveFill(request);
          if (reserved.status !== 'reserved') return reserved;
          return ledger.settleFill(settlement(request.fill.fillId, 600));
        }),
      );
      await ending;
      const settled = outcomes.filter(({ status }) => status === 'settled').length;
      expect(outcomes).toHaveLength(
        settled + outcomes.filter((o) => 'reason' in o && o.reason === 'ask_not_active').length,
      );
      const ask = await records.asks.findOne({ _id: askId });
      expect(ask).toMatchObject({
        status: end === 'cancel' ? 'cancelled' : 'expired',
        remainingTokens: 0,
        reservedTokens: 0,
        soldTokens: settled * 600,
        [end === 'cancel' ? 'cancelledTokens' : 'expiredTokens']: 50_000 - settled * 600,
      });
    },
  );
});

describe('a batch with members at fault', () => {
  it('commits the others, and tells each its own reason', async () => {
    const rich = await fundedAccount(records, 1_000n * ONE);
    const poor = await fundedAccount(records, 1n);
    const askId = await placedAsk(records, { capacityTokens: 1_000_000 });
    const cancelled = await placedAsk(records, { capacityTokens: 1_000_000 });
    const { sellerId } = (await records.asks.findOne({ _id: cancelled }))!;
    await records.ledger.cancelAsk(cancelled, sellerId);
    const settledFillId = await reserve(records, { accountId: rich, askId, quantityTokens: 10 });
    await records.ledger.settleFill(settlement(settledFillId, 10));

    const base = { accountId: rich, askId, quantityTokens: 1_000 };
    const requests = await Promise.all([
      ...times(10, () => reservation(records, base)),
      reservation(records, { ...base, accountId: poor }),
      ...times(10, () => reservation(records, base)),
      reservation(records, { ...base, askId: cancelled }),
      reservation(records, { ...base, epoch: 7 }),
      reservation(records, { ...base, fillId: settledFillId }),
      ...times(10, () => reservation(records, base)),
    ]);
    const results = await Promise.all(requests.map((r) => records.ledger.reserveFill(r)));
    expect(results.filter(({ status }) => status === 'reserved')).toHaveLength(30);
    expect(results[10]).toEqual({ status: 'refused', reason: 'insufficient_balance' });
    expect(results[21]).toEqual({ status: 'refused', reason: 'ask_not_active' });
    expect(results[22]).toEqual({ status: 'refused', reason: 'stale_epoch' });
    expect(results[23]).toMatchObject({ status: 'duplicate', fill: { status: 'settled' } });
  });

  it('fails alone with an answer that no document can hold', async () => {
    const accountId = await fundedAccount(records, 100n * ONE);
    const askId = await placedAsk(records, { capacityTokens: 100_000 });
    const fillIds = await Promise.all(
      times(6, () => reserve(records, { accountId, askId, quantityTokens: 100 })),
    );
    const sealed = Buffer.alloc(17 * 2 ** 20);
    const answer = { ...settlement('', 0).answer, sealed };
    const results = await Promise.allSettled(
      fillIds.map((fillId, index) =>
        records.ledger.settleFill(settlement(fillId, 50, index === 3 ? { answer } : {})),
      ),
    );
    expect(results.map(({ status }) => status)).toEqual(
      times(6, (index) => (index === 3 ? 'rejected' : 'fulfilled')),
    );
    expect(await records.fills.findOne({ _id: fillIds[3]! })).toMatchObject({ status: 'reserved' });
  });

  it('takes deposits and requests of one account together', async () => {
    const accountId = await fundedAccount(records, 10n * ONE);
    const another = await fundedAccount(records, 0n);
    const askId = await placedAsk(records, { capacityTokens: 1_000_000 });
    const requests = await Promise.all(
      times(10, () => reservation(records, { accountId, askId, quantityTokens: 1_000 })),
    );
    const deposit = { accountId, amountScale8: 10n * ONE, reference: 'wire' };
    const [, , ...results] = await Promise.all([
      // The first one commits alone; all that come while it does go together.
      records.ledger.deposit({ ...deposit, accountId: another }),
      records.ledger.deposit(deposit),
      ...requests.map((request) => records.ledger.reserveFill(request)),
    ]);
    expect(results).toEqual(times(10, () => ({ status: 'reserved' })));
    expect(await records.ledger.balanceOf(accountId)).toMatchObject({
      postedScale8: 20n * ONE,
      heldScale8: 10n * ONE,
    });
  });
});

describe('a crowd of one account', () => {
  it('keeps another account waiting for one short batch', async () => {
    const [crowd, waiting] = [await fundedAccount(records, ONE), await fundedAccount(records, ONE)];
    const askId = await placedAsk(records, { capacityTokens: 1_000_000 });
    const of = (accountId: string) => reservation(records, { accountId, askId, quantityTokens: 1 });
    const requests = await Promise.all(times(150, () => of(crowd)));
    const last = await of(waiting);
    let reserved = 0;
    const all = requests.map((request) =>
      records.ledger.reserveFill(request).then(() => (reserved += 1)),
    );
    await records.ledger.reserveFill(last);
    // The first commits alone, then as many as a batch of several accounts has.
    expect(reserved).toBeLessThanOrEqual(12);
    await Promise.all(all);
    expect(reserved).toBe(150);
  });

  it('has its orders ended before more are begun', async () => {
    const accountId = await fundedAccount(records, ONE);
    const askId = await placedAsk(records, { capacityTokens: 1_000_000 });
    const parts = { accountId, askId, quantityTokens: 1 };
    const fillId = await reserve(records, parts);
    const requests = await Promise.all(times(150, () => reservation(records, parts)));
    let reserved = 0;
    const all = requests.map((request) =>
      records.ledger.reserveFill(request).then(() => (reserved += 1)),
    );
    await records.ledger.settleFill(settlement(fillId, 1));
    expect(reserved).toBeLessThanOrEqual(64); // those that went with it in the second commit
    await Promise.all(all);
  });
});

describe('a duplicate beside other steps', () => {
  it('is told at once, and the others go on', async () => {
    const accountId = await fundedAccount(records, 10n * ONE);
    const askId = await placedAsk(records, { capacityTokens: 10_000 });
    const parts = { accountId, askId, quantityTokens: 1_000 };
    const [known, fresh] = [await reservation(records, parts), await reservation(records, parts)];
    const fillIds = await Promise.all(times(3, () => reserve(records, parts)));
    await records.ledger.reserveFill(known);
    const results = await Promise.all([
      records.ledger.deposit({ accountId, amountScale8: ONE, reference: 'opens the queue' }),
      records.ledger.reserveFill(known),
      ...fillIds.map((fillId) => records.ledger.settleFill(settlement(fillId, 500))),
      records.ledger.reserveFill(fresh),
      records.ledger.reserveFill(fresh),
    ]);
    expect(results.slice(1).map((result) => 'status' in result && result.status)).toEqual([
      'duplicate',
      ...times(3, () => 'settled'),
      'reserved',
      'duplicate',
    ]);
  }, 30_000); // tried again as a passing conflict it would take two minutes
});

describe('a hot account and a hot ask', () => {
  it('are written by two processes without a lost update', async () => {
    const accountId = await fundedAccount(records, 10_000n * ONE);
    const askId = await placedAsk(records, { capacityTokens: 10_000_000 });
    await Promise.all(
      times(32, async (index) => {
        for (let round = 0; round < 5; round++) {
          const parts = { accountId, askId, quantityTokens: 1_000 };
          const request = await reservation(records, parts);
          const { fillId } = request.fill;
          await processOf(index).ledger.reserveFill(request);
          await processOf(index + round).ledger.settleFill(settlement(fillId, 700));
        }
      }),
    );
    expect(await records.ledger.balanceOf(accountId)).toMatchObject({
      postedScale8: 10_000n * ONE - 160n * 70_000_000n,
      heldScale8: 0n,
      version: 1 + 2 * 160,
    });
  });
});
