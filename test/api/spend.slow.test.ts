/** What a buyer's account spent per day and instrument: what left its balance, to the last unit. */
import { as, buyTicket } from '../contracts/market';
import { openMarket, units } from '../e2e/market';
import { Exchange } from '../support/exchange';

const exchange = Exchange.pooledForFile();

const spend = (key: string, query = '') =>
  exchange.send('GET', `/market/v1/account/spend${query}`, as(key));
const today = () => new Date().toISOString().slice(0, 10);

test('chats and contracts of two instruments, and what a default gave back', async () => {
  const one = await openMarket(exchange, { balance: '10' });
  const other = await openMarket(exchange);
  const { key, accountId } = one;
  for (const { model } of [one, one, other]) await exchange.chat(key, { model });
  const ticket = await buyTicket(exchange, key, { model: other.model, quantity_tokens: 1_000 });
  const { contract_id: contractId } = ticket.body;
  const lot = await exchange.records.lots.findOne({ contractId });
  await exchange.records.ledger.capacity.closeLot({
    lotId: lot!._id,
    status: 'defaulted',
    reason: 'a test',
    now: new Date(),
  });

  const { status, body } = await spend(key);
  expect(status).toBe(200);
  expect(body).toMatchObject({ account_id: accountId, currency: 'USD', refunded: '0.001' });
  const left = units('10') - units((await exchange.account(key)).balance);
  expect(units(body.spent) - units(body.refunded)).toBe(left);
  const rows = new Map<string, any>(body.rows.map((row: any) => [row.model_id, row]));
  expect([...rows.keys()].sort()).toEqual([one.model, other.model].sort());
  expect(rows.get(one.model)).toMatchObject({ date: today(), trades: 2, refunded: '0' });
  expect(rows.get(other.model)).toMatchObject({ trades: 2, refunded: '0.001' });
  const sum = body.rows.reduce((total: bigint, row: any) => total + units(row.spent), 0n);
  expect(sum).toBe(units(body.spent));
});

test('ten instruments have rows of their own; the others are one row per day', async () => {
  const { key } = await exchange.buyer('10');
  const markets = [];
  for (let at = 0; at < 11; at += 1) {
    markets.push(await openMarket(exchange, { price: at === 0 ? '0.0001' : '0.001' }));
  }
  for (const { model } of markets.slice(1)) await exchange.chat(key, { model });
  const ten = (await spend(key)).body.rows;
  expect(ten).toHaveLength(10);
  expect(ten.every((row: any) => row.model_id !== null)).toBe(true);
  await exchange.chat(key, { model: markets[0]!.model });
  const { rows } = (await spend(key)).body;
  expect(rows).toHaveLength(11);
  expect(rows.filter((row: any) => row.model_id === null)).toMatchObject([{ trades: 1 }]);
});

test('a period: days, 366 of them at most, and nobody else', async () => {
  const { key, model } = await openMarket(exchange);
  await exchange.chat(key, { model });
  const stranger = await exchange.buyer('0');
  expect((await spend(stranger.key)).body).toMatchObject({ spent: '0', rows: [] });
  const past = (await spend(key, '?from=2025-01-01&to=2025-12-31')).body;
  expect(past).toMatchObject({ from: '2025-01-01', to: '2025-12-31', spent: '0', rows: [] });
  expect((await spend(key, `?from=${today()}&to=${today()}`)).body.rows).toHaveLength(1);
  expect((await spend(key, '?from=2024-01-01&to=2024-12-31')).status).toBe(200); // 366 days
});

test.each([
  ['from=2024-01-01&to=2025-01-01', 'from'],
  ['from=2026-01-02&to=2026-01-01', 'to'],
  ['from=2026-02-30', 'from'],
  ['to=2026-01-01T00:00:00Z', 'to'],
  ['days=3', 'days'],
])('%s is refused', async (query, param) => {
  const { key } = await exchange.buyer('0');
  expect(await spend(key, `?${query}`)).toMatchObject({ status: 400, body: { param } });
});
