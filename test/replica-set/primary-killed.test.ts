/** The primary of three dies under load: nothing that was answered is lost. */
import { until } from '../support/wait';
import { type ExchangeOnSet, startOnSet } from './exchange-on-set';
import { Traffic, expectNothingLost } from './traffic';

let market: ExchangeOnSet;

beforeAll(async () => {
  market = await startOnSet();
});
afterAll(() => market?.stop());

test('the primary is killed: every answered chat is settled once in the next one', async () => {
  const { set, exchange } = market;
  const traffic = new Traffic(exchange);
  await traffic.open(6);
  await until(() => traffic.acknowledged().length >= 15, { what: 'chats before the kill' });
  const killed = await set.primary();
  const killedAtMs = Date.now();
  await set.kill(killed);
  const again = () => traffic.acknowledged(killedAtMs).length >= 40;
  await until(again, { what: 'chats after the kill' });
  await traffic.end();
  process.stdout.write(traffic.summary('primary killed', killedAtMs));
  expect(await set.primary()).not.toBe(killed);
  await expectNothingLost(exchange, traffic);
});
