/** Asks that are sold while their book is lost again and again, before their request was answered. */
import type { Stores } from '../../processes/parts';
import type { WritableRecords } from '../../records/connect';
import { fundedAccount, reserve, settlement } from '../records/scenario';
import { CAPACITY_TOKENS, createOwnAsk, openTestStores } from './own-ask';

let stores: Stores;
let records: WritableRecords;
beforeAll(async () => {
  stores = await openTestStores();
  records = stores.records as WritableRecords;
});
afterAll(() => stores.close());

/** Creates an ask whose book is lost at each try to place it. */
async function createdIn(meanwhile: (askId: string, epoch: number) => Promise<void>) {
  let isSold = false;
  const { askId, ask: created } = await createOwnAsk(stores, (id) => ({
    reopen: async (book) => {
      await stores.reopen(book);
      const epoch = (await stores.books.epochOf(book))!;
      if (!isSold) await meanwhile(id, epoch);
      isSold = true;
      await stores.books.invalidate(book, epoch);
    },
  }));
  return { askId, created };
}

async function sell(askId: string, epoch: number, quantityTokens: number): Promise<string> {
  const accountId = await fundedAccount(records, 10_000_000_000n);
  return reserve(records, { accountId, askId, quantityTokens, epoch });
}

test('one that was sold out is the answer: its key makes no other one', async () => {
  const { askId, created } = await createdIn(async (id, epoch) => {
    const fillId = await sell(id, epoch, CAPACITY_TOKENS);
    await records.ledger.settleFill(settlement(fillId, CAPACITY_TOKENS));
  });
  expect((await created)._id).toBe(askId);
  expect(await records.asks.findOne({ _id: askId })).toMatchObject({
    status: 'filled',
    soldTokens: CAPACITY_TOKENS,
  });
});

test('so is one that was withdrawn after a part of it was sold', async () => {
  const { askId, created } = await createdIn(async (id, epoch) => {
    await sell(id, epoch, 400);
    await records.asks.updateOne({ _id: id }, { $set: { sequence: null } });
  });
  expect((await created)._id).toBe(askId);
  expect(await records.asks.findOne({ _id: askId })).toMatchObject({ reservedTokens: 400 });
});

test('one of which nothing was sold is withdrawn, and refused', async () => {
  const { askId, created } = await createdIn(async (id) => {
    const { sellerId } = (await records.asks.findOne({ _id: id }))!;
    await records.ledger.asks.cancel(id, sellerId);
  });
  await expect(created).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(await records.asks.findOne({ _id: askId })).toMatchObject({ status: 'cancelled' });
});
