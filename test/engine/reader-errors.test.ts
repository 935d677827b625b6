/** A journal that cannot be read, or is followed anew: the others are followed all the same. */
import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { epochKeys } from '../../engine/keys';
import { openJournalReader, type JournalReader } from '../../followers/relay/journal-reader';
import { testSettings } from '../support/environment';
import { until } from '../support/wait';
import { World } from './world';

let world: World;
let reader: JournalReader;
let failures: unknown[];
beforeEach(async () => {
  world = await World.start({}, new Redis((await testSettings()).redisUrl));
  await world.open();
  failures = [];
  reader = openJournalReader(world.redis, (err) => failures.push(err));
});
afterEach(async () => {
  await reader.stop();
  await world.stop();
});

/** Versions of the world's book in the order in which they arrive. */
function follow(from = 0): { readonly versions: number[]; readonly end: () => void } {
  const versions: number[] = [];
  const end = reader.subscribe({
    key: epochKeys(world.book, 1).events,
    from: { epoch: 1, version: from },
    deliver: (events) => versions.push(...events.map(({ version }) => version)),
  });
  return { versions, end };
}

const soon = (what: string) => ({ what, timeoutMs: 10_000 });

test('an entry that this release does not know is reported, and the reader goes on', async () => {
  const key = `strange:${randomUUID()}`;
  const later = Buffer.concat([Buffer.from([200]), Buffer.alloc(72)]); // a kind of event to come
  reader.subscribe({ key, from: { epoch: 1, version: 0 }, deliver: () => undefined });
  const { versions } = follow();
  await world.place();
  await until(() => versions.length === 1, soon('the first change'));
  await world.redis.xadd(key, '1-1', 'e', later);
  await until(() => failures.length > 0, soon('the report'));
  await world.place();
  await until(() => versions.length === 2, soon('the next change'));
  expect(versions).toEqual([1, 2]);
});

test('a book that was left is followed again, from wherever it is wanted', async () => {
  const first = follow();
  await world.place();
  await until(() => first.versions.length === 1, soon('the first change'));
  expect(() => follow()).toThrow('followed already');
  first.end();
  const second = follow(0);
  await world.place();
  await until(() => second.versions.length === 2, soon('both changes'));
  expect(first.versions).toEqual([1]);
  expect(second.versions).toEqual([1, 2]);
  expect(failures).toEqual([]);
});
