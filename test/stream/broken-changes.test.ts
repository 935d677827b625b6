/** Streams of changes that MongoDB breaks off: what happened meanwhile is told, or told to be unknown. */
import { randomUUID } from 'node:crypto';
import { mongo } from 'mongoose';
import { AccountFeed } from '../../api/stream/account-feed';
import { EndedOrders } from '../../followers/relay/ended-orders';
import type { AccountChange } from '../../records/queries/account-changes';
import { type WritableRecords, connectRecords } from '../../records/connect';
import { depositEvent } from '../webhooks/stored';
import { dropRecords, placedAsk } from '../records/scenario';
import { testSettings } from '../support/environment';
import { type TestServers, startTestServers } from '../support/servers';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';

/** A failure behind which the driver does not go on by itself: `ChangeStreamFatalError`. */
const FATAL = 280;

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

/** The next reads of streams fail, so many. @returns a function that waits for them */
async function breakStreams(times: number): Promise<() => Promise<unknown>> {
  const command = {
    configureFailPoint: 'failCommand',
    mode: { times },
    data: { failCommands: ['getMore'], errorCode: FATAL },
  };
  const { count } = await admin.db('admin').command(command);
  const wait = { waitForFailPoint: 'failCommand', timesEntered: count + times };
  return () => admin.db('admin').command({ ...wait, maxTimeMS: 20_000 });
}

test('orders that end while they cannot be followed are reported as missed, later ones by their ids', async () => {
  const ended = new EndedOrders(records);
  const end = (_id: string) => records.asks.updateOne({ _id }, { $set: { status: 'cancelled' } });
  expect(await ended.next()).toBeNull();
  const first = await placedAsk(records, { capacityTokens: 10 });
  await end(first);
  expect(await ended.next()).toMatchObject([{ side: 'ask', id: first }]);
  await breakStreams(1);
  await end(await placedAsk(records, { capacityTokens: 10 }));
  await expect(ended.next()).rejects.toMatchObject({ code: FATAL });
  expect(await ended.next()).toBeNull();
  const later = await placedAsk(records, { capacityTokens: 10 });
  await end(later);
  expect(await ended.next()).toMatchObject([{ side: 'ask', id: later }]);
});

test('who hears of its account is told that everything may have changed, and then of each change', async () => {
  const failures: unknown[] = [];
  const feed = new AccountFeed(records, (err) => failures.push(err));
  const accountId = randomUUID();
  const heard: AccountChange[] = [];
  const listener = { tell: (change: AccountChange) => void heard.push(change) };
  const deposit = () =>
    records.webhookEvents.insertOne(depositEvent(`account:${accountId}`, new Date()));
  try {
    await feed.join(`account:${accountId}`, listener);
    await deposit();
    await until(() => heard.length === 1, { what: 'the deposit' });
    expect(heard[0]).not.toMatchObject({ kind: 'all' });
    const broken = await breakStreams(1);
    await broken();
    await until(() => heard.some(({ kind }) => kind === 'all'), { what: 'that more may be new' });
    heard.length = 0;
    await deposit();
    await until(() => heard.length === 1, { what: 'the next deposit' });
    expect(failures).toMatchObject([{ code: FATAL }]);
  } finally {
    feed.leave(`account:${accountId}`, listener);
    feed.close();
  }
});

test('orders are followed again after their collection was dropped', async () => {
  const ended = new EndedOrders(records);
  const end = (_id: string) => records.asks.updateOne({ _id }, { $set: { status: 'cancelled' } });
  expect(await ended.next()).toBeNull();
  await records.asks.drop();
  await expect(ended.next()).rejects.toThrow('dropped');
  expect(await ended.next()).toBeNull();
  const later = await placedAsk(records, { capacityTokens: 10 });
  await end(later);
  expect(await ended.next()).toMatchObject([{ side: 'ask', id: later }]);
});

test('who hears of its account hears of it after the database was dropped', async () => {
  const failures: unknown[] = [];
  const feed = new AccountFeed(records, (err) => failures.push(err));
  const accountId = randomUUID();
  const heard: AccountChange[] = [];
  const listener = { tell: (change: AccountChange) => void heard.push(change) };
  try {
    await feed.join(`account:${accountId}`, listener);
    await records.connection.db!.dropDatabase();
    await until(() => heard.some(({ kind }) => kind === 'all'), { what: 'that all may be new' });
    await records.webhookEvents.insertOne(depositEvent(`account:${accountId}`, new Date()));
    await until(() => heard.some(({ kind }) => kind === 'deposit'), { what: 'the deposit' });
    expect(failures).toHaveLength(1);
  } finally {
    feed.leave(`account:${accountId}`, listener);
    feed.close();
  }
});

test('who has joined is told of all that happens from then on, however slowly the stream begins', async () => {
  const failures: unknown[] = [];
  const feed = new AccountFeed(records, (err) => failures.push(err));
  const accountId = randomUUID();
  const heard: AccountChange[] = [];
  const listener = { tell: (change: AccountChange) => void heard.push(change) };
  const data = { failCommands: ['aggregate'], blockConnection: true, blockTimeMS: 500 };
  const slowly = { configureFailPoint: 'failCommand', mode: { times: 1 }, data };
  await admin.db('admin').command(slowly);
  try {
    await feed.join(`account:${accountId}`, listener);
    await records.webhookEvents.insertOne(depositEvent(`account:${accountId}`, new Date()));
    await until(() => heard.length > 0, { what: 'the deposit', timeoutMs: 5_000 });
    expect(heard).toHaveLength(1);
  } finally {
    feed.leave(`account:${accountId}`, listener);
    feed.close();
  }
  expect(failures).toEqual([]);
});
