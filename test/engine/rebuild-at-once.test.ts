/**
 * Rebuilds that overlap, die or sleep: the epoch of a book in Redis is always the one that MongoDB
 * gave last, or the book is closed.
 */
import { controlKey, epochsKey } from '../../engine/keys';
import { type ReadSource, rebuildBook } from '../../engine/rebuild';
import { RebuildClaim, RebuildSuperseded } from '../../engine/rebuild-claim';
import { recordsForFile } from '../records/scenario';
import { Random, SEED } from '../support/random';
import { until } from '../support/wait';
import { World } from './world';

/** As engine/functions/rebuild.lua has it. */
const SILENCE_MS = 5_000;

const records = recordsForFile();
let world: World;
beforeEach(async () => {
  world = await World.start();
});
afterEach(() => world.stop());

const rebuild = (source: ReadSource = records.loadBook) =>
  rebuildBook(world.books, world.book, source);
const epochs = async () => [
  await world.books.epochOf(world.book),
  await records.epochOf(world.book),
];

/** What a further rebuild is told. A failed test would print the whole connection of a won claim. */
async function answerToAnother(): Promise<string> {
  const claim = await RebuildClaim.win(world.books.functions, world.book);
  if (typeof claim === 'string') return claim;
  await claim.end();
  return 'claimed';
}

/** A rebuild that stood still for so long that the next one may take its place. */
const fallSilent = () => world.redis.hdel(controlKey(world.book), 'rebuilding');

test('a rebuild that another one overtakes while it reads opens nothing, and the other one does', async () => {
  let overtaking: Promise<unknown> = Promise.resolve();
  const overtaken = await rebuild(async (book, claim) => {
    const read = await records.loadBook(book, claim);
    await fallSilent();
    await new Promise<void>((resolve) => {
      const hasRead: ReadSource = async (...args) => {
        const later = await records.loadBook(...args);
        resolve();
        return later;
      };
      overtaking = rebuild(hasRead);
    });
    return read;
  });
  expect(overtaken).toEqual({ status: 'superseded' });
  expect(await overtaking).toMatchObject({ status: 'opened', epoch: 2 });
  expect(await epochs()).toEqual([2, 2]);
});

test('a rebuild that wakes up after another one has opened the book leaves the records alone', async () => {
  const late = await rebuild(async (book, claim) => {
    await fallSilent();
    await rebuild();
    return records.loadBook(book, claim);
  });
  expect(late).toEqual({ status: 'superseded' });
  expect(await epochs()).toEqual([1, 1]);
});

test('one that falls asleep between its look at the epoch and its raise raises nothing', async () => {
  await rebuild();
  let isFirst = true;
  const late = await rebuild((book, claim) =>
    records.loadBook(book, {
      fence: claim.fence,
      async confirm() {
        await claim.confirm();
        if (!isFirst) return;
        isFirst = false;
        await fallSilent();
        for (let times = 0; times < 2; times += 1) await rebuild();
      },
    }),
  );
  expect(late).toEqual({ status: 'superseded' });
  expect(await epochs()).toEqual([3, 3]);
});

