/** What a rebuild reads of orders for capacity: their order in time, and the numbers of their fills. */
import { bookName } from '../../domain/instruments';
import { fillOrder, newOrder, nthFill } from '../contracts/records-scenario';
import { openBook } from './read-book';
import {
  EPOCH,
  MODEL,
  clearRecords,
  recordsForFile,
  expectSound,
  fundedAccount,
  placedAsk,
} from './scenario';

const ONE = 100_000_000n;
const BOOK = { modelId: MODEL, tenor: 'spot' } as const;

const records = recordsForFile();
let accountId: string;
beforeEach(async () => {
  await clearRecords(records);
  accountId = await fundedAccount(records, 100n * ONE);
});
afterEach(() => expectSound(records));

/** @param sequence its place in the book; null before it has one */
async function openOrder(sequence: number | null, terms = {}): Promise<string> {
  const order = newOrder(accountId, terms);
  await records.ledger.capacity.open(order);
  const place = { sequence: sequence ?? 0, epoch: EPOCH };
  if (sequence !== null) await records.ledger.capacity.placed(order._id, BOOK, place);
  return order._id;
}

test('resting orders come in the order of their places, with what is open of them', async () => {
  const [late, early] = [await openOrder(7), await openOrder(3)];
  await openOrder(null);
  await openOrder(5, { timeInForce: 'IOC' });
  await openOrder(6, { modelId: 'another' });
  const { bids } = await openBook(records, BOOK);
  expect(bids).toMatchObject([
    { orderId: early, sequence: 3, remainingTokens: 1_000, fillCount: 0 },
    { orderId: late, sequence: 7, remainingTokens: 1_000, fillCount: 0 },
  ]);
});

test('the fills of an order are counted on, behind void ones too', async () => {
  const askId = await placedAsk(records, { capacityTokens: 1_000 });
  const orderId = await openOrder(1);
  await fillOrder(records, orderId, nthFill(orderId, 4, { askId, quantityTokens: 100 }));
  const { bids } = await openBook(records, BOOK);
  expect(bids).toMatchObject([{ orderId, remainingTokens: 900, fillCount: 4 }]);
});

test('a book that an operator has halted stays halted', async () => {
  expect((await openBook(records, BOOK)).isHalted).toBe(false);
  const halt = { reason: 'a wrong price', at: new Date() };
  await records.books.updateOne({ _id: bookName(BOOK) }, { $set: { halt } });
  expect((await openBook(records, BOOK)).isHalted).toBe(true);
});
