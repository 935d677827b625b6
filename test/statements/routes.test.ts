/** Statements over the operator port, as JSON in pages and as CSV, and on the command line. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseScale8 } from '../../domain/money';
import { type Market, openMarket } from '../e2e/market';
import { Exchange } from '../support/exchange';

const run = promisify(execFile);
const TOKENBOOK = join(__dirname, '..', '..', 'cli', 'tokenbook.mjs');

const exchange = Exchange.pooledForFile();
let market: Market;
beforeAll(async () => {
  market = await openMarket(exchange);
  const { key, model, accountId } = market;
  for (let at = 0; at < 5; at += 1) await exchange.chat(key, { model });
  await exchange.admin('POST', `/accounts/${accountId}/deposits`, {
    amount: '1.5',
    reference: '=HYPERLINK("x"), and more',
  });
});

const read = (path: string, headers: Record<string, string> = {}) =>
  exchange.send('GET', `/admin/v1${path}`, { admin: true, headers });

const amounts = (lines: { amount: string }[]) => lines.map(({ amount }) => scale8(amount));

function scale8(text: string): bigint {
  const magnitude = parseScale8(text.replace(/^-/, ''));
  if (magnitude === null) throw new Error(`${text} is no amount`);
  return text.startsWith('-') ? -magnitude : magnitude;
}

test('an account in pages: references, and a sum that is the balance', async () => {
  const path = `/accounts/${market.accountId}/statement`;
  const whole = (await read(path)).body;
  const { balance } = await exchange.account(market.key);
  expect(whole).toMatchObject({
    account_id: market.accountId,
    currency: 'USD',
    opening_balance: '0',
    closing_balance: balance,
    next_cursor: null,
    has_more: false,
  });
  expect(whole.lines.map((line: any) => line.kind).sort()).toEqual([
    ...Array.from({ length: 5 }, () => 'capture'),
    'deposit',
    'deposit',
  ]);
  const sum = amounts(whole.lines).reduce((total, amount) => total + amount, 0n);
  expect(sum).toBe(scale8(balance));
  const capture = whole.lines.find((line: any) => line.kind === 'capture');
  const details = (await read(`/orders/${capture.fill_id}`)).body;
  expect(capture.order_id).toBe(details.order_id);

  const first = (await read(`${path}?limit=4`)).body;
  const second = (await read(`${path}?limit=4&cursor=${first.next_cursor}`)).body;
  expect([...first.lines, ...second.lines]).toEqual(whole.lines);
  const foreign = await read(
    `/sellers/${market.seller.sellerId}/statement?cursor=${first.next_cursor}`,
  );
  expect(foreign).toMatchObject({ status: 400, body: { param: 'cursor' } });
});

test('a seller: what is owed after payouts', async () => {
  const { sellerId } = market.seller;
  const { payable } = (await read(`/sellers/${sellerId}`)).body;
  await exchange.admin('POST', `/sellers/${sellerId}/payouts`, { amount: payable, reference: 'p' });
  const statement = (await read(`/sellers/${sellerId}/statement`)).body;
  expect(statement.closing_balance).toBe('0');
  expect(statement.lines.at(-1)).toMatchObject({
    kind: 'payout',
    amount: `-${payable}`,
    reference: 'p',
  });
});

test('CSV by parameter or by Accept, safe to open in a spreadsheet', async () => {
  const path = `/accounts/${market.accountId}/statement`;
  const csv = await read(`${path}?format=csv`);
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
  const rows = (csv.body as string).trimEnd().split('\r\n');
  expect(rows[0]).toBe(
    'created_at,journal_id,kind,amount,balance,reference,order_id,fill_id,contract_id,lot_id,reason',
  );
  expect(rows).toHaveLength(1 + 2 + 7);
  expect(rows[1]).toContain('opening_balance,,0,');
  const { balance } = await exchange.account(market.key);
  expect(rows.at(-1)).toContain(`closing_balance,,${balance},`);
  expect(csv.body).toContain(`,"'=HYPERLINK(""x""), and more",`);
  expect((await read(path, { accept: 'text/csv' })).body.split('\r\n')).toHaveLength(1 + 2 + 7 + 1);
});

test.each([
  ['from=yesterday', 'from'],
  ['from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z', 'to'],
  ['format=xml', 'format'],
  ['limit=101', 'limit'],
  ['cursor=made-up', 'cursor'],
])('%s is refused', async (query, param) => {
  const answer = await read(`/accounts/${market.accountId}/statement?${query}`);
  expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request', param } });
});

test('whom nobody knows has no statement', async () => {
  expect((await read('/accounts/nobody/statement')).status).toBe(404);
  expect((await read('/sellers/nobody/statement?format=csv')).status).toBe(404);
});

test('the command line prints a table, JSON, or CSV', async () => {
  const tokenbook = async (...args: string[]) => {
    const { stdout } = await run(process.execPath, [TOKENBOOK, ...args], {
      env: {
        ...process.env,
        ADMIN_PORT: String(exchange.gateways[0]!.adminPort),
        TOKENBOOK_OPERATOR_TOKEN: exchange.settings.secrets.operatorToken,
      },
    });
    return stdout;
  };
  const { accountId, seller } = market;
  const json = JSON.parse(await tokenbook('accounts', 'statement', accountId, '--json'));
  expect(json.closing_balance).toBe((await exchange.account(market.key)).balance);
  expect(await tokenbook('sellers', 'statement', seller.sellerId)).toContain('closing_balance');
  const csv = await tokenbook('accounts', 'statement', accountId, '--csv');
  const answer = await read(`/accounts/${accountId}/statement?format=csv`);
  const linesOf = (body: string) => body.split('\r\n').slice(0, -2); // the last has the time
  expect(linesOf(csv)).toEqual(linesOf(answer.body));
});
