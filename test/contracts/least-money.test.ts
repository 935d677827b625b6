/** The least money with which a ticket can be bought: no ask is cheaper than one unit. */
import { newModel } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { buyTicket } from './market';

const PRICE = '0.00000001';
const TOKENS = 1_000_000;

const exchange = Exchange.pooledForFile();

test.each([
  ['0.00001', 200, undefined],
  ['0.00000999', 402, 'insufficient_balance'],
])('of an account with %s', async (balance, status, code) => {
  const model = newModel();
  const seller = await exchange.seller('normal', { models: [model] });
  await exchange.ask(seller, { model, price: PRICE, capacity: TOKENS });
  const { key } = await exchange.buyer(balance);
  const terms = { model, quantity_tokens: TOKENS, max_price: PRICE };
  const bought = await buyTicket(exchange, key, terms);
  expect([bought.status, bought.body.code]).toEqual([status, code]);
  const left = status === 200 ? '0' : balance;
  expect(await exchange.account(key)).toMatchObject({ balance: left, reserved: '0' });
});
