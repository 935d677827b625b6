/** Sockets at a gateway that is busy with several participants: they come in one after the other. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { BuyerKeys } from '../../api/middleware/buyer-keys';
import { OrderBookStream } from '../../api/stream/stream';
import type { Settings } from '../../config/settings';
import { OrderBooks } from '../../engine/book';
import { reopening } from '../../exchange/books/reopening';
import { WorkTurns } from '../../fairness/work-turns';
import type { WritableRecords } from '../../records/connect';
import { dropRecords, openRecords } from '../records/scenario';
import { testSettings } from '../support/environment';
import { until } from '../support/wait';
import { StreamClient } from './client';

const SOCKETS_PER_ADDRESS = 3;

let records: WritableRecords;
let redis: Redis;
let server: Server;
let stream: OrderBookStream;
const clients: StreamClient[] = [];
beforeAll(async () => {
  records = await openRecords();
  const settings: Settings = { ...(await testSettings()), socketsPerAddress: SOCKETS_PER_ADDRESS };
  redis = new Redis(settings.redisUrl);
  const books = new OrderBooks(redis);
  stream = new OrderBookStream({
    settings,
    redis,
    records,
    books,
    ...reopening(books, records),
    logger: pino({ level: 'silent' }),
    registry: new Registry(),
    turns: new WorkTurns(() => true),
    buyerKeys: new BuyerKeys(redis, records, settings),
    readCatalog: () => Promise.reject(new Error('nobody reads it')),
  });
  server = createServer().listen(0, '0.0.0.0');
  await once(server, 'listening');
  await stream.attach(server);
});
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});
afterAll(async () => {
  await stream.close();
  server.close();
  redis.disconnect();
  await dropRecords(records);
});

/** @param localAddress of the client: several addresses are several participants */
async function open(localAddress: string): Promise<StreamClient> {
  const { port } = server.address() as AddressInfo;
  const client = await StreamClient.open(`http://127.0.0.1:${port}`, 'model_id=busy', {
    localAddress,
  });
  clients.push(client);
  return client;
}

test('each of many sockets of several participants is let in, and has its book', async () => {
  const addresses = ['127.0.0.2', '127.0.0.3', '127.0.0.4'];
  const opening = addresses.flatMap((address) => [open(address), open(address)]);
  const opened = await Promise.all(opening);
  await Promise.all(opened.map((client) => client.reaches(0)));
  expect(opened.map(({ code }) => code)).toEqual(opened.map(() => null));
}, 20_000);

test('an address has room again as soon as one of its sockets is gone', async () => {
  const address = '127.0.0.5';
  const full: StreamClient[] = [];
  for (let count = 0; count < SOCKETS_PER_ADDRESS; count += 1) full.push(await open(address));
  await expect(open(address)).rejects.toThrow('429');
  await (await open('127.0.0.6')).reaches(0);
  full[0]!.close();
  await until(() => open(address), { what: 'a place', timeoutMs: 10_000 });
  await expect(open(address)).rejects.toThrow('429');
}, 20_000);
