/** `tokenbook chat`, `orders`, `contracts`, `tickets` and `offers`, as buyers and sellers type them. */
import { openMarket } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { start } from './command';

const exchange = Exchange.pooledForFile();

/** With one key and no operator token. */
function as(key: Record<string, string>, ...args: string[]) {
  const environment = { TOKENBOOK_OPERATOR_TOKEN: '', TOKENBOOK_HOME: '/nonexistent', ...key };
  return start(exchange, args, { environment });
}

const buyer = (key: string) => ({ TOKENBOOK_BUYER_KEY: key });

async function json(key: Record<string, string>, ...args: string[]): Promise<any> {
  const { code, stdout, stderr } = await as(key, ...args, '--json').ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout === '' ? null : JSON.parse(stdout);
}

describe('chat', () => {
  test('streams the answer to standard output, and the fill to standard error', async () => {
    const { key, model } = await openMarket(exchange, { price: '0.00125' });
    const { code, stdout, stderr } = await as(
      buyer(key),
      'chat',
      'Say hello.',
      '--model',
      model,
      '--max-price',
      '0.002',
      '--max-tokens',
      '64',
    ).ended;
    expect({ code, empty: stdout.trim() === '' }).toEqual({ code: 0, empty: false });
    expect(stderr).toMatch(/tokens at 1\.25 USD per 1M/);
    expect(stderr).toMatch(/fill [0-9a-f-]{36}/);
    const { balance } = await exchange.account(key);
    expect(balance).not.toBe('10');
  });

  test('as JSON: its chunks, or the whole answer', async () => {
    const { key, model } = await openMarket(exchange);
    const given = ['chat', 'Say hello.', '--model', model, '--max-tokens', '64', '--json'];
    const streamed = await as(buyer(key), ...given).ended;
    const chunks = streamed.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(chunks.at(-1).fill.fill_id).toMatch(/^[0-9a-f-]{36}$/);
    const whole = JSON.parse((await as(buyer(key), ...given, '--no-stream').ended).stdout);
    expect(whole).toMatchObject({ object: 'chat.completion', model });
  });

  test('reads the prompt from standard input', async () => {
    const { key, model, seller } = await openMarket(exchange);
    const given = ['chat', '-', '--model', model, '--max-tokens', '64'];
    const environment = buyer(key);
    const { code } = await start(exchange, given, { environment, input: 'From a file.' }).ended;
    expect(code).toBe(0);
    expect(JSON.stringify(seller.requests.at(-1)?.body)).toContain('From a file.');
    const empty = await start(exchange, given, { environment, input: ' \n' }).ended;
    expect(empty).toMatchObject({ code: 2 });
    expect(empty.stderr).toContain('The prompt is empty');
  });

  test('a refusal has its code, what to do, and its exit code', async () => {
    const { key, model } = await openMarket(exchange, { price: '0.01' });
    const given = ['chat', 'Hi', '--model', model, '--max-tokens', '64', '--max-price', '0.001'];
    const { code, stdout, stderr } = await as(buyer(key), ...given).ended;
    expect({ code, stdout: stdout.trim() }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toMatch(/\(no_fill_at_limit\)\n +Raise the limit/);
    const unknown = await as(buyer('tb_unknown'), ...given).ended;
    expect(unknown.code).toBe(6);
    const none = await as({}, ...given).ended;
    expect(none.code).toBe(6);
    expect(none.stderr).toContain('TOKENBOOK_BUYER_KEY');
  });

  test('a price has its unit, and one without that is 20 times the best ask is asked back', async () => {
    const { key, model } = await openMarket(exchange, { price: '0.00026' });
    const given = ['chat', 'Hi', '--model', model, '--max-tokens', '64', '--no-stream'];
    for (const price of ['0.26/M', '0.00026/k', '0.0052']) {
      const { fill } = await json(buyer(key), ...given, '--max-price', price);
      expect(fill.fill_price).toBe('0.26');
    }
    const low = await as(buyer(key), ...given, '--max-price', '0.25/M').ended;
    expect(low.stderr).toContain(
      'the ceiling of this request 0.25. It would be served at 0.26. (no_fill_at_limit)',
    );
    const { code, stderr } = await as(buyer(key), ...given, '--max-price', '0.26').ended;
    expect(code).toBe(2);
    expect(stderr).toContain('is 260 USD per million; the best ask is 0.26 per million.');
    expect(stderr).toContain('0.26/M');
  });

  test('Ctrl-C ends a stream', async () => {
    const { key, model } = await openMarket(exchange, { behaviour: 'stall' });
    const run = as(buyer(key), 'chat', 'Hi', '--model', model, '--max-tokens', '64');
    await run.says(/\w/);
    const { code } = await run.interrupt();
    expect(code).toBe(130);
  });
});

test('an order from its placement to its contract and ticket', async () => {
  const { key, model } = await openMarket(exchange, { capacity: 10_000 });
  const me = buyer(key);
  const terms = ['--model', model, '--price', '0.001'];
  const filled = await json(me, 'orders', 'place', ...terms, '--tokens', '5000');
  expect(filled).toMatchObject({ status: 'filled', quantity: 5_000 });
  const limit = ['--model', model, '--price', '0.0001', '--tokens', '5000'];
  const open = await json(me, 'orders', 'place', ...limit, '--client-order-id', 'mine');
  expect(open).toMatchObject({ status: 'open', client_order_id: 'mine' });
  const { orders } = await json(me, 'orders', 'list', '--status', 'open');
  expect(orders).toMatchObject([{ order_id: open.order_id }]);
  await json(me, 'orders', 'cancel', open.order_id);
  expect((await json(me, 'orders', 'show', open.order_id)).status).toBe('cancelled');
  const again = await as(me, 'orders', 'cancel', open.order_id).ended;
  expect(again.code).toBe(4);

  const { contracts } = await json(me, 'contracts', 'list');
  expect(contracts).toMatchObject([{ contract_id: filled.contract_id }]);
  const contract = await json(me, 'contracts', 'show', filled.contract_id);
  expect(contract.lots).toHaveLength(1);
  const { credential } = await json(me, 'tickets', 'create', '--contract', filled.contract_id);
  const chat = await json(
    {},
    'chat',
    'Hi',
    '--model',
    model,
    '--max-tokens',
    '64',
    '--no-stream',
    '--ticket',
    credential,
  );
  expect(chat.fill.contract_id).toBe(filled.contract_id);
});

test('a ticket that is bought at once', async () => {
  const { key, model } = await openMarket(exchange, { capacity: 10_000 });
  const given = ['tickets', 'create', '--model', model, '--tokens', '2000', '--max-price', '0.001'];
  const { ticket_id: id, credential } = await json(buyer(key), ...given);
  const { code } = await as(
    { TOKENBOOK_TICKET: credential },
    'chat',
    'Hi',
    '--model',
    model,
    '--max-tokens',
    '64',
  ).ended;
  expect(code).toBe(0);
  const { tickets } = await json(buyer(key), 'tickets', 'list', '--status', 'active');
  expect(tickets.map((ticket: any) => ticket.ticket_id)).toEqual([id]);
  const shown = await json(buyer(key), 'tickets', 'show', id);
  expect(shown.remaining_tokens).toBeLessThan(2_000);
  const none = await as(buyer(key), 'tickets', 'create', '--model', model).ended;
  expect(none).toMatchObject({ code: 2 });
});

test('the offers of a seller', async () => {
  const { model, seller } = await openMarket(exchange, { capacity: 1_000 });
  const me = { TOKENBOOK_SELLER_KEY: seller.apiKey };
  const terms = ['--model', model, '--price', '0.9', '--tokens', '7000', '--region', 'eu-west'];
  const posted = await json(me, 'offers', 'post', ...terms);
  expect(posted).toMatchObject({ quantity_tokens: 7_000, valid_for_seconds: 600 });
  expect((await json(me, 'offers', 'list')).offers).toHaveLength(2);
  await json(me, 'offers', 'cancel', posted.offer_id);
  expect((await json(me, 'offers', 'list')).offers).toHaveLength(1);
});
