/** Where an order stands according to the records: its place in a book, and what it still buys. */
import { bookName } from '../../domain/instruments';
import { asDouble } from '../../records/collections';
import { recordsForFile, fundedAccount, placedAsk } from '../records/scenario';
import { boughtTicket, newOrder } from './records-scenario';

const USD = 100_000_000n;
const BOOK = { modelId: 'rebuilt', tenor: 'spot' } as const;

const records = recordsForFile();

test('a place in a book that was rebuilt since is none', async () => {
  const order = newOrder(await fundedAccount(records, 10n * USD), { modelId: BOOK.modelId });
  const { capacity } = records.ledger;
  await capacity.open(order);
  const epochIs = (epoch: number) =>
    records.books.updateOne(
      { _id: bookName(BOOK) },
      { $set: { epoch: asDouble(epoch) } },
      { upsert: true },
    );
  await epochIs(1);
  expect(await capacity.placed(order._id, BOOK, { sequence: 7, epoch: 1 })).toBe(true);
  await epochIs(2);
  expect(await capacity.placed(order._id, BOOK, { sequence: 8, epoch: 1 })).toBe(false);
});

test('a ticket that was bought buys no more', async () => {
  const accountId = await fundedAccount(records, 10n * USD);
  const askId = await placedAsk(records, { capacityTokens: 1_000 });
  const { contractId } = await boughtTicket(records, { accountId, askId, quantityTokens: 1_000 });
  expect(await records.contractOrders.findOne({ contractId })).toMatchObject({
    status: 'filled',
    filledTokens: 1e3,
    openTokens: 0,
  });
});
