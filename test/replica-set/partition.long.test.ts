/**
 * The primary is cut off from the other members and still reaches every client: it must confirm
 * nothing. What it wrote alone is undone when the partition heals; nothing that was answered is
 * missing.
 */
import { until } from '../support/wait';
import { type ExchangeOnSet, startOnSet } from './exchange-on-set';
import { Traffic, expectNothingLost } from './traffic';

let market: ExchangeOnSet;

beforeAll(async () => {
  market = await startOnSet({ gateways: 2, relay: true });
});
afterAll(() => market?.stop());

test.each([
  ['from the members', 'isolate'],
  ['from members and clients', 'vanish'],
] as const)('a primary cut off %s confirms nothing, and nothing is lost', async (_, how) => {
  const { set, exchange } = market;
  const traffic = new Traffic(exchange);
  await traffic.open(6);
  await until(() => traffic.acknowledged().length >= 30, { what: 'chats before the partition' });
  const cutOff = await set.primary();
  const cutOffAtMs = Date.now();
  const heal = set.isolate(cutOff);
  if (how === 'vanish') set.cut(cutOff, 'clients');
  await until(async () => (await set.primary()) !== cutOff, { what: 'another primary' });
  const again = () => traffic.acknowledged(cutOffAtMs).length >= 60;
  await until(again, { what: 'chats at the next primary', timeoutMs: 120_000 });
  process.stdout.write(traffic.summary(`primary cut off ${_}`, cutOffAtMs));
  heal();
  await until(() => set.isComplete(), { what: 'the cut-off member to follow the others' });
  const healedAtMs = Date.now();
  const healed = () => traffic.acknowledged(healedAtMs).length >= 30;
  await until(healed, { what: 'chats after the partition' });
  await traffic.end();
  await expectNothingLost(exchange, traffic);
});
