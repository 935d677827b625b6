/** What a match needs of its seller is read seldom, and what has changed counts after a few seconds. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { SellerDirectory } from '../../exchange/sellers/seller-directory';
import { recordsForFile } from '../records/scenario';

const records = recordsForFile();
afterEach(() => jest.restoreAllMocks());

const spelling = (name: string) => [{ modelId: 'model', name }];

/** A seller as far as a match goes. @returns its id */
async function seller(name: string, score: number | null): Promise<string> {
  const sellerId = randomUUID();
  const endpointUrl = `https://${sellerId}.example/v1`;
  const row = { _id: sellerId, apiKeyHash: sellerId, endpointUrl, modelSpellings: spelling(name) };
  await records.sellers.insertOne(row as never, { bypassDocumentValidation: true });
  if (score !== null) await scored(sellerId, score);
  return sellerId;
}

async function scored(sellerId: string, score: number): Promise<void> {
  const { collection } = records.models.reputations;
  const newest = { $push: { snapshots: { $each: [{ score }], $position: 0 } } };
  const options = { upsert: true, bypassDocumentValidation: true };
  await collection.updateOne({ _id: sellerId as never }, newest as never, options);
}

/** From now on so many seconds have passed. */
function clock(): (seconds: number) => Promise<void> {
  const startMs = performance.now();
  const now = jest.spyOn(performance, 'now');
  return async (seconds) => {
    now.mockReturnValue(startMs + seconds * 1_000);
    await delay(2); // the cache looks at the clock once in a millisecond
  };
}

test('another spelling and another score count when a few seconds have passed', async () => {
  const [sellerId, other] = [await seller('old', 95), await seller('other', null)];
  const directory = new SellerDirectory(records);
  const read = async () => {
    const { modelSpellings } = await directory.sellerOf(sellerId);
    return [modelSpellings[0]!.name, await directory.venueClassOf(sellerId)];
  };
  const pass = clock();
  await pass(0);
  expect(await read()).toEqual(['old', 'prime']);
  expect(await directory.venueClassOf(other)).toBe('unrated');
  const { collection } = records.models.sellers;
  await collection.updateOne(
    { _id: sellerId as never },
    { $set: { modelSpellings: spelling('new') } },
    { bypassDocumentValidation: true },
  );
  await scored(sellerId, 60);
  await pass(4);
  expect(await read()).toEqual(['old', 'prime']);
  await pass(6);
  expect(await read()).toEqual(['new', 'basic']);
});

test('each seller has its own endpoint, and one that there is not fails', async () => {
  const ids = [await seller('a', 75), await seller('b', 10)];
  const directory = new SellerDirectory(records);
  const found = await Promise.all(ids.map((id) => directory.sellerOf(id)));
  expect(found.map(({ endpointUrl }) => endpointUrl)).toEqual(
    ids.map((id) => `https://${id}.example/v1`),
  );
  expect(await Promise.all(ids.map((id) => directory.venueClassOf(id)))).toEqual([
    'standard',
    'basic',
  ]);
  await expect(directory.sellerOf(randomUUID())).rejects.toThrow('No seller');
});
