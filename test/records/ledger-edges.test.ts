/** The ledger at its edges: nothing used, everything spent at once, and more than a balance can hold. */
import { randomUUID } from 'node:crypto';
import { sharedRowsOf } from '../../records/ledger/row-locks';
import { isUnavailable } from '../../records/mongodb/unavailable';
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
const INT64_MAX = 2n ** 63n - 1n;

const records = recordsForFile();

test('an answer without a token costs nothing, and gives back its hold and its capacity', async () => {
  const accountId = await fundedAccount(records, ONE);
  const askId = await placedAsk(records, { capacityTokens: 1_000 });
  const fillId = await reserve(records, { accountId, askId, quantityTokens: 100 });
  expect(await records.ledger.settleFill(settlement(fillId, 0))).toMatchObject({
    status: 'settled',
  });
  expect(await records.ledger.balanceOf(accountId)).toMatchObject({
    postedScale8: ONE,
    heldScale8: 0n,
  });
  expect(await records.asks.findOne({ _id: askId })).toMatchObject({
    reservedTokens: 0,
    soldTokens: 0,
    remainingTokens: 1e3,
  });
  await expectSound(records);
});

test('corrections of the same moment debit together no more than there is', async () => {
  const accountId = await fundedAccount(records, 10n * ONE);
  const parts = { accountId, reason: 'a mistake' };
  // The first one keeps the ledger busy: the others are committed together.
  const results = await Promise.allSettled([
    records.ledger.deposit({ accountId, amountScale8: 1n, reference: randomUUID() }),
    ...[7n, 7n, 7n].map((amount) =>
      records.ledger.correct({
        ...parts,
        amountScale8: -amount * ONE,
        reference: randomUUID(),
      } as never),
    ),
  ]);
  const refused = results.flatMap((result) => (result.status === 'rejected' ? result.reason : []));
  expect(refused).toMatchObject([
    { code: 'invalid_request', param: 'amount' },
    { code: 'invalid_request', param: 'amount' },
  ]);
  expect((await records.ledger.balanceOf(accountId)).postedScale8).toBe(3n * ONE + 1n);
  await expectSound(records);
});

test('a balance takes the last unit that it can hold, and tells who deposits more', async () => {
  const accountId = await fundedAccount(records, 0n);
  for (const amountScale8 of [INT64_MAX / 2n, INT64_MAX - INT64_MAX / 2n])
    await records.ledger.deposit({ accountId, amountScale8, reference: randomUUID() });
  expect((await records.ledger.balanceOf(accountId)).postedScale8).toBe(INT64_MAX);
  await expect(
    records.ledger.deposit({ accountId, amountScale8: 1n, reference: randomUUID() }),
  ).rejects.toMatchObject({ code: 'invalid_request', param: 'amount' });
});

test('draws queue up for their lot as well as for their account', () => {
  const filter = { _id: 'lot-1', remainingTokens: { $gte: 1 } };
  const draw = {
    requests: { accountId: 'buyer', change: 1 },
    lots: [{ updateOne: { filter, update: { $inc: { remainingTokens: -1 } } } }],
  } as const;
  expect(sharedRowsOf([draw, draw]).toSorted()).toEqual(['account:buyer', 'lot:lot-1']);
});

test('a request whose commit cannot begin is answered with that', async () => {
  const accountId = await fundedAccount(records, 0n);
  const process = await openRecords(records.connection.name);
  await process.close();
  const deposit = { accountId, amountScale8: 1n, reference: randomUUID() };
  const outcome: unknown = await process.ledger.deposit(deposit).catch((err: unknown) => err);
  expect(isUnavailable(outcome)).toBe(true);
  expect(await records.ledger.deposit(deposit)).toMatchObject({ status: 'posted' });
});
