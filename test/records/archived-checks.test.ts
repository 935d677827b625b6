/** The check of all records reads those in the archive beside the live ones: nothing is missing or double. */
import { ARCHIVE_OF } from '../../records/archive/archives';
import { checkInvariants } from '../../records/invariants/check-invariants';
import type { WritableRecords } from '../../records/connect';
import {
  dropRecords,
  expectSound,
  fundedAccount,
  openRecords,
  placedAsk,
  reserve,
  settlement,
} from './scenario';

let records: WritableRecords;
beforeAll(async () => {
  records = await openRecords();
});
afterAll(() => dropRecords(records));

test('a fill whose journals, trade and order are in the archive', async () => {
  const accountId = await fundedAccount(records, 10_000_000_000n);
  const askId = await placedAsk(records, { capacityTokens: 10_000 });
  const fillId = await reserve(records, { accountId, askId, quantityTokens: 1_000 });
  await records.ledger.settleFill(settlement(fillId, 500));
  await expectSound(records);

  for (const live of ['orders', 'journals', 'trades'] as const) {
    const moved = await records[live].find({}).toArray();
    await records[ARCHIVE_OF[live]].insertMany(moved as never);
    await records[live].deleteMany({});
  }
  await expectSound(records);

  // What is missing there is told.
  await records.archivedTrades.deleteMany({});
  const violated = (await checkInvariants(records)).filter(({ status }) => status !== 'ok');
  expect(violated).toMatchObject([{ id: 'I8', samples: [fillId] }]);
});
