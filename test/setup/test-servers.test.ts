import { Connection } from '@temporalio/client';
import Redis from 'ioredis';
import mongoose from 'mongoose';
import { testSettings } from '../support/environment';

describe('the servers of the tests', () => {
  test('MongoDB is a replica set, so that transactions work', async () => {
    const settings = await testSettings();
    const connection = await mongoose
      .createConnection(settings.mongoUri, { dbName: settings.MONGODB_DATABASE })
      .asPromise();
    await connection.transaction(async (session) => {
      await connection.collection('probes').insertOne({ name: 'one' }, { session });
    });
    expect(await connection.collection('probes').countDocuments()).toBe(1);
    await connection.dropDatabase();
    await connection.close();
  });

  test('every test has a Redis database of its own', async () => {
    const [first, second] = await Promise.all([testSettings(), testSettings()]);
    expect(first.redisUrl).not.toBe(second.redisUrl);
    const redis = new Redis(first.redisUrl);
    expect(await redis.dbsize()).toBe(0);
    redis.disconnect();
  });

  test('Temporal knows the search attributes', async () => {
    const settings = await testSettings();
    const connection = await Connection.connect({ address: settings.temporalAddress });
    const { customAttributes } = await connection.operatorService.listSearchAttributes({
      namespace: settings.TEMPORAL_NAMESPACE,
    });
    expect(Object.keys(customAttributes)).toEqual(expect.arrayContaining(['Ids', 'Outcome']));
    await connection.close();
  });
});