describe('a rebuild that another one overtakes while it loads', () => {
  const claimed = async () => {
    const claim = await RebuildClaim.win(world.books.functions, world.book);
    if (typeof claim === 'string') throw new Error(claim);
    return claim;
  };
  const begun = async (epoch: number) => {
    const claim = await claimed();
    await claim.step('rebuild_begin', epoch, [claim.fence]);
    return claim;
  };
  const load = (claim: RebuildClaim, epoch: number, batch: number) =>
    claim.step('rebuild_load_asks', epoch, [batch, '', '']);
  const open = (claim: RebuildClaim, epoch: number, batches: number) =>
    claim.step('rebuild_open', epoch, [batches, 0, '']);

  test.each(['before the other one begins', 'after it'])(
    'writes nothing more, %s',
    async (when) => {
      const late = await begun(1);
      await load(late, 1, 1);
      await fallSilent();
      const next = when === 'after it' ? await begun(2) : await claimed();
      await expect(load(late, 1, 2)).rejects.toThrow(RebuildSuperseded);
      await expect(open(late, 1, 1)).rejects.toThrow(RebuildSuperseded);
      expect(await world.redis.hget(epochsKey(world.book), '1')).toBe('1');
      expect((await epochs())[0]).toBeNull();
      await Promise.all([late.end(), next.end()]);
    },
  );

  test('cannot do so with an epoch of its own under the claim of the other one', async () => {
    const next = await begun(2);
    await expect(next.step('rebuild_begin', 1, [2])).rejects.toThrow(RebuildSuperseded);
    await world.redis.hset(epochsKey(world.book), '1', 0);
    await expect(load(next, 1, 1)).rejects.toThrow(RebuildSuperseded);
    await expect(open(next, 1, 0)).rejects.toThrow(RebuildSuperseded);
    await next.end();
  });

  test('a batch that does not follow the last one is refused: Redis has lost one', async () => {
    const claim = await begun(1);
    await expect(load(claim, 1, 2)).rejects.toThrow(RebuildSuperseded);
    await load(claim, 1, 1);
    await expect(load(claim, 1, 1)).rejects.toThrow(RebuildSuperseded);
    await expect(open(claim, 1, 2)).rejects.toThrow(RebuildSuperseded);
    expect(await open(claim, 1, 1)).toMatchObject({ status: 'opened' });
    await claim.end();
  });
});

test('a rebuild keeps its claim for as long as it reads', async () => {
  const slow = await rebuild(async (book, claim) => {
    for (let times = 0; times < 2; times += 1) {
      await world.pass(SILENCE_MS - 1);
      await until(async () => (await keptUntil()) === world.nowMs + SILENCE_MS, {
        what: 'the renewal of the claim',
      });
      expect(await answerToAnother()).toBe('superseded');
    }
    return records.loadBook(book, claim);
  });
  expect(slow).toMatchObject({ status: 'opened' });
});

async function keptUntil(): Promise<number> {
  return Number(await world.redis.hget(controlKey(world.book), 'rebuilding'));
}

test('a rebuild that was killed is followed by another one, not before it was silent for long', async () => {
  await world.books.functions.call('rebuild_claim', world.book, ['killed', '']);
  await world.pass(SILENCE_MS - 1);
  expect(await answerToAnother()).toBe('superseded');
  await world.pass(1);
  expect(await rebuild()).toMatchObject({ status: 'opened', epoch: 1 });
});

test('a rebuild that failed is followed at once', async () => {
  const failing = rebuild(() => Promise.reject(new Error('MongoDB is unavailable')));
  await expect(failing).rejects.toThrow('MongoDB is unavailable');
  expect(await rebuild()).toMatchObject({ status: 'opened' });
});

test('a claim that Redis lost is lost: nothing is raised or opened under it', async () => {
  const claim = await RebuildClaim.win(world.books.functions, world.book);
  if (typeof claim === 'string') throw new Error(claim);
  await world.redis.del(controlKey(world.book));
  await expect(records.loadBook(world.book, claim)).rejects.toThrow(RebuildSuperseded);
  await claim.end();
  expect(await epochs()).toEqual([null, null]);
});

test('records that were restored to an earlier epoch go on above that of the engine', async () => {
  for (let times = 0; times < 3; times += 1) await rebuild();
  await records.books.updateOne({ _id: `${world.book.modelId}|spot` }, { $set: { epoch: 1 } });
  expect(await rebuild()).toMatchObject({ status: 'opened', epoch: 4 });
});

test(`many at once, overtaking each other anywhere, agree in the end (seed ${SEED})`, async () => {
  const random = new Random(SEED);
  const stumbling: ReadSource = async (book, claim) => {
    const read = await records.loadBook(book, claim);
    if (random.isLikely(0.5)) await fallSilent();
    return read;
  };
  for (let round = 0; round < 5; round += 1) {
    await Promise.all(Array.from({ length: 6 }, () => rebuild(stumbling)));
    const [engine, recorded] = await epochs();
    expect([recorded, null]).toContain(engine);
  }
});
