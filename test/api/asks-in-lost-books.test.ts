/** Asks whose book is lost again and again while they are placed. */
import type { BookId } from '../../domain/instruments';
import type { Stores } from '../../processes/parts';
import { createOwnAsk, openTestStores } from './own-ask';

let stores: Stores;
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(() => stores.close());

test('an ask that a rebuild has placed is the answer: its key makes no other one', async () => {
  const lossesMax = 3;
  let losses = 0;
  const reopen = async (book: BookId) => {
    await stores.reopen(book);
    if (++losses > lossesMax) return;
    const epoch = await stores.books.epochOf(book);
    await stores.books.invalidate(book, epoch!);
  };
  const { askId, ask } = await createOwnAsk(stores, () => ({ reopen }));
  expect((await ask)._id).toBe(askId);
  expect(losses).toBe(lossesMax);
  expect(await stores.records.asks.findOne({ _id: askId })).toMatchObject({ status: 'active' });
});
