/** Every read of the records ends in MongoDB after a while, also when nobody waits for it any more. */
import { mongo } from 'mongoose';
import {
  READ_MAX_MS,
  SCAN_MAX_MS,
  isReadTooLong,
  withReadLimit,
} from '../../records/mongodb/read-limits';
import { testSettings } from '../support/environment';

let client: mongo.MongoClient;
let collection: mongo.Collection<mongo.BSON.Document>;
/** The limits of the commands that MongoDB was sent, null for none. */
const limits: (number | null)[] = [];

beforeAll(async () => {
  const settings = await testSettings();
  client = new mongo.MongoClient(settings.mongoUri, { monitorCommands: true });
  const database = client.db(settings.MONGODB_DATABASE);
  client.on('commandStarted', ({ commandName, command }) => {
    if (!['find', 'aggregate', 'distinct'].includes(commandName)) return;
    limits.push((command as { maxTimeMS?: number }).maxTimeMS ?? null);
  });
  collection = withReadLimit(database.collection('limited'));
  await collection.insertMany([{ place: 1 }, { place: 2 }]);
});
beforeEach(() => limits.splice(0));
afterAll(async () => {
  await collection.drop();
  await client.close();
});

test('reads that state no limit have the usual one', async () => {
  expect(await collection.find({ place: 1 }).toArray()).toHaveLength(1);
  expect(await collection.findOne({ place: 2 })).toMatchObject({ place: 2 });
  expect(await collection.aggregate([{ $match: { place: 1 } }]).toArray()).toHaveLength(1);
  expect(await collection.countDocuments({})).toBe(2);
  expect(await collection.distinct('place', { place: 1 })).toEqual([1]);
  expect(limits).toEqual([READ_MAX_MS, READ_MAX_MS, READ_MAX_MS, READ_MAX_MS, READ_MAX_MS]);
});

test('a scan keeps the limit that it states', async () => {
  const options = { maxTimeMS: SCAN_MAX_MS };
  await collection.find({}, options).toArray();
  await collection.aggregate([], options).toArray();
  await collection.distinct('place', {}, options);
  expect(limits).toEqual([SCAN_MAX_MS, SCAN_MAX_MS, SCAN_MAX_MS]);
});

test('a read within a transaction has none: the transaction ends by its own', async () => {
  await client.withSession(async (session) => {
    await collection.find({}, { session }).toArray();
    await session.withTransaction(async () => {
      await collection.find({}, { session }).toArray();
    });
  });
  expect(limits).toEqual([READ_MAX_MS, null]);
});

test('a read that took too long is told from other failures', async () => {
  const options = { maxTimeMS: 1 };
  const slow = collection.find({ $where: 'sleep(200) || true' }, options).toArray();
  const err: unknown = await slow.catch((reason: unknown) => reason);
  expect(isReadTooLong(err)).toBe(true);
  const refused = collection.find({ $unknown: 1 }).toArray();
  expect(isReadTooLong(await refused.catch((reason: unknown) => reason))).toBe(false);
  expect(isReadTooLong(null)).toBe(false);
});
