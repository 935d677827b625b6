/**
 * Followers of the trades that come back after much was written: MongoDB reads all of it before it answers,
 * which takes longer than a lease.
 */
import { randomUUID } from 'node:crypto';
import { Registry } from 'prom-client';
import { measureFollowers } from '../../api/operator/follower-metrics';
import { CandleFollower } from '../../followers/candles/follower';
import { Tape } from '../../followers/tape';
import { type WritableRecords, connectRecords } from '../../records/connect';
import { dropRecords } from '../records/scenario';
import { testSettings } from '../support/environment';
import { FailPoints } from '../support/fail-points';
import { type TestServers, startTestServers } from '../support/servers';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';
import { print } from './tape';

const LEASE_MS = 1_000;
const MODEL = 'late-followers';

interface Follower {
  start(): void;
  stop(): Promise<void>;
}

let servers: TestServers;
let failPoints: FailPoints;
let records: WritableRecords;
let told = 0;
const errors: unknown[] = [];

beforeAll(async () => {
  const names = ['mongod'] as const;
  servers = await startTestServers(sharedServers().binaries, { hasFailPoints: true, names });
  failPoints = await FailPoints.open(servers.addresses.mongoUri);
  records = await connectRecords({ ...(await testSettings()), ...servers.addresses });
}, 60_000);
afterAll(async () => {
  await failPoints.close();
  await dropRecords(records);
  await servers.stop();
  expect(errors).toEqual([]);
});

const options = () => ({
  holder: randomUUID(),
  leaseMs: LEASE_MS,
  onError: (err: unknown) => void errors.push(err),
});
const newTape = () => new Tape(records, { ...options(), publish: async () => void (told += 1) });
const newCandles = () => new CandleFollower(records, { ...options(), gatherMs: 10 });

const followerNamed = (_id: string) => records.followers.findOne({ _id });
const printOne = () => print(records, [{ modelId: MODEL, executedAt: new Date() }]);
const tokensInCandles = async () => {
  const candles = await records.candles.find({ modelId: MODEL, interval: '1h' }).toArray();
  return candles.reduce((sum, { volumeTokens }) => sum + Number(volumeTokens), 0);
};

test.each<[string, () => Follower, () => Promise<number>]>([
  ['tape', newTape, async () => told],
  ['candles', newCandles, tokensInCandles],
])('%s: the lease is held until MongoDB has answered', async (name, create, seen) => {
  await (await started(name, create)).stop();
  const before = await seen();
  await printOne();

  const isReading = await failPoints.slowStream(2.5 * LEASE_MS);
  const second = create();
  second.start();
  await isReading();
  await expectHeldUntil(async () => (await seen()) > before, name, create);
  await second.stop();
});

test('candles: the lease is held while they are computed', async () => {
  const follower = await started('candles', newCandles);
  const before = await tokensInCandles();
  const isComputing = await failPoints.slowStream(2.5 * LEASE_MS);
  await printOne();
  await isComputing();
  await expectHeldUntil(async () => (await tokensInCandles()) > before, 'candles', newCandles);
  await follower.stop();
});

test('a metric tells for how long a follower has stood still', async () => {
  const registry = new Registry();
  measureFollowers(registry, records);
  const silence = async () => {
    const { values } = await registry.getSingleMetric('tokenbook_follower_silence_seconds')!.get();
    return values.find(({ labels }) => labels['follower'] === 'tape')!.value;
  };
  await (await started('tape', newTape)).stop();
  await until(async () => (await silence()) > 2, { what: 'the silence' });
  const tape = await started('tape', newTape);
  await until(async () => (await silence()) < 1, { what: 'its end' });
  await tape.stop();
});

async function started(name: string, create: () => Follower): Promise<Follower> {
  const follower = create();
  follower.start();
  const isPlaced = async () => {
    const found = await followerNamed(name);
    return found?.token && found.leaseUntil > new Date();
  };
  await until(isPlaced, { what: 'its position' });
  return follower;
}

/** A second follower waits for the lease meanwhile. */
async function expectHeldUntil(
  isDone: () => Promise<boolean>,
  name: string,
  create: () => Follower,
): Promise<void> {
  const { fence } = (await followerNamed(name))!;
  const rival = create();
  rival.start();
  await until(isDone, { what: 'the trade', timeoutMs: 20_000 });
  expect((await followerNamed(name))!.fence).toBe(fence);
  await rival.stop();
}
