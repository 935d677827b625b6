/** The catalog of markets: each model once, with its own family and its own forward markets. */
import { as, placeOrder, untilOrder } from '../contracts/market';
import { joinMarket, newModel } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';

const exchange = Exchange.pooledForFile();

interface Listed {
  readonly family: string;
  readonly model_id: string;
  readonly forwards?: readonly { readonly tenor: string }[];
}

async function listed(): Promise<Listed[]> {
  const { body } = await exchange.send('GET', '/market/v1/markets');
  return body.families.flatMap(({ family, instruments }: any) =>
    instruments.map((instrument: object) => ({ family, ...instrument })),
  );
}

const tenorsOf = (all: readonly Listed[], model: string) =>
  all.find(({ model_id }) => model_id === model)?.forwards?.map(({ tenor }) => tenor);

test('a model with orders is listed with its own forward markets', async () => {
  const [one, other] = [newModel(), newModel()];
  const { key } = await exchange.buyer();
  for (const [model_id, tenor] of [
    [one, '7d'],
    [other, '30d'],
  ]) {
    const order = { model_id, tenor, price: '0.1', quantity: 100 };
    const { body } = await placeOrder(exchange, key, order);
    await untilOrder(exchange, key, body.order_id, { status: 'open' });
  }
  // The catalog is computed once a second.
  const isListed = async () => {
    const all = await listed();
    expect([tenorsOf(all, one), tenorsOf(all, other)]).toEqual([['7d'], ['30d']]);
    return true;
  };
  await until(isListed, { timeoutMs: 10_000, what: 'both models' });
  const { orders } = (await exchange.send('GET', '/market/v1/orders', as(key))).body;
  expect(orders).toHaveLength(2);
});

test("a model of the operator's is listed once, in its family, when it is offered, too", async () => {
  const known = (await listed()).find(({ family }) => family !== 'other')!;
  const unknown = newModel();
  await joinMarket(exchange, known.model_id, { price: '900' });
  await joinMarket(exchange, unknown);
  const isListed = async () => (await listed()).some(({ model_id }) => model_id === unknown);
  await until(isListed, { timeoutMs: 10_000, what: 'the offered model' });
  const all = await listed();
  expect(all.filter(({ model_id }) => model_id === known.model_id)).toMatchObject([
    { family: known.family },
  ]);
  expect(all.find(({ model_id }) => model_id === unknown)).toMatchObject({ family: 'other' });
  expect(new Set(all.map(({ model_id }) => model_id)).size).toBe(all.length);
});
