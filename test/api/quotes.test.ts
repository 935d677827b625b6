/** Quotes of the catalog: the highest bid of each region, and no damaged book hides the others. */
import { readQuotes } from '../../api/market/quotes';
import { type BookId, bookName } from '../../domain/instruments';
import { REGIONS } from '../../domain/regions';
import { ChatSteps } from '../chats/steps';
import { placeOrder, untilOrder } from '../contracts/market';
import { newModel } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';

describe('bids', () => {
  let exchange: Exchange;
  beforeAll(async () => {
    exchange = await Exchange.pooled();
  });
  afterAll(() => exchange.stop());

  test.each<[string, string, string]>([
    ['a pinned bid that is higher', '0.2', '0.3'],
    ['a pinned bid that is lower', '0.3', '0.2'],
  ])('beside one for any region: %s', async (_what, anywhere, pinned) => {
    const model = newModel();
    const { key } = await exchange.buyer();
    for (const order of [{ price: anywhere }, { price: pinned, region: 'eu-west' }]) {
      const placed = await placeOrder(exchange, key, { model_id: model, quantity: 100, ...order });
      await untilOrder(exchange, key, placed.body.order_id, { status: 'open' });
    }
    const higher = anywhere > pinned ? anywhere : pinned;
    const expected = REGIONS.map((region) => [region, region === 'eu-west' ? higher : anywhere]);
    // The catalog is computed once a second.
    await until(
      async () => {
        const { body } = await exchange.send('GET', '/market/v1/markets');
        const { quotes } = body.families
          .flatMap(({ instruments }: any) => instruments)
          .find(({ model_id }: any) => model_id === model);
        expect(quotes.map((quote: any) => [quote.region, quote.best_bid])).toEqual(expected);
        return true;
      },
      { timeoutMs: 10_000, what: 'the quotes' },
    );
  });
});

describe('books that stay closed', () => {
  let steps: ChatSteps;
  beforeAll(async () => {
    steps = await ChatSteps.open();
  });
  afterAll(() => steps.close());

  async function offeredBook(): Promise<BookId> {
    steps.useNewBook();
    await steps.ask(1_000);
    const { modelId } = await steps.order();
    return { modelId, tenor: 'spot' };
  }

  test('have no quotes, and those of the others are shown', async () => {
    const closed = await offeredBook();
    await steps.loseBooks();
    const open = await offeredBook();
    // Its rebuild never ends.
    const deps = { ...steps.stores, reopenKnown: () => Promise.resolve(true) };
    const quotes = await readQuotes(deps, [closed, open], []);
    const asks = (book: BookId) =>
      quotes.get(bookName(book))!.flatMap(({ region, best_ask: ask }) => (ask ? [region] : []));
    expect(asks(closed)).toEqual([]);
    expect(asks(open)).toContain('us-east');
  });
});
