/** An ask whose book stays away is withdrawn, unless some of it is sold before that: then it stands. */
import { fail } from '../../domain/errors';
import type { OrderBooks } from '../../engine/book';
import type { Stores } from '../../processes/parts';
import { asDouble } from '../../records/collections';
import type { WritableRecords } from '../../records/connect';
import { createOwnAsk, openTestStores } from './own-ask';

let stores: Stores;
let records: WritableRecords;
beforeAll(async () => {
  stores = await openTestStores();
  records = stores.records as WritableRecords;
});
afterAll(() => stores.close());

/** An ask that its book does not take. @param meanwhile while it is withdrawn */
function created(meanwhile: (askId: string) => Promise<unknown>) {
  return createOwnAsk(stores, (askId) => {
    const away: Pick<OrderBooks, 'cancel' | 'place'> = {
      place: () => Promise.reject(fail('service_unavailable')),
      cancel: async (order) => {
        await meanwhile(askId);
        return stores.books.cancel(order);
      },
    };
    const books = Object.create(stores.books, {
      place: { value: away.place },
      cancel: { value: away.cancel },
    }) as OrderBooks;
    return { books };
  });
}

test('its seller is told of the ask when a rebuilt book has sold some of it', async () => {
  const sold = { soldTokens: asDouble(10), remainingTokens: asDouble(990) };
  const sell = (_id: string) => records.asks.updateOne({ _id }, { $set: sold });
  const { askId, ask } = await created(sell);
  expect(await ask).toMatchObject({ _id: askId });
});

test('and is refused when nothing is sold', async () => {
  const { askId, ask } = await created(() => Promise.resolve());
  await expect(ask).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(await records.asks.findOne({ _id: askId })).toMatchObject({ status: 'cancelled' });
});
