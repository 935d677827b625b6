/** Who works under a lease stops before another may begin, and begins again only when it is free. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Lease, LeaseLost } from '../../followers/lease';
import { MongoLeaseStore } from '../../followers/mongo-lease-store';
import { recordsForFile } from '../records/scenario';
import { until } from '../support/wait';

const LONG_MS = 60_000;
const SHORT_MS = 400;
/** How often work extends its lease here. */
const EXTENDED_MS = 40;

const records = recordsForFile();
let stores: [MongoLeaseStore, MongoLeaseStore];
let lease: Lease;
let other: Lease;
beforeEach(async () => {
  const name = `follower ${randomUUID()}`;
  stores = [
    new MongoLeaseStore(records.followers, name),
    new MongoLeaseStore(records.followers, name),
  ];
  lease = new Lease(stores[0], 'one', LONG_MS);
  other = new Lease(stores[1], 'other', LONG_MS);
  await until(() => lease.hold(), { what: 'the lease' });
});

/** Another process takes the lease, as after a pause of this one. */
async function overtake(): Promise<void> {
  await stores[0].drop('one');
  expect(await other.hold()).toBe(true);
}

test('it is over here before it is over for others', async () => {
  const heldAtMs = performance.now();
  const now = jest.spyOn(performance, 'now');
  now.mockReturnValue(heldAtMs + 0.7 * LONG_MS);
  expect(lease.isHeld).toBe(true);
  now.mockReturnValue(heldAtMs + 0.76 * LONG_MS);
  expect(() => lease.check()).toThrow(LeaseLost);
  now.mockRestore();
  expect(await other.hold()).toBe(false);
});

test('whoever finds that another one has it has it no longer', async () => {
  await overtake();
  expect(lease.isHeld).toBe(true); // it cannot know
  expect(await lease.hold()).toBe(false);
  expect(lease.isHeld).toBe(false);
});

test('a write that another holder refuses ends it, and one that succeeds extends it', async () => {
  expect(await lease.prolongBy(() => stores[0].reach(lease.fence, 'place', LONG_MS))).toBe(true);
  expect(lease.isHeld).toBe(true);
  await overtake();
  expect(await lease.prolongBy(() => stores[0].reach(lease.fence, 'place', LONG_MS))).toBe(false);
  expect(() => lease.check()).toThrow(LeaseLost);
});

test('work that has lost it does not take it again, though it has become free', async () => {
  const work = async () => {
    await overtake();
    await until(() => !lease.isHeld, { what: 'the loss to be noticed' });
    await other.drop();
    await delay(5 * EXTENDED_MS);
    expect(lease.isHeld).toBe(false);
  };
  await lease.during(work, { everyLeases: EXTENDED_MS / LONG_MS });
  expect(await other.hold()).toBe(true);
});

test('work that hangs does not keep it for ever', async () => {
  const short = new Lease(stores[0], 'one', SHORT_MS);
  await short.hold();
  let end: () => void = () => undefined;
  const hanging = short.during(() => new Promise<void>((resolve) => (end = resolve)), {
    limitMs: SHORT_MS / 2,
  });
  await until(() => other.hold(), { timeoutMs: 20_000, what: 'the end of the lease' });
  expect(short.isHeld).toBe(false);
  end();
  await hanging;
});

test('who drops it has it no longer, and leaves it to the next at once', async () => {
  await lease.drop();
  expect(lease.isHeld).toBe(false);
  expect(await other.hold()).toBe(true);
});
