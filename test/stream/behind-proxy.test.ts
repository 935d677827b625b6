/** Behind a proxy of ours, peers are told apart by the address that it states: in turns, and in guesses. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { io } from 'socket.io-client';
import { addressGroup } from '../../api/middleware/authentication-throttling';
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

const TURNS = { atOnce: 1, together: 0, writes: 1, large: 1, sockets: 8, waiting: 2 };

let records: WritableRecords;
let redis: Redis;
let server: Server;
let stream: OrderBookStream;
const turns = new WorkTurns(() => true, TURNS);
beforeAll(async () => {
  records = await openRecords();
  const settings: Settings = { ...(await testSettings()), trustedProxies: ['127.0.0.1'] };
  redis = new Redis(settings.redisUrl);
  const books = new OrderBooks(redis);
  stream = new OrderBookStream({
    settings,
    redis,
    records,
    books,
    turns,
    ...reopening(books, records),
    logger: pino({ level: 'silent' }),
    registry: new Registry(),
    buyerKeys: new BuyerKeys(redis, records, settings),
    readCatalog: () => Promise.reject(new Error('nobody reads it')),
  });
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  await stream.attach(server);
});
afterAll(async () => {
  await stream.close();
  server.close();
  redis.disconnect();
  await dropRecords(records);
});

const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });

const open = (address: string) => StreamClient.open(url(), 'model_id=proxied', from(address));

/** Tries a wrong key from an address, and is refused. */
async function guess(address: string): Promise<void> {
  const socket = io(`${url()}/account`, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { key: 'sk-tb_wrong' },
    extraHeaders: from(address).headers,
  });
  await new Promise((resolve) => socket.once('connect_error', resolve));
  socket.disconnect();
}

test('wrong keys count for the address that guessed them', async () => {
  await guess('192.0.2.1');
  await guess('192.0.2.1');
  await guess('192.0.2.2');
  const guesses = (address: string) => redis.get(`guesses:${addressGroup(address)}`);
  expect(await guesses('192.0.2.1')).toBe('2');
  expect(await guesses('192.0.2.2')).toBe('1');
  expect(await guesses('127.0.0.1')).toBeNull();
}, 20_000);

test('an address whose turns are taken waits for them, and no other address does', async () => {
  const [busy, other] = ['192.0.2.3', '192.0.2.4'];
  const another = await turns.acquire('somebody else'); // turns are limited among several
  const release = await turns.acquire(addressGroup(busy));
  let isIn = false;
  const waiting = open(busy).then((client) => {
    isIn = true;
    return client;
  });
  waiting.catch(() => undefined);
  const client = await open(other);
  await client.reaches(0);
  expect(isIn).toBe(false);
  release();
  const late = await waiting;
  await until(() => isIn, { what: 'the socket of the busy address' });
  for (const one of [client, late]) one.close();
  another();
}, 20_000);
