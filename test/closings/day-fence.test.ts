/** No journal enters a closed day, whichever clock is wrong. */
import { randomUUID } from 'node:crypto';
import { STRIPES } from '../../records/documents/book-fence';
import { closeDays, CLOSING_DELAY_MS, newestClosedDay } from '../../records/closings/close-days';
import type { WritableRecords } from '../../records/connect';
import { raiseDayFence } from '../../records/closings/raise-day-fence';
import { depositLines, newJournal } from '../../records/ledger/journal-lines';
import { passDayFence } from '../../records/ledger/pass-day-fence';
import { until } from '../support/wait';
import {
  clearRecords,
  dropRecords,
  expectSound,
  fundedAccount,
  openRecords,
  placedAsk,
  reserve,
  settlement,
} from '../records/scenario';

const DAY_MS = 86_400_000;
const ONE = 100_000_000n;
/** The closing raises it after all others. */
const LAST_STRIPE = { number: STRIPES - 1, hasMet: false };

let records: WritableRecords;
beforeAll(async () => {
  records = await openRecords();
});
afterEach(() => clearRecords(records));
afterAll(() => dropRecords(records));

function endOfToday(): Date {
  return new Date((Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS);
}

/** By a clock that is a day ahead. */
function closeToday(): Promise<number> {
  return closeDays(records, new Date(endOfToday().getTime() + CLOSING_DELAY_MS));
}

test('counts what a seller earns after its day was closed by a clock that is ahead', async () => {
  const sellerId = randomUUID();
  const accountId = await fundedAccount(records, 100n * ONE);
  const askId = await placedAsk(records, { sellerId, capacityTokens: 10_000 });
  const sell = async () => {
    const fillId = await reserve(records, { accountId, askId, quantityTokens: 1_000 });
    await records.ledger.settleFill(settlement(fillId, 1_000));
  };
  await sell();
  expect(await closeToday()).toBe(1);
  await sell();
  expect(await records.ledger.sellerPayableScale8(sellerId)).toBe(2n * ONE);
  const { until: closedUntil } = (await newestClosedDay(records))!;
  expect(await records.journals.countDocuments({ createdAt: { $lt: closedUntil } })).toBe(3);
  expect(await records.journals.countDocuments({ createdAt: { $gte: closedUntil } })).toBe(2);
  await expectSound(records);
});

/** A journal of a transaction of its own. */
function pendingDeposit() {
  const accountId = randomUUID();
  const lines = depositLines(accountId, ONE);
  const document = newJournal({
    _id: `deposit:${accountId}:r`,
    kind: 'deposit',
    accountId,
    lines,
    reference: 'r',
    createdAt: new Date(0),
  });
  return { document, writes: { journals: [{ insertOne: { document } }] } };
}

function pass(
  session: Parameters<typeof passDayFence>[0]['session'],
  ...batch: Parameters<typeof passDayFence>[3][number][]
) {
  const { connection } = records;
  const database = connection.getClient().db(connection.name);
  return passDayFence({ database, session }, records, LAST_STRIPE, batch);
}

test('closes a day after the commit of a transaction that has dated its journal within it', async () => {
  const { document, writes } = pendingDeposit();
  await fundedAccount(records, ONE);
  await records.connection.getClient().withSession(async (session) => {
    session.startTransaction();
    await pass(session, writes);
    expect(document.createdAt.getTime()).toBeLessThan(endOfToday().getTime());
    await records.journals.insertOne(document, { session });
    const closing = closeToday();
    const isRaised = { closedUntil: endOfToday() };
    await until(async () => (await records.dayFences.countDocuments(isRaised)) === STRIPES - 1, {
      what: 'the other stripes to be raised',
    });
    expect(await newestClosedDay(records)).toBeNull();
    await session.commitTransaction();
    expect(await closing).toBe(1);
  });
  expect((await newestClosedDay(records))!.journals).toBe(2);
  const account = `buyer:${document.accountId!}` as const;
  expect(await records.closings.countDocuments({ account })).toBe(1);
});

test('aborts a transaction that passes the fence after it was raised, and dates its repetition later', async () => {
  const { document, writes } = pendingDeposit();
  await fundedAccount(records, ONE);
  await records.connection.getClient().withSession(async (session) => {
    session.startTransaction({ readConcern: { level: 'snapshot' } });
    await records.journals.countDocuments({}, { session });
    await records.connection
      .getClient()
      .withSession((other) => raiseDayFence(records, endOfToday(), other));
    await expect(pass(session, writes)).rejects.toMatchObject({
      errorLabels: expect.arrayContaining(['TransientTransactionError']),
    });
    await session.abortTransaction();
    session.startTransaction();
    await pass(session, writes);
    await session.abortTransaction();
  });
  expect(document.createdAt).toEqual(endOfToday());
});
