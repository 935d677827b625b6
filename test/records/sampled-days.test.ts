/** Each closed day has its turn in the daily samples, the oldest and the newest too. */
import { chosenDays } from '../../records/invariants/sample';
import { dropRecords, openRecords } from './scenario';

test('within some hundred samples', async () => {
  const records = await openRecords();
  const days = ['2025-01-01', '2025-01-02', '2025-01-04', '2025-01-05', '2025-01-06'];
  await records.closedDays.insertMany(days.map((_id) => ({ _id })) as never);
  const chosen = await Promise.all(
    Array.from({ length: 200 }, (_, seed) => chosenDays(records.closedDays, {}, { days: 1, seed })),
  );
  expect([...new Set(chosen.flat())].sort()).toEqual(days);
  await dropRecords(records);
});
