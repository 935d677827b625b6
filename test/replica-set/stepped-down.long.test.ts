/** The primary hands over under load, as in every maintenance of a set: no request fails for it. */
import { until } from '../support/wait';
import { type ExchangeOnSet, startOnSet } from './exchange-on-set';
import { Traffic, expectNothingLost } from './traffic';

let market: ExchangeOnSet;

beforeAll(async () => {
  market = await startOnSet({ gateways: 2, relay: true });
});
afterAll(() => market?.stop());

test('the primary steps down three times: no chat fails, each is settled once', async () => {
  const { set, exchange } = market;
  const traffic = new Traffic(exchange);
  await traffic.open(6);
  for (let times = 1; times <= 3; times += 1) {
    await until(() => traffic.acknowledged().length >= 30 * times, { what: 'chats' });
    const before = await set.primary();
    const steppedDownAtMs = Date.now();
    await set.stepDown();
    await until(async () => (await set.primary()) !== before, { what: 'another primary' });
    const again = () => traffic.acknowledged(steppedDownAtMs).length >= 30;
    await until(again, { what: 'chats at the next primary' });
    process.stdout.write(traffic.summary(`step-down ${times}`, steppedDownAtMs));
  }
  await traffic.end();
  await expectNothingLost(exchange, traffic);
  expect(traffic.sent.filter(({ status }) => status !== 200)).toEqual([]);
});
