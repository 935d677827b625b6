/** The lease of a follower in MongoDB: one holder at a time, and a position that no former one moves. */
import { randomUUID } from 'node:crypto';
import { MongoLeaseStore } from '../../followers/mongo-lease-store';
import type { HeldLease } from '../../followers/lease';
import { recordsForFile } from '../records/scenario';
import { until } from '../support/wait';

const LONG_MS = 60_000;
const SHORT_MS = 50;

const records = recordsForFile();
let name: string;
beforeEach(() => {
  name = `follower ${randomUUID()}`;
});

const process = () => new MongoLeaseStore(records.followers, name);

/** The lease, as soon as nobody else has it. */
async function held(store: MongoLeaseStore, holder: string, lastsMs: number): Promise<HeldLease> {
  let lease: HeldLease | null = null;
  await until(async () => (lease = await store.hold(holder, lastsMs)) !== null, { everyMs: 10 });
  return lease!;
}

test('nobody else has a lease before its end, and then with a higher fence', async () => {
  const [one, other] = [process(), process()];
  const first = await held(one, 'one', LONG_MS);
  expect(await other.hold('other', LONG_MS)).toBeNull();
  expect((await held(one, 'one', SHORT_MS)).fence).toBe(first.fence);
  const second = await held(other, 'other', LONG_MS);
  expect(second.fence).toBeGreaterThan(first.fence);
  expect(await one.hold('one', LONG_MS)).toBeNull();
});

test('a holder that was overtaken moves the position no more', async () => {
  const [one, other] = [process(), process()];
  const first = await held(one, 'one', SHORT_MS);
  expect(await one.reach(first.fence, 'place 1', SHORT_MS)).toBe(true);
  const second = await held(other, 'other', LONG_MS);
  expect(other.place).toBe('place 1');
  expect(await other.reach(second.fence, 'place 2', LONG_MS)).toBe(true);
  expect(await one.reach(first.fence, 'place 1', LONG_MS)).toBe(false);
  expect((await records.followers.findOne({ _id: name }))!.token).toBe('place 2');
});

test('progress extends the lease, by the clock of MongoDB', async () => {
  const [one, other] = [process(), process()];
  const { fence } = await held(one, 'one', SHORT_MS);
  expect(await one.reach(fence, 'place', LONG_MS)).toBe(true);
  const { leaseUntil } = (await records.followers.findOne({ _id: name }))!;
  const leftMs = async () => leaseUntil.getTime() - (await clusterMs());
  expect(await leftMs()).toBeGreaterThan(LONG_MS / 2);
  await until(async () => (await leftMs()) < LONG_MS - 2 * SHORT_MS, { everyMs: 10 });
  expect(await other.hold('other', LONG_MS)).toBeNull();
});

test('who drops its lease leaves it to the next at once; who has none drops nothing', async () => {
  const [one, other] = [process(), process()];
  await held(one, 'one', LONG_MS);
  await other.drop('other');
  expect(await other.hold('other', LONG_MS)).toBeNull();
  await one.drop('one');
  expect(await other.hold('other', LONG_MS)).not.toBeNull();
  await one.drop('one');
  expect(await one.hold('one', LONG_MS)).toBeNull();
});

async function clusterMs(): Promise<number> {
  const { localTime } = (await records.connection.db!.admin().command({ hello: 1 })) as {
    readonly localTime: Date;
  };
  return localTime.getTime();
}
