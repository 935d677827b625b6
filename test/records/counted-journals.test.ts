/** How many journals a check of all records states: those here and those of the archive, and nothing else. */
import { reconcile } from '../../exchange/reconcile';
import { NEWEST_FULL_RUN } from '../../records/reconciliation';
import { recordsForFile, fundedAccount } from './scenario';

const records = recordsForFile();

test('months of the archive count with the journals that they hold, and other records do not', async () => {
  for (let count = 0; count < 3; count += 1) await fundedAccount(records, 1n);
  const month = { from: new Date('2024-01-01'), until: new Date('2024-02-01') };
  await records.archiveMonths.insertMany(
    (
      [
        ['journals', 5],
        ['fills', 70],
        ['trades', 900],
      ] as const
    ).map(([of, count]) => ({
      _id: `${of}_2024_01`,
      of,
      ...month,
      records: count,
      listed: count,
    })) as never,
  );
  await reconcile(records, 'schedule', 'all');
  expect(await records.reconciliation.findOne({ _id: NEWEST_FULL_RUN })).toMatchObject({
    journals: 3 + 5,
  });
});
