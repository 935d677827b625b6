/** Runs of the checks: which of them read everything, which days a sample has, and what fails. */
import { isFullCheckDue, reconcile } from '../../exchange/maintenance/reconcile';
import { checkInvariants } from '../../records/invariants/check-invariants';
import { chosenDays } from '../../records/invariants/sample';
import { NEWEST_FULL_RUN, NEWEST_RUN } from '../../records/documents/reconciliation';
import { Random, SEED } from '../support/random';
import { clearRecords, recordsForFile } from './scenario';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FIRST = Date.parse('2025-01-01');

const records = recordsForFile();
beforeEach(() => clearRecords(records));

/** Closed days, so many days after the first one. */
async function close(offsets: readonly number[], parts: object = {}): Promise<string[]> {
  const days = offsets.map((offset) => {
    const from = new Date(FIRST + offset * DAY_MS);
    const until = new Date(from.getTime() + DAY_MS);
    return {
      _id: from.toISOString().slice(0, 10),
      from,
      until,
      closedAt: until,
      journals: 0,
      lastJournalId: '',
      digest: '0',
      postedImbalanceScale8: 0n,
      pendingImbalanceScale8: 0n,
      ...parts,
    };
  });
  await records.closedDays.insertMany(days as never);
  return days.map(({ _id }) => _id);
}

test('the check of recent records does not stand for one of all records', async () => {
  await reconcile(records);
  expect(await isFullCheckDue(records, 1)).toBe(true);
  expect(await records.reconciliation.findOne({ _id: NEWEST_RUN })).toMatchObject({
    extent: 'recent',
    journals: null,
  });
  await reconcile(records, 'schedule', 'all');
  const full = (await records.reconciliation.findOne({ _id: NEWEST_FULL_RUN }))!;
  expect(full).toMatchObject({ extent: 'all', journals: 0 });
  const after = (ms: number) => new Date(full.ranAt.getTime() + ms);
  expect(await isFullCheckDue(records, 2, after(2 * HOUR_MS - 1))).toBe(false);
  expect(await isFullCheckDue(records, 2, after(2 * HOUR_MS))).toBe(true);
  await reconcile(records);
  const [newest, kept] = await Promise.all([
    records.reconciliation.findOne({ _id: NEWEST_RUN }),
    records.reconciliation.findOne({ _id: NEWEST_FULL_RUN }),
  ]);
  expect(newest).toMatchObject({ extent: 'recent' });
  expect(kept?.ranAt).toEqual(full.ranAt);
  expect(await records.reconciliationRuns.countDocuments()).toBe(3);
});

test(`a sample has as many days as asked for, all of them when there are fewer, seed ${SEED}`, async () => {
  const random = new Random(SEED);
  const offsets = new Set<number>();
  while (offsets.size < 6) offsets.add(random.between(0, 400));
  const days = await close([...offsets]);
  const chosen = (count: number, seed: number) =>
    chosenDays(records.closedDays, {}, { days: count, seed });
  for (let count = 1; count <= days.length; count += 1) {
    const seed = random.between(0, 2 ** 31);
    const sample = await chosen(count, seed);
    expect(new Set(sample).size).toBe(count);
    expect(days).toEqual(expect.arrayContaining([...sample]));
    expect(await chosen(count, seed)).toEqual(sample);
  }
  expect([...(await chosen(days.length + 1, 1))].sort()).toEqual(days.toSorted());
  expect([...(await chosenDays(records.closedDays, {}, null))]).toEqual(days.toSorted());
});

test('books that did not balance at the end of the newest closed day do not balance after it', async () => {
  await close([0], { postedImbalanceScale8: 5n });
  const of = async () => {
    const results = await checkInvariants(records, { recent: { days: 0, seed: 1 } });
    return results.find(({ id }) => id === 'I2');
  };
  expect(await of()).toMatchObject({ status: 'violated', samples: ['posted'] });
  await close([1]);
  expect(await of()).toMatchObject({ status: 'ok' });
});

test('an invariant that cannot be checked is an error, and the others are checked', async () => {
  const { connection } = records;
  const balances = connection
    .getClient()
    .db(connection.name)
    .collection<{ _id: string }>('balances');
  await balances.insertOne({ _id: 'a', heldScale8: 'no number' } as never);
  const results = await checkInvariants(records);
  expect(results.find(({ id }) => id === 'I6')).toMatchObject({
    status: 'error',
    error: expect.stringContaining('no number'),
  });
  expect(results.find(({ id }) => id === 'I11')).toMatchObject({ status: 'ok', error: null });
});
