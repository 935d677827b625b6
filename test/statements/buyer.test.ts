/** A buyer's own statement: the operator's, without the operator. */
import { as } from '../contracts/market';
import { type Market, openMarket } from '../e2e/market';
import { Exchange } from '../support/exchange';

const exchange = Exchange.pooledForFile();
let market: Market;
beforeAll(async () => {
  market = await openMarket(exchange);
  for (let at = 0; at < 3; at += 1) await exchange.chat(market.key, { model: market.model });
});

const own = (query = '', headers: Record<string, string> = {}, key = market.key) =>
  exchange.send('GET', `/market/v1/account/statement${query}`, {
    headers: { ...as(key).headers, ...headers },
  });

test('it is what the operator reads, and of this account alone', async () => {
  const { body } = await own();
  const operators = await exchange.admin('GET', `/accounts/${market.accountId}/statement`);
  expect({ ...body, as_of: '' }).toEqual({ ...operators.body, as_of: '' });
  expect(body.closing_balance).toBe((await exchange.account(market.key)).balance);
  const stranger = await exchange.buyer('0');
  expect((await own('', {}, stranger.key)).body).toMatchObject({ lines: [], closing_balance: '0' });
  const { next_cursor: cursor } = (await own('?limit=1')).body;
  expect((await own(`?limit=1&cursor=${cursor}`)).body.lines).toEqual([body.lines[1]]);
  expect(await own(`?cursor=${cursor}`, {}, stranger.key)).toMatchObject({
    status: 400,
    body: { param: 'cursor' },
  });
});

test('as CSV and as JSON lines, whole and with both balances', async () => {
  const { lines, closing_balance: closing } = (await own()).body;
  const csv = await own('?format=csv');
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(csv.headers['content-disposition']).toContain(`${market.accountId}.csv`);
  expect(csv.body.trimEnd().split('\r\n')).toHaveLength(1 + 2 + lines.length);

  const jsonLines = await own('', { accept: 'application/x-ndjson' });
  expect(jsonLines.headers['content-type']).toMatch(/^application\/x-ndjson/);
  expect(jsonLines.headers['content-disposition']).toContain(`${market.accountId}.jsonl`);
  const rows = jsonLines.body
    .trimEnd()
    .split('\n')
    .map((row: string) => JSON.parse(row));
  expect(rows[0]).toEqual({ kind: 'opening_balance', balance: '0', created_at: null });
  expect(rows.at(-1)).toMatchObject({ kind: 'closing_balance', balance: closing });
  expect(rows.slice(1, -1)).toEqual(lines);
});
