/** Errors of Redis and MongoDB that pass: callers are told to repeat, and nobody is told of a defect. */
import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import Redis from 'ioredis';
import { request } from 'undici';
import { errorHandler } from '../../api/middleware/errors';
import type { WritableRecords } from '../../records/connect';
import { dropRecords, openRecords } from '../records/scenario';

let records: WritableRecords;
let redis: Redis;
let server: Server;

/** What the routes of this server do, by their path. */
const WORK: Record<string, () => Promise<unknown>> = {
  '/redis-away': () => redis.get('key'),
  '/read-too-long': () => {
    // A read that takes longer than it may.
    const slow = { $where: 'sleep(20) || true' };
    return records.connection.db!.collection('slow').find(slow, { maxTimeMS: 1 }).toArray();
  },
  '/defect': () => Promise.reject(new Error('A defect')),
};

beforeAll(async () => {
  records = await openRecords();
  await records.connection.db!.collection('slow').insertMany([{}, {}, {}]);
  // Nobody listens at port 1.
  redis = new Redis(1, '127.0.0.1', { maxRetriesPerRequest: 0, retryStrategy: () => 10 });
  redis.on('error', () => undefined);
  const app = express();
  app.use(async (req) => {
    await WORK[req.path]!();
  });
  app.use(errorHandler);
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(async () => {
  redis.disconnect();
  server.closeAllConnections();
  server.close();
  await dropRecords(records);
});

async function answerOf(path: string) {
  const { port } = server.address() as AddressInfo;
  const { statusCode, headers, body } = await request(`http://127.0.0.1:${port}${path}`);
  const { code } = (await body.json()) as { code: string };
  return { status: statusCode, code, retryAfter: headers['retry-after'] };
}

test.each(['/redis-away', '/read-too-long'])('%s: service_unavailable', async (path) => {
  const told = { status: 503, code: 'service_unavailable', retryAfter: '1' };
  expect(await answerOf(path)).toEqual(told);
});

test('what does not pass is an internal error', async () => {
  expect(await answerOf('/defect')).toMatchObject({ status: 500, code: 'internal_error' });
});
