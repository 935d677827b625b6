/** Somebody drops an index that a query names: until it is built again, the query may be repeated. */
import { asFailure } from '../../api/middleware/errors';
import { isPermanent } from '../../records/mongodb/permanent-error';
import { clearRecords, openProcesses } from './scenario';

let processes: Awaited<ReturnType<typeof openProcesses>>;
beforeAll(async () => {
  processes = await openProcesses(1);
  await clearRecords(processes.all[0]!.records);
});
afterAll(() => processes.close());

test('a query whose index is gone is 503, and no mistake of its caller', async () => {
  const { records } = processes.all[0]!;
  await records.asks.dropIndex('createdAt_1');
  const missing = await records.ledger.asks.unplaced(0, 1).catch((err: unknown) => err);
  expect(missing).toMatchObject({ code: 2 });
  expect(asFailure(missing)).toMatchObject({ code: 'service_unavailable' });
  expect(isPermanent(missing)).toBe(false);
  await records.createMissing();
  expect(await records.ledger.asks.unplaced(0, 1)).toEqual([]);
});

test('another value that the server refuses stays wrong', async () => {
  const { records } = processes.all[0]!;
  const query = records.asks.find({ $or: [] }).toArray();
  const refused = await query.catch((err: unknown) => err);
  expect(refused).toMatchObject({ code: 2 });
  expect(asFailure(refused)).toMatchObject({ code: 'internal_error' });
  expect(isPermanent(refused)).toBe(true);
});
