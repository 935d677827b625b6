/** Two of three die: no write is confirmed, every request ends with an error that says to try again. */
import { until } from '../support/wait';
import { type ExchangeOnSet, startOnSet } from './exchange-on-set';
import { Traffic, expectNothingLost } from './traffic';

const CALLERS = 6;

let market: ExchangeOnSet;

beforeAll(async () => {
  market = await startOnSet({ gateways: 2, relay: true });
});
afterAll(() => market?.stop());

test('two of three are killed: requests are refused and none hangs; two restarts heal it', async () => {
  const { set, exchange } = market;
  const limitMs = exchange.settings.BID_DEADLINE_MS + 60_000;
  const traffic = new Traffic(exchange);
  await traffic.open(CALLERS);
  await until(() => traffic.acknowledged().length >= 30, { what: 'chats' });
  const killed = await set.secondaries();
  await Promise.all(killed.map((index) => set.kill(index)));
  const killedAtMs = Date.now();
  const refused = () => traffic.refused(killedAtMs).length >= CALLERS;
  await until(refused, { what: 'refusals', timeoutMs: limitMs + 10_000 });
  process.stdout.write(traffic.summary('two of three killed', killedAtMs));
  await Promise.all(killed.map((index) => set.restart(index)));
  const restartedAtMs = Date.now();
  const again = () => traffic.acknowledged(restartedAtMs).length >= 30;
  await until(again, { what: 'chats afterwards', timeoutMs: 120_000 });
  process.stdout.write(traffic.summary('two restarted', restartedAtMs));
  await traffic.end();
  await expectNothingLost(exchange, traffic);
  const refusals = traffic.refused(killedAtMs);
  expect(refusals.filter(({ code }) => code !== 'service_unavailable')).toEqual([]);
  expect(traffic.sent.filter(({ tookMs }) => tookMs > limitMs)).toEqual([]);
});
