/**
 * MongoDB refuses fills that the book has made, because asks were gone meanwhile: all or nothing where
 * that was asked for, money and tokens back, the rest open again where it may rest.
 */
import { newModel } from '../e2e/market';
import {
  as,
  deliveriesOf,
  placeOrder,
  readOrder,
  untilOrder,
  cancelOrder,
} from '../contracts/market';
import { Exchange, type TestSeller } from '../support/exchange';

const exchange = Exchange.forFile();
afterEach(() => exchange.expectExact());

/** The best ask is gone in MongoDB, and its book does not know yet. Behind it stands a good one. */
async function marketWithGhost(): Promise<{ model: string; ghost: TestSeller; good: TestSeller }> {
  const model = newModel();
  const [ghost, good] = [
    await exchange.seller('normal', { models: [model] }),
    await exchange.seller('normal', { models: [model] }),
  ];
  const askId = await exchange.ask(ghost, { model, price: '0.0005', capacity: 4_000 });
  await exchange.ask(good, { model, price: '0.001', capacity: 10_000 });
  await exchange.records.ledger.cancelAsk(askId, ghost.sellerId);
  return { model, ghost, good };
}

async function owed(seller: TestSeller): Promise<number> {
  const rows = await deliveriesOf(exchange, seller);
  return rows.reduce((sum, row) => sum + row.remaining, 0);
}

test.each([
  ['FOK', 12_000, { status: 'rejected', filled_quantity: 0, remaining: 0 }, '1'],
  ['IOC', 12_000, { status: 'cancelled', filled_quantity: 8_000, remaining: 0 }, '0.992'],
  [
    'GTC',
    12_000,
    { status: 'partially_filled', filled_quantity: 10_000, remaining: 2_000 },
    '0.99',
  ],
  ['GTC', 9_000, { status: 'filled', filled_quantity: 9_000, remaining: 0 }, '0.991'],
])('%s over %i tokens is %o', async (timeInForce, quantity, outcome, balance) => {
  const { model, ghost, good } = await marketWithGhost();
  const { key } = await exchange.buyer('1');
  const terms = { model_id: model, quantity, time_in_force: timeInForce };
  const { status, body } = await placeOrder(exchange, key, terms);
  expect([status, body]).toMatchObject([200, outcome]);
  expect(await readOrder(exchange, key, body.order_id)).toMatchObject(body);
  expect(await owed(good)).toBe(outcome.filled_quantity);
  expect(await owed(ghost)).toBe(0);
  const reserved = outcome.remaining / 1_000_000;
  expect(await exchange.account(key)).toMatchObject({ balance, reserved: `${reserved}` });
  await exchange.expectBookAgrees(model);
  if (outcome.remaining === 0) return;
  await exchange.ask(good, { model, price: '0.0001', capacity: 500 });
  expect((await cancelOrder(exchange, key, body.order_id)).status).toBe(204);
  await untilOrder(exchange, key, body.order_id, { status: 'cancelled', filled_quantity: 10_500 });
});

test('a seller that was suspended in between is not paid, and its asks leave the book', async () => {
  const model = newModel();
  const maker = await exchange.seller('normal', { models: [model] });
  for (const capacity of [300, 400, 500]) {
    await exchange.ask(maker, { model, price: '0.001', capacity });
  }
  const { asks } = exchange.records;
  for (const { _id } of await asks.find({ sellerId: maker.sellerId }).toArray()) {
    await exchange.records.ledger.cancelAsk(_id, maker.sellerId);
  }
  const { key } = await exchange.buyer('1');
  const placed = await placeOrder(exchange, key, { model_id: model, quantity: 1_000 });
  expect(placed.body).toMatchObject({ status: 'open', filled_quantity: 0, contract_id: null });
  expect(await exchange.account(key)).toMatchObject({ balance: '1', reserved: '0.001' });
  const contracts = await exchange.send('GET', '/market/v1/contracts', as(key));
  expect(contracts.body.contracts).toEqual([]);
  await exchange.expectBookAgrees(model);
  expect((await cancelOrder(exchange, key, placed.body.order_id)).status).toBe(204);
});
