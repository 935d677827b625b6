/** What an ask has to do with its seller: a rebuilt book knows its owner, and an offer wakes who slept. */
import { randomUUID } from 'node:crypto';
import { v7 as uuidV7 } from 'uuid';
import type { SellerDocument } from '../../records/documents/seller';
import { openBook } from './read-book';
import { MODEL, clearRecords, recordsForFile, placedAsk } from './scenario';

const BOOK = { modelId: MODEL, tenor: 'spot' } as const;

const records = recordsForFile();
beforeEach(() => clearRecords(records));

async function newSeller(parts: Partial<SellerDocument>): Promise<string> {
  const [_id, at] = [randomUUID(), new Date()];
  await records.sellers.insertOne({
    _id,
    name: 'Seller',
    endpointUrl: `https://${_id}.example`,
    apiKeyHash: _id,
    supportedModels: [],
    regions: [],
    owner: null,
    quotas: {},
    standing: 'Active',
    registeredAt: at,
    updatedAt: at,
    ...parts,
  });
  return _id;
}

test('a book that is rebuilt knows who owns the sellers of its asks', async () => {
  const owned = await newSeller({ owner: 'acme' });
  const free = await newSeller({ owner: null });
  for (const sellerId of [owned, free]) {
    await placedAsk(records, { sellerId, capacityTokens: 1_000 });
  }
  const { asks } = await openBook(records, BOOK);
  const owners = new Map(asks.map(({ sellerId, owner }) => [sellerId, owner]));
  expect(owners).toEqual(
    new Map([
      [owned, 'acme'],
      [free, null],
    ]),
  );
});

test('an offer wakes a seller that slept', async () => {
  const sellerId = await newSeller({ asleepSince: new Date() });
  const createdAt = new Date();
  const { status } = await records.ledger.asks.offer({
    apiKeyHash: sellerId,
    ask: {
      askId: uuidV7(),
      sellerId,
      surface: 'market',
      modelId: MODEL,
      tenor: 'spot',
      region: 'us-east',
      priceScale8: 1n,
      capacityTokens: 1e3,
      lotTokens: 1,
      validForSeconds: 60,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + 6e4),
    },
  });
  expect(status).toBe('offered');
  expect(await records.sellers.findOne({ _id: sellerId })).toMatchObject({ asleepSince: null });
});
