/** What a refusal without an eligible offer says of the book, and how often it reads the book for it. */
import type { ChatOrder } from '../../domain/chat';
import { noMatch } from '../../exchange/chat/no-match';
import { ChatSteps } from './steps';

const steps = ChatSteps.forFile();
beforeEach(() => steps.useNewBook());
afterEach(() => jest.restoreAllMocks());

async function told(terms: Partial<ChatOrder>) {
  const order = await steps.order(terms);
  const best = jest.spyOn(steps.deps.books, 'best');
  const lackingSellers = { of: async () => new Map<string, readonly string[]>() };
  const { message, numbers } = await noMatch({ ...steps.deps, lackingSellers } as never, order);
  return { message, numbers, reads: best.mock.calls.length };
}

const ofTokens = (quantityMinTokens: number) => ({
  quantityMinTokens,
  quantityMaxTokens: quantityMinTokens,
});

test('the largest offer of a few is found in a read of the book for each, and two more', async () => {
  for (const capacity of [3_000, 1_000, 70_000, 50_000]) await steps.ask(capacity);
  const { numbers, reads } = await told(ofTokens(1_000_000));
  expect(numbers).toEqual({ largest_offer: 70_000, quantity_needed: 1_000_000 });
  expect(reads).toBeLessThanOrEqual(6);
});

test('the largest offer of many that grow with their price is found in less than thirty', async () => {
  for (let at = 1; at <= 40; at += 1) {
    await steps.ask(1_000 * at, { priceScale8: BigInt(1_000 * at) });
  }
  const { numbers, reads } = await told(ofTokens(1_000_000));
  expect(numbers).toMatchObject({ largest_offer: 40_000 });
  expect(reads).toBeLessThan(30);
});

test('an offer that the wanted venue lacks is not measured', async () => {
  await steps.ask(70_000);
  const { message, reads } = await told({ ...ofTokens(100), sellerId: await steps.seller() });
  expect(message).toMatch(/^No offer of .* is of the wanted venue\.$/);
  expect(reads).toBeLessThanOrEqual(4);
});

test('what is large enough elsewhere is refused with the largest that the region has', async () => {
  const pinned = await steps.seller();
  await steps.ask(700, { sellerId: pinned });
  await steps.ask(70_000);
  const { numbers, reads } = await told({ ...ofTokens(1_000), sellerId: pinned });
  expect(numbers).toEqual({ largest_offer: 700, quantity_needed: 1_000 });
  expect(reads).toBeLessThanOrEqual(10);
});
