/**
 * The book refuses what an answer did not use, while the answer is settled: the tokens come back with
 * the order's workflow. No relay runs, which would bring them back as well.
 */
import Redis from 'ioredis';
import { openMarket } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { testSettings } from '../support/environment';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { until } from '../support/wait';

const USER = 'of-the-exchange';
const PASSWORD = 'of-this-test';

let admin: Redis;
let exchange: Exchange;
beforeAll(async () => {
  const { redisUrl } = await testSettings();
  admin = new Redis(redisUrl);
  await admin.call('ACL', 'SETUSER', USER, 'reset', 'on', `>${PASSWORD}`, '~*', '&*', '+@all');
  const url = new URL(redisUrl);
  [url.username, url.password] = [USER, PASSWORD];
  exchange = await Exchange.start({
    settings: { redisUrl: url.href, GATEWAY_WORKER: 'off' },
  });
});
afterAll(async () => {
  await exchange?.stop();
  await admin.call('ACL', 'DELUSER', USER);
  admin.disconnect();
});

/** How often the exchange was refused a function of the books. */
async function refusals(): Promise<number> {
  const entries = (await admin.call('ACL', 'LOG', '100')) as unknown[][];
  const counts = entries.map((entry) => {
    const at = (name: string) => entry[entry.indexOf(name) + 1];
    return at('username') === USER && at('object') === 'fcall' ? Number(at('count')) : 0;
  });
  return counts.reduce((sum, count) => sum + count, 0);
}

test('tokens that an answer did not use are offered again when the book takes them', async () => {
  const behaviour = BEHAVIOURS.throttledOnce({ retryAfter: '0' });
  const { key, model, seller } = await openMarket(exchange, { behaviour });
  seller.hold();
  const answering = exchange.chat(key, { model });
  await until(() => seller.held === 1, { what: 'the first attempt' });
  seller.release();
  seller.hold();
  await until(() => seller.held === 1, { what: 'the attempt that the workflow makes' });
  await admin.call('ACL', 'SETUSER', USER, '-fcall');
  seller.release();
  expect((await answering).status).toBe(200);
  // Refused in the step that settled it, and then to the workflow.
  await until(async () => (await refusals()) >= 2, { what: 'two refusals' });
  await admin.call('ACL', 'SETUSER', USER, '+fcall');
  const [ask] = await exchange.records.asks.find({ modelId: model }).toArray();
  expect(ask).toMatchObject({ reservedTokens: 0, soldTokens: 24 });
  await exchange.expectBookAgrees(model);
  await exchange.expectExact();
});
