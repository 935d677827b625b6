/**
 * Relays as real processes that are killed or stopped at any point, while orders flow. A long run:
 * RELAY_DEATHS=50 npx jest test/engine/relay-death
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Settings } from '../../config/settings';
import { headKey } from '../../engine/keys';
import { Random, SEED } from '../support/random';
import { testSettings } from '../support/environment';
import { startProcess, type TestProcess } from '../support/processes';
import { until } from '../support/wait';
import { Traffic } from './relay-traffic';

const DEATHS = Number.parseInt(process.env['RELAY_DEATHS'] ?? '3', 10);

let settings: Settings;
let traffic: Traffic;
const relays: TestProcess[] = [];

beforeEach(async () => {
  // Nobody records fills here: the relay must not give them back meanwhile.
  settings = await testSettings({ RESERVATION_LEASE_MS: 600_000 });
  traffic = await Traffic.open(settings);
});
afterEach(async () => {
  for (const relay of relays.splice(0)) {
    relay.kill('SIGCONT').catch(() => undefined);
    await relay.kill('SIGKILL');
  }
  await traffic.close();
});

async function startRelay(): Promise<TestProcess> {
  const relay = await startProcess('relay', settings);
  relays.push(relay);
  return relay;
}

/** Until a relay follows the book and has the tape. */
async function untilFollowed(): Promise<void> {
  await until(() => traffic.depths.length > 0, { what: 'a relay to act' });
  const isNoted = async () => (await traffic.records.followers.findOne({ _id: 'tape' }))?.token;
  await until(isNoted, { what: 'the place of the tape' });
}

/** What must be true in the end, whoever died: of expiry, fills, trades and depth. */
async function expectComplete(): Promise<void> {
  const { records, askIds } = traffic;
  const areOver = async () =>
    (await records.asks.countDocuments({ _id: { $in: askIds }, status: 'active' })) === 0;
  await until(areOver, { what: 'every ask to be over in MongoDB', timeoutMs: 20_000 });

  const fills = await traffic.fills();
  expect(fills.length).toBeGreaterThan(10);
  const orderIds = new Set(fills.map(({ orderId }) => orderId));
  for (const orderId of orderIds) {
    const made = fills.filter((fill) => fill.orderId === orderId).map(({ fillId }) => fillId);
    const isHanded = async () => {
      const handed = new Set(await traffic.handedTo(orderId));
      return made.every((fillId) => handed.has(fillId));
    };
    await until(isHanded, { what: `every fill of ${orderId} to be handed over` });
  }

  const trades = await records.trades.find({ _id: { $in: traffic.tradeIds } }).toArray();
  const areTold = () => {
    const told = new Set(traffic.trades.map(({ id }) => id));
    return trades.every(({ tradeId }) => told.has(tradeId));
  };
  await until(areTold, { what: 'every trade to be told' });
  await expectDepth();
}

async function expectDepth(): Promise<void> {
  const { sequence, asks, bids } = await traffic.depth();
  const newest = await until(
    () => traffic.depths.filter((message) => message.sequence === sequence).at(-1),
    { what: `the depth of version ${sequence}` },
  );
  const lines = (depth: readonly (readonly [string, string])[] = []) =>
    depth.map(([price, quantity]) => `${price} x ${quantity}`);
  expect({ asks: lines(newest.asks?.['us-east']), bids: lines(newest.bids?.any) }).toEqual({
    asks,
    bids,
  });
}

test(
  `a relay that is killed again and again loses nothing (seed ${SEED})`,
  async () => {
    const random = new Random(SEED);
    await startRelay();
    await untilFollowed();
    traffic.start();
    for (let death = 0; death < DEATHS; death += 1) {
      await delay(random.between(200, 899));
      await relays.at(-1)?.kill('SIGKILL');
      await startRelay();
    }
    await traffic.stopFlow();
    await expectComplete();
  },
  90_000 + DEATHS * 10_000,
);

test('a relay that is stopped past its lease does nothing when it goes on', async () => {
  const first = await startRelay();
  await untilFollowed();
  await startRelay();
  traffic.start();
  const leaseOf = () => traffic.redis.get(`${headKey(traffic.book)}:lease`);
  const firstLease = (await leaseOf())?.split(' ')[0];
  process.kill(first.pid, 'SIGSTOP');
  const stoppedAtMs = Date.now();
  await until(
    async () => {
      const holder = (await leaseOf())?.split(' ')[0];
      return holder !== undefined && holder !== firstLease;
    },
    { what: 'the second relay to take over', timeoutMs: 10_000 },
  );
  expect(Date.now() - stoppedAtMs).toBeLessThan(10_000);
  const seenBefore = (await traffic.fills()).length;
  await until(async () => (await traffic.fills()).length > seenBefore + 10, {
    what: 'fills under the second relay',
  });
  process.kill(first.pid, 'SIGCONT');
  const seen = (await traffic.fills()).length;
  await until(async () => (await traffic.fills()).length > seen + 20, {
    what: 'fills while both relays run',
  });
  await traffic.stopFlow();
  await expectComplete();

  const versions = traffic.depths.map(({ sequence }) => sequence);
  expect(versions).toEqual([...versions].sort((a, b) => a - b));
  // Those that were made after the second relay had taken over were handed over by it alone.
  for (const { orderId, fillId } of (await traffic.fills()).slice(seenBefore)) {
    const times = (await traffic.handedTo(orderId)).filter((id) => id === fillId).length;
    expect(times).toBe(1);
  }
}, 90_000);
