/** Each part of a closing, and of the record of a closed day, is compared with the journals. */
import { closeDays } from '../../records/closings/close-days';
import type { WritableRecords } from '../../records/connect';
import { checkClosings } from '../../records/invariants/closings';
import {
  captureLines,
  depositLines,
  holdLines,
  newJournal,
} from '../../records/ledger/journal-lines';
import { clearRecords, dropRecords, openRecords } from '../records/scenario';

const DAY_MS = 86_400_000;
const START_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS - 10 * DAY_MS;
const dayName = (day: number) => new Date(START_MS + day * DAY_MS).toISOString().slice(0, 10);
const LAST = dayName(2);

let records: WritableRecords;
beforeAll(async () => {
  records = await openRecords();
});
/** Three days, in which two buyers deposit, hold and pay a seller. */
beforeEach(async () => {
  await clearRecords(records);
  const journals = [0, 1, 2].flatMap((day) =>
    ['a', 'b'].flatMap((accountId) => {
      const costs = { holdScale8: 60n, costScale8: 40n, feeScale8: 4n };
      const entries = [
        ['deposit', depositLines(accountId, 100n)],
        ['hold', holdLines(accountId, 70n)],
        ['capture', captureLines({ accountId, sellerId: 's', ...costs })],
      ] as const;
      return entries.map(([kind, lines], place) =>
        newJournal({
          _id: `${kind}:${accountId}:${day}`,
          kind,
          accountId,
          sellerId: 's',
          lines,
          createdAt: new Date(START_MS + day * DAY_MS + place),
        }),
      );
    }),
  );
  await records.journals.insertMany(journals);
  expect(await closeDays(records, new Date())).toBe(3);
  expect(await violators()).toEqual([]);
});
afterAll(() => dropRecords(records));

async function violators(): Promise<readonly string[]> {
  const { error, samples } = await checkClosings(records, null);
  expect(error).toBeNull();
  return samples;
}

const FIELDS = ['postedScale8', 'heldScale8', 'earnedScale8', 'journals'] as const;
const one = (field: (typeof FIELDS)[number]) => (field === 'journals' ? 1 : 1n);

test.each(FIELDS)('another %s than that of the journals of the day', async (field) => {
  // Its total continues the one before it and the wrong sums.
  const $inc = { [`day.${field}`]: one(field), [`total.${field}`]: one(field) };
  await records.closings.updateOne({ _id: `${LAST} buyer:a` }, { $inc } as never);
  expect(await violators()).toEqual([`${LAST} buyer:a`]);
});

test.each(FIELDS)('a total of another %s than those before it have', async (field) => {
  const $inc = { [`total.${field}`]: one(field) };
  await records.closings.updateOne({ _id: `${LAST} buyer:a` }, { $inc } as never);
  expect(await violators()).toEqual([`${LAST} buyer:a`]);
});

test('a closing that is missing, and one of an account without journals', async () => {
  const closing = (await records.closings.findOne({ _id: `${LAST} seller:s` }))!;
  await records.closings.deleteOne({ _id: closing._id });
  await records.closings.insertOne({ ...closing, _id: `${LAST} seller:t`, account: 'seller:t' });
  expect([...(await violators())].sort()).toEqual([`${LAST} seller:s`, `${LAST} seller:t`]);
});

test.each([
  ['journals', 5],
  ['digest', '12'],
  ['lastJournalId', 'capture:a:2'],
])('a closed day with other %s', async (field, value) => {
  await records.closedDays.updateOne({ _id: LAST }, { $set: { [field]: value } });
  expect(await violators()).toEqual([LAST]);
});

test('a journal whose reason was changed leads to its day alone', async () => {
  await records.journals.updateOne({ _id: 'hold:a:1' }, { $set: { reason: 'another' } });
  expect(await violators()).toEqual([dayName(1)]);
});

test('a day whose journals are gone', async () => {
  await records.journals.deleteMany({ createdAt: { $gte: new Date(START_MS + 2 * DAY_MS) } });
  expect([...(await violators())].sort()).toEqual(
    [LAST, ...['buyer:a', 'buyer:b', 'seller:s'].map((account) => `${LAST} ${account}`)].sort(),
  );
});
