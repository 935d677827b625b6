/** How many journals a check of all records states: those here and those of the archive, and nothing else. */
import { reconcile } from '../../exchange/maintenance/reconcile';
import { NEWEST_FULL_RUN } from '../../records/documents/reconciliation';
import { recordsForFile, fundedAccount } from './scenario';

const records = recordsForFile();

test('archived journals count, and other archived records do not', async () => {
  for (let count = 0; count < 3; count += 1) await fundedAccount(records, 1n);
  const some = (of: string, count: number) =>
    Array.from({ length: count }, (_, at) => ({ _id: `${of}:${at}` }) as never);
  await records.archivedJournals.insertMany(some('journal', 5));
  await records.archivedFills.insertMany(some('fill', 7));
  await reconcile(records, 'schedule', 'all');
  expect(await records.reconciliation.findOne({ _id: NEWEST_FULL_RUN })).toMatchObject({
    journals: 3 + 5,
  });
});
