/** Averages come from exact sums of price x quantity: costs that were rounded would show 0 for a small price. */
import { Exchange } from '../support/exchange';
import { as, buyTicket, placeOrder, readContract } from './market';

const exchange = Exchange.pooledForFile();
afterEach(() => exchange.expectExact());

test('shows the smallest price on orders, contracts and tickets that cost nothing', async () => {
  const model = 'smallest-price';
  const seller = await exchange.seller('normal', { models: [model] });
  await exchange.ask(seller, { price: '0.00000001', capacity: 700, model });
  await exchange.ask(seller, { price: '0.00000003', capacity: 700, model });
  const { key } = await exchange.buyer('1');
  const terms = { model_id: model, quantity: 400, price: '0.00000003' };
  const placed = await placeOrder(exchange, key, terms);
  expect(placed.body).toMatchObject({ status: 'filled', average_fill_price: '0.00000001' });
  const contract = await readContract(exchange, key, placed.body.contract_id);
  expect(contract).toMatchObject({ price: '0.00000001' });
  // 300 tokens at 1 and 300 at 3.
  const both = await placeOrder(exchange, key, { ...terms, quantity: 600 });
  expect(both.body).toMatchObject({ status: 'filled', average_fill_price: '0.00000002' });
  expect(await readContract(exchange, key, both.body.contract_id)).toMatchObject({
    price: '0.00000002',
  });
  const ticket = await buyTicket(exchange, key, {
    model,
    quantity_tokens: 100,
    max_price: '0.00000003',
  });
  expect(ticket.body).toMatchObject({ price: '0.00000003' });
  const listed = await exchange.send('GET', '/market/v1/orders', as(key));
  expect(listed.body.orders.map((order: any) => order.average_fill_price)).toEqual([
    '0.00000003',
    '0.00000002',
    '0.00000001',
  ]);
});
