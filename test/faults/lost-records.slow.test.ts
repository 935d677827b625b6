/**
 * MongoDB loses a collection, as when somebody drops it, that is derived from others or begins again:
 * chats and streams under way are answered, and charged once.
 */
import { mongo } from 'mongoose';
import { Exchange } from '../support/exchange';
import { SEED } from '../support/random';
import { type TestServers, startTestServers } from '../support/servers';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';
import { INTERVENTION_TEST_MS, expectAnsweredAround } from './load-around';

let servers: TestServers;
let exchange: Exchange;
let client: mongo.MongoClient;
beforeAll(async () => {
  servers = await startTestServers(sharedServers().binaries);
  const { addresses } = servers;
  const settings = { RESERVATION_LEASE_MS: 5_000, CHAT_QUOTA: 1_000_000 };
  exchange = await Exchange.start({ addresses, gateways: 2, relay: true, settings });
  client = await mongo.MongoClient.connect(addresses.mongoUri);
});
afterAll(async () => {
  await client?.close();
  await exchange?.stop();
  await servers?.stop();
});

/** None of them has money, an order or an answer. */
const NAMES = ['books', 'bookfences', 'followers', 'gateways', 'reputations', 'tickers'];

test.each(NAMES)(
  `%s are dropped (seed ${SEED})`,
  async (name) => {
    const collection = client.db(exchange.settings.MONGODB_DATABASE).collection(name);
    const drop = async () => {
      await until(() => collection.countDocuments(), { what: `the first of the ${name}` });
      await collection.drop();
    };
    await expectAnsweredAround(exchange, { name: `${name} are dropped`, intervene: drop });
    await exchange.expectExact();
  },
  INTERVENTION_TEST_MS,
);
