/** Books that are away while a seller's asks are withdrawn do not keep the others from being told. */
import { randomUUID } from 'node:crypto';
import { withdrawAsk, withdrawAsks } from '../../records/standings/withdraw-asks';
import { recordsForFile, placedAsk } from '../records/scenario';

const ASKS = 40;

const records = recordsForFile();

/** The index of books of which every second one does not answer. */
function halfAway() {
  const told: string[] = [];
  const cancel = async ({ id }: { id: string }) => {
    told.push(id);
    if (told.length % 2 === 1) throw new Error('The book is away');
  };
  return { index: { cancel }, told };
}

const asksOf = (sellerId: string) => records.asks.find({ sellerId }).sort({ _id: 1 }).toArray();

test('all asks end, and every book is told, whichever of them answer', async () => {
  const sellerId = randomUUID();
  for (let at = 0; at < ASKS; at += 1) await placedAsk(records, { capacityTokens: 10, sellerId });
  const { index, told } = halfAway();
  await withdrawAsks(records, index, sellerId);
  const asks = await asksOf(sellerId);
  expect(asks.filter(({ status }) => status !== 'cancelled')).toEqual([]);
  expect(told.toSorted()).toEqual(asks.map(({ _id }) => _id));
});

test('one ask ends in the records first, and the caller hears of a book that is away', async () => {
  const sellerId = randomUUID();
  await placedAsk(records, { capacityTokens: 10, sellerId });
  const [ask] = await asksOf(sellerId);
  const { index } = halfAway();
  const away: string[] = [];
  await withdrawAsk(records, index, ask!, (_err, askId) => void away.push(askId));
  expect(away).toEqual([ask!._id]);
  expect(await asksOf(sellerId)).toMatchObject([{ status: 'cancelled', remainingTokens: 0 }]);
});
