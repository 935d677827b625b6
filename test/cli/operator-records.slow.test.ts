/**
 * What an operator reads and repairs: `orders all`, `ledger search`, `audit list`, `reconcile
 * history`, `sellers refunds`, `books rebuild`.
 */
import { refundedLot } from '../contracts/refunded-lot';
import { openMarket } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { tokenbook, tokenbookJson } from './command';

const exchange = Exchange.pooledForFile();

test('an operator finds orders, journals, changes and checks', async () => {
  const { key, model, accountId } = await openMarket(exchange, { price: '0.001' });
  await exchange.chat(key, { model });
  const { orders } = await tokenbookJson(
    exchange,
    'orders',
    'all',
    '--account-id',
    accountId,
    '--status',
    'filled',
    '--older-than',
    '0',
  );
  expect(orders).toMatchObject([{ account_id: accountId, model_id: model, kind: 'chat' }]);

  const account = `buyer:${accountId}`;
  const ledger = ['ledger', 'search', '--account', account, '--kind', 'capture'];
  const { journals } = await tokenbookJson(exchange, ...ledger);
  expect(journals).toMatchObject([{ kind: 'capture', order_id: orders[0].order_id }]);
  const shown = await tokenbook(exchange, ...ledger);
  expect(shown.stdout).toContain(account);
  expect(shown.stdout).toContain('platform:clearing');

  const { actions } = await tokenbookJson(exchange, 'audit', 'list', '--target', accountId);
  expect(actions.map(({ action }: any) => action)).toContain('depositToAccount');

  const { found } = await tokenbookJson(exchange, 'search', orders[0].order_id);
  expect(found).toMatchObject([{ kind: 'order', account_id: accountId }]);

  expect(await tokenbookJson(exchange, 'ledger', 'days')).toMatchObject({ has_more: false });
  expect(await tokenbookJson(exchange, 'refusals', '--days', '3')).toMatchObject({ by: 'day' });

  await tokenbookJson(exchange, 'reconcile', 'run');
  const history = ['reconcile', 'history', '--limit', '1', '--invariant', 'I1'];
  const { runs } = await tokenbookJson(exchange, ...history);
  expect(runs).toMatchObject([{ trigger: 'operator', invariants: [{ id: 'I1', status: 'ok' }] }]);
  expect((await tokenbook(exchange, ...history)).stdout).toContain('operator');
});

test('an operator reads which lots of a seller were refunded, and why', async () => {
  const { sellerId, model, contractId } = await refundedLot(exchange);
  const { refunds } = await tokenbookJson(exchange, 'sellers', 'refunds', sellerId);
  expect(refunds).toMatchObject([
    { contract_id: contractId, model_id: model, refunded_tokens: 10_000, amount: '0.01' },
  ]);
  const { code, stdout } = await tokenbook(exchange, 'sellers', 'refunds', sellerId);
  expect(code).toBe(0);
  for (const text of [refunds[0].lot_id, model, '0.01', refunds[0].reason]) {
    expect(stdout).toContain(text);
  }
  const unsold = await exchange.seller();
  expect(await tokenbookJson(exchange, 'sellers', 'refunds', unsold.sellerId)).toMatchObject({
    refunds: [],
  });
});

test('an operator rebuilds a book, which keeps its orders', async () => {
  const { key, model } = await openMarket(exchange);
  const rebuild = (...options: string[]) => ['books', 'rebuild', model, ...options];
  const first = await tokenbookJson(exchange, ...rebuild('--reason', 'an ask is missing'));
  expect(first).toMatchObject({ model_id: model, tenor: 'spot', status: 'open' });
  const second = await tokenbookJson(exchange, ...rebuild());
  expect(second.epoch).toBeGreaterThan(first.epoch);
  expect((await exchange.chat(key, { model })).status).toBe(200);
  const { actions } = await tokenbookJson(exchange, 'audit', 'list', '--target', model);
  expect(actions.map(({ action, reason }: any) => [action, reason])).toEqual([
    ['rebuildBook', null],
    ['rebuildBook', 'an ask is missing'],
  ]);
  expect((await tokenbook(exchange, ...rebuild('--tenor', '30d'))).code).not.toBe(0);
});
