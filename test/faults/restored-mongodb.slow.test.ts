/**
 * Somebody starts MongoDB from an earlier copy, and leaves Redis and Temporal as they are. What was charged since is
 * forgotten, as after every restore; but books, workflows and processes that know more than the records must not
 * sell, charge or hold anything that the records lack.
 */
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expectClosedInTime } from '../crash/closed-in-time';
import { KeyedLoad } from '../crash/keyed-load';
import { placeOrder } from '../contracts/market';
import { type Market, openMarket } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { memoryFolder } from '../support/memory-folder';
import { Random, SEED } from '../support/random';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { type TestServers, startTestServers } from '../support/servers';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';

const BUYERS = 4;
const CHATS = 20;

const random = new Random(SEED);
let servers: TestServers;
let exchange: Exchange;
let market: Market;
let dataFolder: string;
beforeAll(async () => {
  dataFolder = await memoryFolder('tokenbook-restored-');
  servers = await startTestServers(sharedServers().binaries, { dataFolder });
  const settings = { RESERVATION_LEASE_MS: 5_000, CHAT_QUOTA: 1_000_000 };
  const { addresses } = servers;
  exchange = await Exchange.start({ addresses, gateways: 2, relay: true, settings });
  market = await openMarket(exchange, {
    capacity: 1e6,
    behaviour: BEHAVIOURS.unhurried({ gapMs: 10 }),
  });
});
afterAll(async () => {
  await exchange.stop();
  await servers.stop();
  await rm(dataFolder, { recursive: true, force: true });
});

async function chats(): Promise<KeyedLoad> {
  const load = await KeyedLoad.begin(exchange, market, BUYERS, random);
  const answered = until(() => load.chats >= CHATS, { what: 'answers', timeoutMs: 90_000 });
  await Promise.race([answered, load.running]);
  return load;
}

async function restartMongo(change: (folder: string, copy: string) => Promise<void>) {
  await servers.kill('mongod');
  await change(join(dataFolder, 'mongod'), join(dataFolder, 'copy'));
  await servers.restart('mongod');
}

const copyFolder = (from: string, to: string) =>
  cp(from, to, { recursive: true, filter: (path) => !path.endsWith('.sock') });

test(`what the records lack is neither sold nor held (seed ${SEED})`, async () => {
  await (await chats()).end();
  await restartMongo(copyFolder);
  // All of this will be forgotten: more capacity, an order that rests, chats.
  const { seller, model } = market;
  await exchange.ask(seller, { model, price: '0.0001', capacity: 50_000 });
  const other = await exchange.buyer('10');
  const order = { model_id: model, quantity: 1_000, price: '0.00001' };
  expect(await placeOrder(exchange, other.key, order)).toMatchObject({ body: { status: 'open' } });
  const forgotten = await chats();
  forgotten.stop();
  await forgotten.running;

  const restoredAtMs = Date.now();
  await restartMongo(async (folder, copy) => {
    await rm(folder, { recursive: true });
    await copyFolder(copy, folder);
  });
  await (await chats()).end();
  await exchange.expectBookAgrees(model);
  await expectClosedInTime(exchange, 'MongoDB was restored', restoredAtMs);
}, 400_000);
