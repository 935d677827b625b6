import type { Model } from 'mongoose';
import {
  CLAIM,
  MODEL,
  recordsForFile,
  fundedAccount,
  openRecords,
  placedAsk,
  reserve,
  settlement,
} from './scenario';

const records = recordsForFile();

describe('the models', () => {
  it('refuse an unknown field in a document and in a filter', async () => {
    await expect(
      records.models.books.create({
        _id: 'a|spot',
        epoch: 1,
        updatedAt: new Date(),
        epcoh: 2,
      } as never),
    ).rejects.toThrow('epcoh');
    await expect(records.models.books.findOne({ epcoh: 2 } as never)).rejects.toThrow('epcoh');
  });

  it('refuse an operator where a value belongs', async () => {
    const filter = { owner: { $ne: 'nobody' } };
    await expect(records.models.accounts.find(filter)).rejects.toThrow('Cast to string failed');
  });

  it('refuse what is no quantity and what no int64 holds', async () => {
    const now = new Date();
    const balance = { postedScale8: 0n, heldScale8: 0n, version: 0, updatedAt: now };
    const { balances } = records.models;
    await expect(balances.create({ ...balance, _id: 'a', version: 0.5 })).rejects.toThrow(
      'version',
    );
    await expect(
      balances.create({ ...balance, _id: 'a', postedScale8: 2n ** 63n }),
    ).rejects.toThrow('postedScale8');
  });

  it('accept every record that the ledger writes', async () => {
    const accountId = await fundedAccount(records, 1_000_000_000n);
    const askId = await placedAsk(records, { capacityTokens: 5_000 });
    const settledId = await reserve(records, { accountId, askId, quantityTokens: 1_000 });
    await records.ledger.settleFill(settlement(settledId, 500));
    const releasedId = await reserve(records, { accountId, askId, quantityTokens: 1_000 });
    await records.ledger.releaseFill({ fillId: releasedId, reason: 'seller_failed' });
    const book = { modelId: MODEL, tenor: 'spot' } as const;
    await records.ledger.abandonFill({ fillId: 'tombstone', askId, book });
    await (await records.loadBook(book, CLAIM)).close();
    const fill = await records.fills.findOne({ _id: settledId });
    await records.ledger.payout({ sellerId: fill!.sellerId, amountScale8: 1n, reference: 'p' });

    for (const model of Object.values<Model<unknown>>(records.models as never)) {
      for (const document of await model.find()) await document.validate();
    }
    expect(await records.models.fills.countDocuments()).toBe(3);
    expect((await records.models.asks.findById(askId))?.soldTokens).toBe(500);
  });
});

describe('connecting', () => {
  it('makes the indexes that the records name, and finds them the second time', async () => {
    const again = await openRecords(records.connection.name);
    const indexes = await again.sellers.indexes();
    await again.close();
    expect(indexes.filter(({ unique }) => unique).map(({ key }) => key)).toEqual([
      { endpointUrl: 1 },
      { heldEndpoint: 1 },
      { apiKeyHash: 1 },
    ]);
  });

  it.each([
    ['journals', { sellerId: 'one', kind: 'capture' }],
    ['journals', { orderId: 'one' }],
    ['sellers', { owner: 'one' }],
    ['sellers', { nameKey: 'one' }],
    ['sellers', { heldEndpoint: 'one' }],
    ['sellers', { endpointIdentity: null }],
    ['holds', { accountId: 'one', status: 'open' }],
    ['asks', { modelId: MODEL, tenor: 'spot', status: 'active' }],
    ['asks', { status: 'active', expiresAt: { $lte: new Date() } }],
    ['fills', { modelId: MODEL, tenor: 'spot', status: 'reserved' }],
    ['fills', { orderId: 'one', status: 'reserved' }],
    ['orders', { status: 'open', updatedAt: { $lt: new Date() } }],
  ] as const)('finds %s by %o in an index', async (name, filter) => {
    const { queryPlanner } = await records.connection.collection(name).find(filter).explain();
    expect(JSON.stringify(queryPlanner.winningPlan)).toContain('"IXSCAN"');
  });
});
