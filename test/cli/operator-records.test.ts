/** `orders all`, `ledger search`, `audit list` and `reconcile history`. */
import { openMarket } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { tokenbook, tokenbookJson } from './command';

let exchange: Exchange;
beforeAll(async () => {
  exchange = await Exchange.pooled();
});
afterAll(() => exchange.stop());

test('an operator finds orders, journals, changes and checks', async () => {
  const { key, model, accountId } = await openMarket(exchange, { price: '0.001' });
  await exchange.chat(key, { model });
  const { orders } = await tokenbookJson(
    exchange,
    ...['orders', 'all', '--account-id', accountId],
    ...['--status', 'filled', '--older-than', '0'],
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

  await tokenbookJson(exchange, 'reconcile', 'run');
  const history = ['reconcile', 'history', '--limit', '1', '--invariant', 'I1'];
  const { runs } = await tokenbookJson(exchange, ...history);
  expect(runs).toMatchObject([{ trigger: 'operator', invariants: [{ id: 'I1', status: 'ok' }] }]);
  expect((await tokenbook(exchange, ...history)).stdout).toContain('operator');
});
