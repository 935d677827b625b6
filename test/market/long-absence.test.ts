/** A follower that was away for longer than MongoDB keeps its log begins anew, with all trades that there are. */
import { randomUUID } from 'node:crypto';
import { mongo } from 'mongoose';
import { CandleFollower } from '../../followers/candles/follower';
import { type WritableRecords, connectRecords } from '../../records/connect';
import { dropRecords } from '../records/scenario';
import { testSettings } from '../support/environment';
import { type TestServers, startTestServers } from '../support/servers';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';
import { print } from './tape';

/** `ChangeStreamHistoryLost`. */
const HISTORY_LOST = 286;

let servers: TestServers;
let admin: mongo.MongoClient;
let records: WritableRecords;
beforeAll(async () => {
  const names = ['mongod'] as const;
  servers = await startTestServers(sharedServers().binaries, { hasFailPoints: true, names });
  admin = await new mongo.MongoClient(servers.addresses.mongoUri).connect();
  records = await connectRecords({ ...(await testSettings()), ...servers.addresses });
}, 60_000);
afterAll(async () => {
  await admin.close();
  await dropRecords(records);
  await servers.stop();
});

test('the candles of what it missed are made', async () => {
  const failures: unknown[] = [];
  const start = () => {
    const holder = randomUUID();
    const onError = (err: unknown) => void failures.push(err);
    const follower = new CandleFollower(records, { holder, leaseMs: 1_000, gatherMs: 10, onError });
    follower.start();
    return follower;
  };
  const modelId = `model-${randomUUID()}`;
  // Not counted: to count is to aggregate, as to open a stream is.
  const candles = () => records.candles.find({ modelId, interval: '1m' }).toArray();
  const untilCandles = (count: number) =>
    until(async () => (await candles()).length === count, {
      what: `${count} candles`,
      timeoutMs: 1e4,
    });
  const trade = (minute: number) =>
    print(records, [{ modelId, executedAt: new Date(Date.UTC(2026, 0, 31, 20, minute)) }]);
  const first = start();
  await trade(0);
  await untilCandles(2); // of its region, and of all regions
  await first.stop();
  // What it has missed is in no log.
  await records.candles.deleteMany({});
  await admin.db('admin').command({
    configureFailPoint: 'failCommand',
    mode: { times: 1 },
    data: {
      failCommands: ['aggregate'],
      errorCode: HISTORY_LOST,
    },
  });
  const second = start();
  try {
    await untilCandles(2);
    await trade(1);
    await untilCandles(4);
  } finally {
    await second.stop();
  }
  expect(failures).toEqual([]);
});
