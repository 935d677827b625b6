/** The search of a buyer's requests: every one that is meant, once, over all pages and bounds. */
import { v7 as uuidV7 } from 'uuid';
import { SCANNED_PER_PAGE } from '../../records/queries/bounded-search';
import { type RequestSearch, searchRequests } from '../../records/queries/search-requests';
import { Random, SEED } from '../support/random';
import { recordsForFile } from './scenario';

const COUNT = 2 * SCANNED_PER_PAGE + 200;
const NOW = Date.now() - 60_000;

const random = new Random(SEED);
/** Newest first, one each second. */
const requests = Array.from({ length: COUNT }, (_, at) => {
  const createdAt = new Date(NOW - at * 1_000);
  // The last ones of a search, and some between them.
  const isRare = at % SCANNED_PER_PAGE === SCANNED_PER_PAGE - 1 || random.between(1, 200) === 1;
  const _id = uuidV7({ msecs: createdAt.getTime() });
  return { _id, createdAt, accountId: 'buyer', modelId: isRare ? 'rare' : 'common', bid: 'secret' };
});

const records = recordsForFile();
beforeAll(async () => {
  await records.orders.insertMany([
    ...requests,
    { ...requests[0]!, _id: uuidV7(), accountId: 'another' },
  ] as never);
});

async function everyId(query: Partial<RequestSearch>, count: number): Promise<string[]> {
  const ids: string[] = [];
  let behindId: string | null = null;
  for (;;) {
    const search: RequestSearch = {
      accountId: 'buyer',
      modelId: undefined,
      status: undefined,
      requestId: undefined,
      from: undefined,
      to: undefined,
      ...query,
      behindId,
    };
    const found = await searchRequests(records, search, count);
    ids.push(...found.items.map(({ _id }) => _id));
    for (const request of found.items) expect(request).not.toHaveProperty('bid');
    behindId = found.items.length === count ? found.items.at(-1)!._id : found.searchedToId;
    if (behindId === null) return ids;
  }
}

const idsOf = (some: typeof requests) => some.map(({ _id }) => _id);

test(`of a model, beyond the bounds of one search, seed ${SEED}`, async () => {
  const rare = requests.filter(({ modelId }) => modelId === 'rare');
  for (const count of [1, 5, 100])
    expect(await everyId({ modelId: 'rare' }, count)).toEqual(idsOf(rare));
});

test('of a period: its first moment belongs to it, its last one does not', async () => {
  const [newer, older] = [requests[20]!, requests[60]!];
  const period = { from: older.createdAt, to: newer.createdAt };
  const meant = idsOf(requests.slice(21, 61));
  for (const count of [7, 40, 100]) expect(await everyId(period, count)).toEqual(meant);
  expect(await everyId({ from: older.createdAt }, 100)).toEqual(idsOf(requests.slice(0, 61)));
  expect(await everyId({ to: requests[COUNT - 30]!.createdAt }, 7)).toEqual(
    idsOf(requests.slice(COUNT - 29)),
  );
});
