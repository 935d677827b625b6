import { randomUUID } from 'node:crypto';
import { asDouble } from '../../records/collections';
import {
  recordsForFile,
  expectSound,
  fundedAccount,
  openRecords,
  placedAsk,
  reserve,
  settlement,
} from './scenario';

const ONE = 100_000_000n;
const ALL_BUT_DATE = [
  ...(['nextTick', 'setImmediate', 'clearImmediate', 'setTimeout', 'clearTimeout'] as const),
  ...(['setInterval', 'clearInterval', 'hrtime', 'performance', 'queueMicrotask'] as const),
];

const records = recordsForFile();
afterEach(() => expectSound(records));

describe('a deposit', () => {
  it('counts once per reference', async () => {
    const accountId = await fundedAccount(records, 0n);
    const deposit = { accountId, amountScale8: 5n * ONE, reference: 'wire-1' };
    expect(await records.ledger.deposit(deposit)).toMatchObject({ status: 'posted' });
    expect(await records.ledger.deposit(deposit)).toMatchObject({ status: 'duplicate' });
    await Promise.all(
      Array.from({ length: 20 }, () => records.ledger.deposit({ ...deposit, reference: 'wire-2' })),
    );
    expect((await records.ledger.balanceOf(accountId)).postedScale8).toBe(10n * ONE);
  });

  it('is refused when its reference was used with another amount', async () => {
    const accountId = await fundedAccount(records, 0n);
    const deposit = { accountId, amountScale8: 5n * ONE, reference: 'wire-1' };
    await records.ledger.deposit(deposit);
    await expect(
      records.ledger.deposit({ ...deposit, amountScale8: 6n * ONE }),
    ).rejects.toMatchObject({ code: 'idempotency_conflict', param: 'reference' });
  });

  it('is refused for an unknown account', async () => {
    await expect(
      records.ledger.deposit({ accountId: randomUUID(), amountScale8: 1n, reference: 'r' }),
    ).rejects.toMatchObject({ code: 'not_found' });
  });

  it('is refused when the balance cannot hold it, and its neighbours in the batch are not', async () => {
    const full = await fundedAccount(records, 9_000_000_000_000_000_000n);
    const other = await fundedAccount(records, 1n);
    const results = await Promise.allSettled([
      records.ledger.deposit({ accountId: other, amountScale8: 1n, reference: 'a' }),
      records.ledger.deposit({ accountId: full, amountScale8: 8n * 10n ** 18n, reference: 'b' }),
      records.ledger.deposit({ accountId: other, amountScale8: 1n, reference: 'c' }),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((await records.ledger.balanceOf(other)).postedScale8).toBe(3n);
  });
});

describe('a correction', () => {
  const correction = (accountId: string, amountScale8: bigint, reference = 'c-1') =>
    records.ledger.correct({ accountId, amountScale8, reference, reason: 'a wrong transfer' });

  it('counts once per reference, as a credit or as a debit', async () => {
    const accountId = await fundedAccount(records, 10n * ONE);
    expect(await correction(accountId, 2n * ONE)).toMatchObject({ status: 'posted' });
    expect(await correction(accountId, 2n * ONE)).toMatchObject({ status: 'duplicate' });
    expect(await correction(accountId, -5n * ONE, 'c-2')).toMatchObject({ status: 'posted' });
    expect(await correction(accountId, -5n * ONE, 'c-2')).toMatchObject({ status: 'duplicate' });
    expect((await records.ledger.balanceOf(accountId)).postedScale8).toBe(7n * ONE);
  });

  it.each([
    ['its opposite', -1n],
    ['another amount', 2n],
  ])('is refused under the reference of %s', async (_what, factor) => {
    const accountId = await fundedAccount(records, 10n * ONE);
    await correction(accountId, ONE);
    await correction(accountId, -ONE, 'c-2');
    const conflict = { code: 'idempotency_conflict', param: 'reference' };
    await expect(correction(accountId, factor * ONE)).rejects.toMatchObject(conflict);
    await expect(correction(accountId, -factor * ONE, 'c-2')).rejects.toMatchObject(conflict);
    expect((await records.ledger.balanceOf(accountId)).postedScale8).toBe(10n * ONE);
  });

  it('takes what is available to the last unit, and not what is held', async () => {
    const accountId = await fundedAccount(records, 10n * ONE);
    const askId = await placedAsk(records, { capacityTokens: 1_000 });
    await reserve(records, { accountId, askId, quantityTokens: 1_000 });
    await expect(correction(accountId, -9n * ONE - 1n)).rejects.toMatchObject({
      code: 'invalid_request',
      param: 'amount',
    });
    expect(await correction(accountId, -9n * ONE, 'c-2')).toMatchObject({ status: 'posted' });
    expect(await records.ledger.balanceOf(accountId)).toMatchObject({
      postedScale8: ONE,
      heldScale8: ONE,
    });
  });
});

describe('a payout', () => {
  async function owedSeller(
    amountTokens: number,
    sellerId: string = randomUUID(),
  ): Promise<string> {
    const accountId = await fundedAccount(records, 100n * ONE);
    const askId = await placedAsk(records, { capacityTokens: 100_000, sellerId });
    const fillId = await reserve(records, { accountId, askId, quantityTokens: amountTokens });
    await records.ledger.settleFill(settlement(fillId, amountTokens));
    return sellerId;
  }

  it('counts once per reference and never exceeds what is owed', async () => {
    const sellerId = await owedSeller(10_000);
    expect(await records.ledger.sellerPayableScale8(sellerId)).toBe(10n * ONE);
    const payout = { sellerId, amountScale8: 4n * ONE, reference: 'p-1' };
    expect(await records.ledger.payout(payout)).toMatchObject({ status: 'paid' });
    expect(await records.ledger.payout(payout)).toMatchObject({ status: 'duplicate' });
    await expect(
      records.ledger.payout({ ...payout, amountScale8: 7n * ONE, reference: 'p-2' }),
    ).rejects.toMatchObject({ code: 'invalid_request', param: 'amount' });
    await expect(records.ledger.payout({ ...payout, amountScale8: 1n })).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
    expect(await records.ledger.sellerPayableScale8(sellerId)).toBe(6n * ONE);
  });

  it('owes what was earned before and after a payout, by whatever clock', async () => {
    const sellerId = await owedSeller(10_000);
    const hour = { now: Date.now() + 3_600_000, doNotFake: ALL_BUT_DATE };
    jest.useFakeTimers(hour);
    const payout = { sellerId, amountScale8: 1n * ONE, reference: 'p-1' };
    await records.ledger.payout(payout).finally(() => jest.useRealTimers());
    await owedSeller(5_000, sellerId);
    expect(await records.ledger.sellerPayableScale8(sellerId)).toBe(14n * ONE);
    await records.ledger.payout({ sellerId, amountScale8: 14n * ONE, reference: 'p-2' });
    expect(await records.ledger.sellerPayableScale8(sellerId)).toBe(0n);
  });

  it('owes once what a closing contains', async () => {
    const sellerId = await owedSeller(10_000);
    const account = `seller:${sellerId}` as const;
    const until = new Date(Date.now() - 3_600_000);
    const createdAt = new Date(until.getTime() - 1);
    await records.journals.updateMany({ sellerId }, { $set: { createdAt } });
    const earned = { postedScale8: 10n * ONE, earnedScale8: 10n * ONE };
    const day = { ...earned, heldScale8: 0n, journals: asDouble(1) };
    await records.closings.insertOne({ _id: `day ${account}`, account, until, day, total: day });
    expect(await records.ledger.sellerPayableScale8(sellerId)).toBe(10n * ONE);
    await owedSeller(5_000, sellerId);
    expect(await records.ledger.sellerPayableScale8(sellerId)).toBe(15n * ONE);
    await records.ledger.payout({ sellerId, amountScale8: 15n * ONE, reference: 'p-1' });
    expect(await records.ledger.sellerPayableScale8(sellerId)).toBe(0n);
    await records.closings.deleteOne({ account }); // its day was not closed: invariants would say so
  });

  it('owes what was settled at the time of another payout and committed after it', async () => {
    const sellerId = await owedSeller(10_000);
    await records.ledger.payout({ sellerId, amountScale8: 10n * ONE, reference: 'p-1' });
    await owedSeller(5_000, sellerId);
    const minuteAgo = new Date(Date.now() - 60_000);
    const captures = { sellerId, kind: 'capture' } as const;
    await records.journals.updateMany(captures, { $set: { createdAt: minuteAgo } });
    expect(await records.ledger.sellerPayableScale8(sellerId)).toBe(5n * ONE);
  });

  it('pays once what two processes try to pay at the same time', async () => {
    const sellerId = await owedSeller(10_000);
    const other = await openRecords(records.connection.name);
    try {
      const results = await Promise.allSettled(
        Array.from({ length: 10 }, (_, n) =>
          [records, other][n % 2]!.ledger.payout({
            sellerId,
            amountScale8: 3n * ONE,
            reference: `p-${n}`,
          }),
        ),
      );
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
      expect(await records.ledger.sellerPayableScale8(sellerId)).toBe(1n * ONE);
    } finally {
      await other.close();
    }
  });
});
