/** A step that meets the fill of another gateway, or a book that the records have left behind. */
import { v7 as uuidV7 } from 'uuid';
import { bookName } from '../../domain/instruments';
import { createMatchSteps } from '../../exchange/chat/match';
import { ChatSteps, fillOf, TOKENS } from './steps';

const steps = ChatSteps.forFile();
beforeEach(() => steps.useNewBook());

test('a gateway does not take the fill that another one has reserved for the same key', async () => {
  await steps.ask(10 * TOKENS);
  const order = await steps.order({ gatewayId: 'one' });
  const fill = await steps.matched(order);
  const { match } = createMatchSteps(steps.deps);
  const other = { ...order, gatewayId: 'other' };
  await expect(match(other, uuidV7(), [])).rejects.toMatchObject({ isRetryable: false });
  expect(fillOf(await match(order, uuidV7(), [])).fillId).toBe(fill.fillId);
});

test('a book of an earlier epoch refuses nobody: it is rebuilt, and asked again', async () => {
  const { askId } = await steps.ask(10 * TOKENS);
  const order = await steps.order();
  // As a Redis that was restored from before the ask.
  const book = { modelId: order.modelId, tenor: 'spot' } as const;
  await steps.stores.books.cancel({ book, id: askId });
  await steps.records.books.updateOne({ _id: bookName(book) }, { $inc: { epoch: 1 } });
  expect((await steps.matched(order)).askId).toBe(askId);
});
