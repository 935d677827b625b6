/** Owner and quotas of a seller: what the operator set is what stands, with a row for each change. */
import { randomUUID } from 'node:crypto';
import { type TermsChange, setSellerTerms } from '../../exchange/sellers/seller-terms';
import { recordsForFile } from '../records/scenario';
import { Random, SEED } from '../support/random';

const records = recordsForFile();

async function registered(): Promise<string> {
  const _id = randomUUID();
  const now = new Date();
  await records.sellers.insertOne({
    _id,
    name: 'Seller',
    endpointUrl: `https://${_id}.example/v1`,
    apiKeyHash: _id,
    supportedModels: [],
    regions: [],
    standing: 'Active',
    owner: null,
    quotas: {},
    registeredAt: now,
    updatedAt: now,
  });
  return _id;
}

const set = (sellerId: string, change: Partial<TermsChange>) =>
  setSellerTerms(records, sellerId, {
    owner: undefined,
    quotas: {},
    reason: undefined,
    requestId: randomUUID(),
    ...change,
  });

async function termsOf(_id: string) {
  const { owner, quotas } = (await records.sellers.findOne({ _id }))!;
  return { owner, quotas };
}

const rowsOf = (sellerId: string) =>
  records.sellerChanges.find({ sellerId }).sort({ at: 1, _id: 1 }).toArray();

const quota = (limit: number) => ({ limit, windowSeconds: 60 });

test('null removes an owner and a quota, and what is not named stays', async () => {
  const sellerId = await registered();
  await set(sellerId, { owner: 'one', quotas: { asks: quota(1), capacity: quota(2) } });
  await set(sellerId, { quotas: { asks: null } });
  expect(await termsOf(sellerId)).toEqual({ owner: 'one', quotas: { capacity: quota(2) } });
  await set(sellerId, { owner: null });
  expect(await termsOf(sellerId)).toEqual({ owner: null, quotas: { capacity: quota(2) } });
  expect((await rowsOf(sellerId)).map(({ reason }) => reason)).toEqual([
    'Owner one instead of none; Quota of asks 1/60 s instead of by default; Quota of capacity 2/60 s instead of by default.',
    'Quota of asks by default instead of 1/60 s.',
    'Owner none instead of one.',
  ]);
});

test('a change without effect leaves no row', async () => {
  const sellerId = await registered();
  await set(sellerId, { owner: 'one', reason: 'a reason' });
  await set(sellerId, { owner: 'one' });
  await set(sellerId, {});
  expect(await rowsOf(sellerId)).toHaveLength(1);
});

test('nobody changes a seller that there is not', async () => {
  await expect(set(randomUUID(), { owner: 'one' })).rejects.toMatchObject({ code: 'not_found' });
});

test(`of changes at once none undoes another one, seed ${SEED}`, async () => {
  const random = new Random(SEED);
  for (let round = 0; round < 10; round += 1) {
    const sellerId = await registered();
    const [asks, capacity] = [quota(random.between(1, 99)), quota(random.between(1, 99))];
    await Promise.all([
      set(sellerId, { owner: 'one' }),
      set(sellerId, { quotas: { asks } }),
      set(sellerId, { quotas: { capacity } }),
    ]);
    expect(await termsOf(sellerId)).toEqual({ owner: 'one', quotas: { asks, capacity } });
    expect(await rowsOf(sellerId)).toHaveLength(3);
  }
});
