/** A part of what an order is called finds it: of its id, of its ticket's, or of its instrument. */
import { asDouble } from '../../records/collections';
import { contractOrderDocument } from '../../records/ledger/open-contract-order';
import { searchOrders } from '../../records/queries/search-orders';
import { recordsForFile, fundedAccount } from '../records/scenario';
import { newOrder } from './records-scenario';

const records = recordsForFile();

test('one order among others of its account', async () => {
  const accountId = await fundedAccount(records, 1n);
  const state = { filledTokens: 0, costScale8: 0n, status: 'open', fillCount: 0 } as const;
  const orders = ['one-7b', 'two-8b', 'three-9b'].map((modelId) =>
    contractOrderDocument(newOrder(accountId, { modelId }), state, new Date()),
  );
  await records.contractOrders.insertMany(
    orders.map((order, at) => ({ ...order, sequence: asDouble(at + 1) })),
  );
  const wanted = orders[1]!;
  for (const text of [wanted._id.slice(-12), wanted.ticketId!.slice(-12), 'wo-8']) {
    const search = { accountId, modelId: undefined, region: undefined, status: undefined };
    const query = { ...search, text, behindId: null };
    const found = await searchOrders(records.contractOrders, query, 10);
    expect(found.items.map(({ _id }) => _id)).toEqual([wanted._id]);
  }
});
