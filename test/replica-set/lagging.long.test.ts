/** Members that lag: reads go to the primary, and a majority is enough. */
import { until } from '../support/wait';
import { type ExchangeOnSet, startOnSet } from './exchange-on-set';
import { Traffic, expectNothingLost } from './traffic';

const CALLERS = 6;

let market: ExchangeOnSet;

beforeAll(async () => {
  market = await startOnSet({ gateways: 2, relay: true });
});
afterAll(() => market?.stop());

test('one member lags for good: every read has the writes before it, and nobody waits', async () => {
  const { set, exchange } = market;
  const [lagging] = await set.secondaries();
  const catchUp = await set.holdBack(lagging!);
  const sinceMs = Date.now();
  const traffic = new Traffic(exchange);
  await traffic.open(CALLERS);
  await until(() => traffic.acknowledged().length >= 100, { what: 'chats' });
  await traffic.end();
  process.stdout.write(traffic.summary('one of three lags', sinceMs));
  await expectNothingLost(exchange, traffic);
  expect(traffic.late).toEqual([]);
  expect(traffic.sent.filter(({ status }) => status !== 200)).toEqual([]);
  await catchUp();
});

test('both members lag: no write is confirmed, every request ends, and all goes on afterwards', async () => {
  const { set, exchange } = market;
  const traffic = new Traffic(exchange);
  await traffic.open(CALLERS);
  await until(() => traffic.acknowledged().length >= 30, { what: 'chats' });
  const held = await Promise.all((await set.secondaries()).map((index) => set.holdBack(index)));
  const heldAtMs = Date.now();
  const limitMs = exchange.settings.BID_DEADLINE_MS + 60_000;
  const ended = () => !traffic.isWaiting(heldAtMs) && traffic.refused(heldAtMs).length >= CALLERS;
  await until(ended, { what: 'every request to end', timeoutMs: limitMs });
  expect(traffic.acknowledged(heldAtMs)).toEqual([]);
  expect(traffic.refused(heldAtMs).filter(({ status }) => status !== 503)).toEqual([]);
  process.stdout.write(traffic.summary('both of three lag', heldAtMs));
  await Promise.all(held.map((catchUp) => catchUp()));
  const caughtUpAtMs = Date.now();
  const again = () => traffic.acknowledged(caughtUpAtMs).length >= 30;
  await until(again, { what: 'chats afterwards', timeoutMs: 90_000 });
  process.stdout.write(traffic.summary('caught up', caughtUpAtMs));
  await traffic.end();
  await expectNothingLost(exchange, traffic);
  expect(traffic.sent.filter(({ tookMs }) => tookMs > limitMs)).toEqual([]);
});
