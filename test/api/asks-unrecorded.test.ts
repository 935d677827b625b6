/** An ask that crosses while nothing can be recorded is answered with what its book has left. */
import type { OrderBooks } from '../../engine/book';
import type { Stores } from '../../processes/parts';
import { asDouble } from '../../records/collections';
import type { WritableRecords } from '../../records/connect';
import { CAPACITY_TOKENS, createOwnAsk, openTestStores } from './own-ask';

const LEFT_TOKENS = 400;
/** Of which a creation waits ten when all can be reached. */
const WITHIN_MS = 8_000;

let stores: Stores;
let records: WritableRecords;
beforeAll(async () => {
  stores = await openTestStores();
  records = stores.records as WritableRecords;
});
afterAll(() => stores.close());

/** An ask whose book sells a part of it at once. */
async function created(readiness: (askId: string) => Promise<{ readonly ready: boolean }>) {
  const place = async () =>
    ({ status: 'placed', sequence: 1, epoch: 1, remainingTokens: LEFT_TOKENS }) as const;
  const books = Object.create(stores.books, { place: { value: place } }) as OrderBooks;
  return (await createOwnAsk(stores, (askId) => ({ books, readiness: () => readiness(askId) })))
    .ask;
}

test('an ask that crosses is answered at once while a part is away', async () => {
  const startedAtMs = performance.now();
  const ask = await created(async () => ({ ready: false }));
  expect(performance.now() - startedAtMs).toBeLessThan(WITHIN_MS);
  expect(ask).toMatchObject({ status: 'active', remainingTokens: LEFT_TOKENS });
});

test('an ask that crosses is answered as it is recorded while all parts can be reached', async () => {
  const soldTokens = CAPACITY_TOKENS - LEFT_TOKENS;
  const sold = { soldTokens: asDouble(soldTokens), remainingTokens: asDouble(LEFT_TOKENS) };
  let looks = 0;
  const ask = await created(async (askId) => {
    if ((looks += 1) === 2) await records.asks.updateOne({ _id: askId }, { $set: sold });
    return { ready: true };
  });
  expect(looks).toBe(2);
  expect(ask).toMatchObject({ remainingTokens: LEFT_TOKENS, soldTokens });
});
