/** The days of an account's spend: the last one of a period counts, and today is the last one by default. */
import { as } from '../contracts/market';
import { openMarket, units } from '../e2e/market';
import { Exchange } from '../support/exchange';

const DAY_MS = 86_400_000;

const exchange = Exchange.pooledForFile();

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** An account that has bought something today. */
async function spender() {
  const { key, model } = await openMarket(exchange, { balance: '10' });
  const spend = async (query = '') =>
    (await exchange.send('GET', `/market/v1/account/spend${query}`, as(key))).body;
  await exchange.chat(key, { model });
  return { key, model, spend };
}

test('what an account spends today is in its spend, and on no other day', async () => {
  const { key, model, spend } = await spender();
  const { balance } = await exchange.account(key);
  const whole = await spend();
  expect(units(whole.spent)).toBe(units('10') - units(balance));
  expect(whole.rows).toMatchObject([{ model_id: model, trades: 1, spent: whole.spent }]);
  const day: string = whole.rows[0].date;
  const [before, behind] = [dayOf(Date.parse(day) - DAY_MS), dayOf(Date.parse(day) + DAY_MS)];
  expect(await spend(`?from=${day}&to=${day}`)).toMatchObject({ spent: whole.spent });
  expect(await spend(`?from=${before}&to=${day}`)).toMatchObject({ spent: whole.spent });
  expect(await spend(`?from=${before}&to=${before}`)).toMatchObject({ spent: '0', rows: [] });
  expect(await spend(`?from=${behind}&to=${behind}`)).toMatchObject({ spent: '0', rows: [] });
});

test('a period of which one end is named has thirty days, or ends today', async () => {
  const { spend } = await spender();
  const whole = await spend();
  const today: string = whole.rows[0].date;
  const month = dayOf(Date.parse(whole.to) - 29 * DAY_MS);
  expect(whole).toMatchObject({ from: month });
  expect(await spend(`?from=${today}`)).toMatchObject({ from: today, spent: whole.spent });
  const upToToday = await spend(`?to=${today}`);
  const first = dayOf(Date.parse(today) - 29 * DAY_MS);
  expect(upToToday).toMatchObject({ from: first, to: today, spent: whole.spent });
});

test('what an account spends is in the spend of no other one', async () => {
  const { spend } = await spender();
  const stranger = await exchange.buyer('10');
  const path = '/market/v1/account/spend';
  const { body } = await exchange.send('GET', path, as(stranger.key));
  expect(body).toMatchObject({ account_id: stranger.accountId, spent: '0', rows: [] });
  expect((await spend()).rows).toHaveLength(1);
});
