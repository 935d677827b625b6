/** The next page of a statement whose snapshot MongoDB no longer keeps says so, instead of failing. */
import { mongo } from 'mongoose';
import { type WritableRecords, connectRecords } from '../../records/connect';
import { readStatement, StatementTooOld } from '../../records/queries/read-statement';
import { dropRecords, fundedAccount } from '../records/scenario';
import { testSettings } from '../support/environment';
import { type TestServers, startTestServers } from '../support/servers';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';

let servers: TestServers;
let records: WritableRecords;
beforeAll(async () => {
  servers = await startTestServers(sharedServers().binaries, { names: ['mongod'] });
  records = await connectRecords({ ...(await testSettings()), ...servers.addresses });
}, 60_000);
afterAll(async () => {
  await dropRecords(records);
  await servers.stop();
});

test('of collections that are older than it', async () => {
  const id = await fundedAccount(records, 5n);
  const deposit = (reference: string) =>
    records.ledger.deposit({ accountId: id, amountScale8: 1n, reference });
  await deposit('before');
  const of = { owner: 'account', id, from: null, to: null, sorting: 'oldest' } as const;
  const { next } = await readStatement(records, of, null, 1);
  expect((await readStatement(records, of, next, 1)).lines).toHaveLength(1);
  const admin = await new mongo.MongoClient(servers.addresses.mongoUri).connect();
  await admin.db('admin').command({ setParameter: 1, minSnapshotHistoryWindowInSeconds: 0 });
  await admin.close();
  let deposits = 0;
  const failure = await until(
    async () => {
      // Snapshots are dropped while MongoDB goes on.
      await deposit(`later ${(deposits += 1)}`);
      return readStatement(records, of, next, 1).then(
        () => null,
        (err: unknown) => err,
      );
    },
    { what: 'the end of the snapshot', timeoutMs: 20_000 },
  );
  expect(failure).toBeInstanceOf(StatementTooOld);
});
