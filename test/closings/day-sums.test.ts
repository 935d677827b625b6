/** What a closing sums: each journal on one day, and the parts of a balance apart from each other. */
import { randomUUID } from 'node:crypto';
import { sumDays } from '../../records/closings/sum-days';
import { closeDays } from '../../records/closings/close-days';
import type { JournalSums } from '../../records/documents/closing';
import type { WritableRecords } from '../../records/connect';
import type { JournalDocument } from '../../records/documents/journal';
import {
  captureLines,
  correctionLines,
  depositLines,
  earningLines,
  escrowLines,
  holdLines,
  newJournal,
  payoutLines,
  refundLines,
} from '../../records/ledger/journal-lines';
import { checkClosings } from '../../records/invariants/closings';
import { clearRecords, dropRecords, openRecords } from '../records/scenario';

const DAY_MS = 86_400_000;
const START_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS - 10 * DAY_MS;
const [BUYER, SELLER] = ['buyer:b', 'seller:s'] as const;

let records: WritableRecords;
beforeAll(async () => {
  records = await openRecords();
});
afterEach(() => clearRecords(records));
afterAll(() => dropRecords(records));

type Entry = Pick<JournalDocument, 'kind' | 'lines'> & { readonly atMs: number };

async function post(...entries: Entry[]): Promise<void> {
  const journals = entries.map(({ atMs, ...entry }) =>
    newJournal({
      _id: `${entry.kind}:${randomUUID()}`,
      createdAt: new Date(START_MS + atMs),
      accountId: 'b',
      sellerId: 's',
      ...entry,
    }),
  );
  await records.journals.insertMany(journals);
  await closeDays(records, new Date());
}

/** Of each closing of the account, oldest first. */
async function closingsOf(account: typeof BUYER | typeof SELLER) {
  const found = await records.closings.find({ account }).sort({ _id: 1 }).toArray();
  return found.map(({ day, total }) => ({ day, total }));
}

const sums = (posted: number, held: number, earned: number, journals: number): JournalSums => ({
  postedScale8: BigInt(posted),
  heldScale8: BigInt(held),
  earnedScale8: BigInt(earned),
  journals,
});

test('a journal of midnight belongs to the day that begins, and to no other one', async () => {
  const deposit = { kind: 'deposit', lines: depositLines('b', 1n) } as const;
  const times = [0, 1, DAY_MS - 1, DAY_MS, 2 * DAY_MS - 1, 2 * DAY_MS];
  await post(...times.map((atMs) => ({ ...deposit, atMs })));
  expect(await closingsOf(BUYER)).toEqual([
    { day: sums(3, 0, 0, 3), total: sums(3, 0, 0, 3) },
    { day: sums(2, 0, 0, 2), total: sums(5, 0, 0, 5) },
    { day: sums(1, 0, 0, 1), total: sums(6, 0, 0, 6) },
  ]);
  const days = await records.closedDays.find({}).sort({ _id: 1 }).toArray();
  expect(days.map(({ journals }) => journals)).toEqual([3, 2, 1]);
});

test('a day has the money of all accounts by what moved it, once however often it is summed', async () => {
  const [b, s] = ['b', 's'];
  const capture = { accountId: b, sellerId: s, holdScale8: 60n, costScale8: 40n, feeScale8: 4n };
  await post(
    { kind: 'deposit', lines: depositLines(b, 100n), atMs: 0 },
    { kind: 'deposit', lines: depositLines('c', 50n), atMs: 1 },
    { kind: 'hold', lines: holdLines(b, 60n), atMs: 2 },
    { kind: 'capture', lines: captureLines(capture), atMs: 3 },
    { kind: 'escrow', lines: escrowLines(b, 0n, 30n), atMs: 4 },
    { kind: 'draw', lines: earningLines(s, 20n, 2n), atMs: DAY_MS },
    { kind: 'refund', lines: refundLines(b, 10n), atMs: DAY_MS + 1 },
    { kind: 'correction', lines: correctionLines(b, -5n), atMs: DAY_MS + 2 },
    { kind: 'payout', lines: payoutLines(s, 30n), atMs: DAY_MS + 3 },
  );
  for (let times = 0; times < 3; times += 1) await sumDays(records, 1);
  const none = {
    depositsScale8: 0n,
    payoutsScale8: 0n,
    chargedScale8: 0n,
    soldAheadScale8: 0n,
    refundsScale8: 0n,
    earnedScale8: 0n,
    feesScale8: 0n,
    correctionsScale8: 0n,
    heldScale8: 0n,
  };
  const first = { depositsScale8: 150n, chargedScale8: 40n, soldAheadScale8: 30n, heldScale8: 60n };
  const second = { payoutsScale8: 30n, refundsScale8: 10n, correctionsScale8: -5n };
  expect(await records.dayMoney.find({}).sort({ _id: 1 }).toArray()).toMatchObject([
    { ...none, ...first, earnedScale8: 36n, feesScale8: 4n },
    { ...none, ...second, earnedScale8: 18n, feesScale8: 2n },
  ]);
});

test('a day that MongoDB cannot sum holds up no later one, and is summed once it can', async () => {
  const deposit = { kind: 'deposit', lines: depositLines('b', 5n) } as const;
  await post(...[0, DAY_MS, 2 * DAY_MS].map((atMs) => ({ ...deposit, atMs })));
  const first = { createdAt: new Date(START_MS) };
  const setAmount = (amountScale8: unknown) =>
    records.journals.updateOne(first, {
      $set: { 'lines.$[].amountScale8': amountScale8 },
    } as never);
  const untils = async () =>
    (await records.dayMoney.find({}).sort({ _id: 1 }).toArray()).map(({ until }) => until);
  const [one, two, three] = [1, 2, 3].map((days) => new Date(START_MS + days * DAY_MS));

  await setAmount('five');
  await expect(sumDays(records, 1)).rejects.toThrow(/cannot be summed/);
  await expect(sumDays(records, 1)).rejects.toThrow(/cannot be summed/);
  expect(await untils()).toEqual([two, three]);
  await setAmount(5n);
  expect(await sumDays(records, 1)).toBe(1);
  expect(await untils()).toEqual([one, two, three]);
});

test('a payout takes nothing from what was earned, and a hold nothing from what is posted', async () => {
  const capture = {
    accountId: 'b',
    sellerId: 's',
    holdScale8: 60n,
    costScale8: 40n,
    feeScale8: 4n,
  };
  await post(
    { kind: 'deposit', lines: depositLines('b', 100n), atMs: 0 },
    { kind: 'hold', lines: holdLines('b', 60n), atMs: 1 },
    { kind: 'hold', lines: holdLines('b', 20n), atMs: 2 },
    { kind: 'capture', lines: captureLines(capture), atMs: DAY_MS },
    { kind: 'payout', lines: payoutLines('s', 30n), atMs: DAY_MS + 1 },
  );
  expect(await closingsOf(BUYER)).toEqual([
    { day: sums(100, 80, 0, 3), total: sums(100, 80, 0, 3) },
    { day: sums(-40, -60, -40, 1), total: sums(60, 20, -40, 4) },
  ]);
  expect(await closingsOf(SELLER)).toEqual([{ day: sums(6, 0, 36, 2), total: sums(6, 0, 36, 2) }]);
  expect(await checkClosings(records, null)).toMatchObject({ status: 'ok', error: null });
});
