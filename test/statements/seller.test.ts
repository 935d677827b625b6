/** A seller's own statement: the operator's, without the operator. */
import { openMarket } from '../e2e/market';
import { Exchange, type TestSeller } from '../support/exchange';

const exchange = Exchange.pooledForFile();
let seller: TestSeller;
beforeAll(async () => {
  const market = await openMarket(exchange);
  seller = market.seller;
  for (let at = 0; at < 3; at += 1) await exchange.chat(market.key, { model: market.model });
  await exchange.admin('POST', `/sellers/${seller.sellerId}/payouts`, {
    amount: '0.00000001',
    reference: `wire ${seller.sellerId}`,
  });
});

const own = (query = '', { apiKey }: Pick<TestSeller, 'apiKey'> = seller) =>
  exchange.send('GET', `/seller/v1/account/statement${query}`, {
    headers: { 'x-seller-api-key': apiKey },
  });

test('it is what the operator reads, sums to what is owed, and is of this seller alone', async () => {
  const { body } = await own();
  const operators = await exchange.admin('GET', `/sellers/${seller.sellerId}/statement`);
  expect({ ...body, as_of: '' }).toEqual({ ...operators.body, as_of: '' });
  expect(body.lines.map(({ kind }: { kind: string }) => kind)).toEqual([
    'capture',
    'capture',
    'capture',
    'payout',
  ]);
  const account = await exchange.send('GET', '/seller/v1/account', {
    headers: { 'x-seller-api-key': seller.apiKey },
  });
  expect(body.closing_balance).toBe(account.body.payable);

  const stranger = await exchange.seller();
  expect((await own('', stranger)).body).toMatchObject({ lines: [], closing_balance: '0' });
  const { next_cursor: cursor } = (await own('?limit=1')).body;
  expect((await own(`?limit=1&cursor=${cursor}`)).body.lines).toEqual([body.lines[1]]);
  expect(await own(`?cursor=${cursor}`, stranger)).toMatchObject({
    status: 400,
    body: { param: 'cursor' },
  });
});

test('as CSV it is whole', async () => {
  const { lines } = (await own()).body;
  const csv = await own('?format=csv');
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(csv.headers['content-disposition']).toContain(`${seller.sellerId}.csv`);
  expect(csv.body.trimEnd().split('\r\n')).toHaveLength(1 + 2 + lines.length);
});
