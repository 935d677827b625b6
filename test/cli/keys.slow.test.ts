/** `tokenbook keys`: the operator's for any account, and with a key of kind manage those of the own one. */
import { openMarket } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { start, tokenbook, tokenbookJson } from './command';

const exchange = Exchange.pooledForFile();

let market: Awaited<ReturnType<typeof openMarket>>;
let manager: string;
beforeAll(async () => {
  market = await openMarket(exchange);
  const issued = await tokenbookJson(
    exchange,
    'keys',
    'create',
    market.accountId,
    '--kind',
    'manage',
    '--label',
    'manager',
  );
  manager = issued.buyer_key;
});

/** With the key of kind manage, without an operator's token. */
function asHolder(...args: string[]) {
  const environment = {
    TOKENBOOK_OPERATOR_TOKEN: '',
    TOKENBOOK_HOME: '/nonexistent',
    TOKENBOOK_BUYER_KEY: manager,
  };
  return start(exchange, args, { environment }).ended;
}

async function holderJson(...args: string[]): Promise<any> {
  const { code, stdout, stderr } = await asHolder(...args, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout === '' ? null : JSON.parse(stdout);
}

test.each([
  ['0.26/M', '0.00026'],
  ['0.00026/k', '0.00026'],
])('a highest price of %s is %s per 1,000 tokens', async (price, expected) => {
  const key = await holderJson('keys', 'create', 'own', '--max-price', price);
  expect(key).toMatchObject({ max_price: expected, limit: null });
});

test('a highest price without its unit is asked back', async () => {
  const { code, stderr } = await asHolder('keys', 'create', 'own', '--max-price', '0.26');
  expect(code).toBe(2);
  expect(stderr).toContain('0.26/M per million tokens');
});

test('the holder issues a capped key, sees what it has used, rotates and revokes it', async () => {
  const given = ['--cap', '5', '--cap-reset', 'weekly', '--label', 'agent'];
  const { key_id: id, buyer_key: key } = await holderJson('keys', 'create', 'own', ...given);
  expect(await exchange.chat(key, { model: market.model })).toMatchObject({ status: 200 });
  const line = async (...args: string[]) => {
    const { stdout } = await asHolder('keys', 'list', 'own', ...args);
    return stdout.split('\n').find((one) => one.includes(id));
  };
  expect(await line()).toMatch(/agent.*inference.*5.*0\.000024.*4\.999976.*weekly/);

  const rotated = await holderJson('keys', 'rotate', 'own', id, '--grace', '60');
  for (const text of [key, rotated.buyer_key]) {
    expect(await exchange.chat(text, { model: market.model })).toMatchObject({ status: 200 });
  }
  expect((await asHolder('keys', 'rotate', 'own', id)).stdout).toMatch(
    /shown this once: sk-tb_\S+; the earlier text works until 2/,
  );
  expect((await asHolder('keys', 'revoke', 'own', id)).code).toBe(0);
  expect(await exchange.chat(rotated.buyer_key, { model: market.model })).toMatchObject({
    status: 401,
  });
  expect(await line()).toBeUndefined();
  expect(await line('--revoked')).toContain('revoked');
});

test('an operator lists and rotates the keys of an account, newest first', async () => {
  const { accountId } = market;
  const issued = await tokenbookJson(exchange, 'keys', 'create', accountId, '--cap', '2');
  const { keys } = await tokenbookJson(exchange, 'keys', 'list', accountId);
  expect(keys[0]).toMatchObject({ key_id: issued.key_id, limit: '2', limit_remaining: '2' });
  const given = ['keys', 'rotate', accountId, issued.key_id, '--grace', '0'];
  const rotated = await tokenbookJson(exchange, ...given);
  expect(rotated).toMatchObject({ key_id: issued.key_id, previous_expires_at: null });
  const statuses = [issued.buyer_key, rotated.buyer_key].map(async (key) => {
    return (await exchange.chat(key, { model: market.model })).status;
  });
  expect(await Promise.all(statuses)).toEqual([401, 200]);
  const { code, stderr } = await tokenbook(
    exchange,
    'keys',
    'rotate',
    accountId,
    'x',
    '--grace',
    'y',
  );
  expect([code, stderr]).toEqual([2, expect.stringContaining('whole number')]);
});
