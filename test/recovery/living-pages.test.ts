/** Open orders in pages that workers share: each in one page of a round, each page with one worker. */
import { randomUUID } from 'node:crypto';
import { uuidV7At } from '../../domain/ids';
import { livingKinds } from '../../followers/living/kinds';
import { type LivingPage, LivingPages } from '../../followers/living/pages';
import { recordsForFile } from '../records/scenario';
import { until } from '../support/wait';

const PER_PAGE = 3;
/** More than any test here has. */
const PAGES_MAX = 100;
const NEVER_MS = 3_600_000;

const records = recordsForFile();
afterEach(async () => {
  await records.contractOrders.deleteMany({});
  await records.followers.deleteMany({});
});

/** @returns the ids of open orders, in their order */
async function rest(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => uuidV7At(Date.now(), randomUUID())).sort();
  const orders = ids.map((_id) => ({ _id, status: 'open', updatedAt: new Date(0) }));
  await records.contractOrders.insertMany(orders as never);
  return ids;
}

function worker({ leaseMs = NEVER_MS, pauseMs = NEVER_MS } = {}): LivingPages {
  return new LivingPages(livingKinds(records, {} as never)[0]!, records, {
    holder: randomUUID(),
    perPage: PER_PAGE,
    leaseMs,
    pauseMs,
  });
}

async function takeAll(pages: LivingPages): Promise<LivingPage[]> {
  const taken: LivingPage[] = [];
  while (taken.length < PAGES_MAX) {
    const page = await pages.take();
    if (!page) return taken;
    taken.push(page);
  }
  throw new Error('a round without an end');
}

const idsIn = (ids: readonly string[], pages: readonly LivingPage[]) =>
  pages.flatMap(({ afterId, upToId }) => ids.filter((id) => id > afterId && id <= upToId)).sort();

test('workers that take pages at the same time have each order once between them', async () => {
  const ids = await rest(20 * PER_PAGE + 1);
  const workers = Array.from({ length: 8 }, () => worker());
  const taken = await Promise.all(workers.map(takeAll));
  expect(idsIn(ids, taken.flat())).toEqual(ids);
  expect(taken.flat()).toHaveLength(21);
  expect(new Set(taken.flat().map(({ id }) => id)).size).toBe(21);
});

test('a page stays with the worker that has it, and is nobody’s when it is done', async () => {
  const ids = await rest(2 * PER_PAGE);
  const [one, other] = [worker(), worker()];
  const first = (await one.take())!;
  const rested = await takeAll(other);
  expect(idsIn(ids, [first])).toEqual(ids.slice(0, PER_PAGE));
  expect(idsIn(ids, rested)).toEqual(ids.slice(PER_PAGE));
  await other.done(first); // it is not its own
  expect(await records.followers.countDocuments({ _id: first.id })).toBe(1);
  await one.done(first);
  expect(await records.followers.countDocuments({ _id: first.id })).toBe(0);
});

test('a page of a worker that died is taken by one other, when its lease is over', async () => {
  const ids = await rest(PER_PAGE + 1);
  const lost = (await worker({ leaseMs: 1 }).take())!;
  const living = worker();
  const again = await until(
    async () => {
      const page = await living.take();
      return page?.id === lost.id ? page : null;
    },
    { what: 'the page of the dead one' },
  );
  expect(again).toEqual(lost);
  expect(idsIn(ids, [again])).toEqual(ids.slice(0, PER_PAGE));
  expect((await takeAll(worker())).map(({ id }) => id)).not.toContain(lost.id);
});

test('the next round has every order again, behind the pause and not before it', async () => {
  const ids = await rest(PER_PAGE + 1);
  const pages = worker();
  const first = await takeAll(pages);
  expect(idsIn(ids, first)).toEqual(ids);
  expect(await pages.take()).toBeNull();
  await Promise.all(first.map((page) => pages.done(page)));
  await records.followers.updateOne(
    { _id: 'contract-orders' },
    { $set: { leaseUntil: new Date() } },
  );
  const second = await until(() => pages.take(), { what: 'the next round' });
  expect(idsIn(ids, [second, ...(await takeAll(pages))])).toEqual(ids);
});
