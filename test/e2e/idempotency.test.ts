/** One Idempotency-Key: one fill, one charge, one answer, however often and wherever it is asked. */
import { buyTicket } from '../contracts/market';
import { Exchange, chatBody } from '../support/exchange';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { DEFAULT_CONTENT } from '../support/sellers/completions';
import { until } from '../support/wait';
import { contentOf, deposit, openMarket, sendRaw } from './market';

const exchange = Exchange.pooledForFile();

const ONE_CHARGE = { balance: '9.999976', reserved: '0' }; // 24 tokens at 0.001 per 1,000

test('the same body again: the same answer, fill and request at the seller', async () => {
  const { key, model, seller } = await openMarket(exchange);
  const chat = (gateway: number) =>
    exchange.chat(key, { model }, { idempotencyKey: 'same', gateway });
  const first = await chat(0);
  for (const again of [await chat(0), await chat(1)]) {
    expect(again.status).toBe(200);
    expect(again.body).toEqual(first.body);
    expect(again.headers['x-fill-id']).toBe(first.headers['x-fill-id']);
  }
  expect(seller.requests).toHaveLength(1);
  expect(await exchange.account(key)).toMatchObject(ONE_CHARGE);
});

test('a stream is given again from its start, fill included', async () => {
  const { key, model, seller } = await openMarket(exchange);
  const stream = (gateway: number) =>
    exchange.stream(key, { model }, { idempotencyKey: 'same', gateway });
  const first = await stream(0);
  for (const again of [await stream(0), await stream(1)]) {
    expect(again.chunks).toEqual(first.chunks);
    expect(again).toMatchObject({ status: 200, done: true });
    expect(again.headers['x-fill-id']).toBe(first.headers['x-fill-id']);
  }
  expect(seller.requests).toHaveLength(1);
  expect(await exchange.account(key)).toMatchObject(ONE_CHARGE);
});

test('a stream that is under way is joined from its start', async () => {
  const behaviour = BEHAVIOURS.unhurried({ gapMs: 60 });
  const { key, model, seller } = await openMarket(exchange, { behaviour });
  let read = 0;
  const options = { idempotencyKey: 'join' };
  const first = exchange.stream(key, { model }, { ...options, onChunk: () => (read += 1) });
  await until(() => read >= 3, { what: 'three chunks' });
  const joined = [0, 1].map((gateway) => exchange.stream(key, { model }, { ...options, gateway }));
  for (const stream of await Promise.all([first, ...joined])) {
    expect(contentOf(stream.chunks)).toBe(DEFAULT_CONTENT);
    expect(stream.done).toBe(true);
  }
  expect(seller.requests).toHaveLength(1);
  expect(await exchange.account(key)).toMatchObject(ONE_CHARGE);
});

test('a stream goes on while one of its readers is left', async () => {
  const behaviour = BEHAVIOURS.unhurried({ gapMs: 100 });
  const { key, model, seller } = await openMarket(exchange, { behaviour });
  const gone = new AbortController();
  const options = { idempotencyKey: 'two' };
  let joined = 0;
  const leaving = exchange.stream(key, { model }, { ...options, signal: gone.signal });
  const staying = [0, 1].map((gateway) =>
    exchange.stream(key, { model }, { ...options, gateway, onChunk: () => (joined += 1) }),
  );
  await until(() => joined >= 4, { what: 'the others to read' });
  gone.abort();
  await expect(leaving).rejects.toThrow(/abort/i);
  for (const stream of await Promise.all(staying)) {
    expect(contentOf(stream.chunks)).toBe(DEFAULT_CONTENT);
    expect(stream.done).toBe(true);
  }
  expect(seller.requests[0]?.finished).toBe(true);
});

test('twenty at once, on both addresses of two gateways: one fill', async () => {
  const { key, model, seller } = await openMarket(exchange);
  const paths = ['/v1/chat/completions', '/buyer/v1/chat/completions'];
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      exchange.chat(
        key,
        { model },
        { idempotencyKey: 'many', gateway: at % 2, path: paths[(at >> 1) % 2]! },
      ),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect(seller.requests).toHaveLength(1);
  expect(await exchange.account(key)).toMatchObject(ONE_CHARGE);
});

test('twenty at once that cannot be filled: all are told the same, and the key is free', async () => {
  const { accountId, key, model, seller } = await openMarket(exchange, { balance: '0.00000001' });
  const chat = (gateway: number) =>
    exchange.chat(key, { model }, { idempotencyKey: 'many', gateway });
  const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => chat(at % 2)));
  expect(answers.map(({ body }) => body.code)).toEqual(answers.map(() => 'insufficient_balance'));
  await deposit(exchange, accountId, '1');
  expect((await chat(0)).status).toBe(200);
  expect(seller.requests).toHaveLength(1);
});

describe('another body with a used key is a conflict', () => {
  const conflict = {
    status: 422,
    body: { code: 'idempotency_conflict', error: { type: 'invalid_request_error' } },
  };

  test('after the answer, and while the first is under way', async () => {
    const { key, model, seller } = await openMarket(exchange);
    const options = { idempotencyKey: 'mine' };
    seller.hold();
    const first = exchange.chat(key, { model }, options);
    await until(() => seller.held === 1, { what: 'the seller to be asked' });
    expect(await exchange.chat(key, { model, temperature: 1 }, options)).toMatchObject(conflict);
    seller.release();
    expect((await first).status).toBe(200);
    const others = [{ max_tokens: 65 }, { max_price: '2' }, { stream: true }, { 'x-own': null }];
    for (const other of others) {
      expect(await exchange.chat(key, { model, ...other }, options)).toMatchObject(conflict);
    }
    expect((await exchange.chat(key, { model }, options)).status).toBe(200);
    expect(seller.requests).toHaveLength(1);
  });

  test('bodies are compared as parsed JSON', async () => {
    const { key, model, seller } = await openMarket(exchange);
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${key}`,
      'idempotency-key': 'order',
    };
    const extra = { metadata: { a: 1, b: [1, 2] }, temperature: 1 };
    const straight = JSON.stringify(chatBody({ model, ...extra }));
    const reversed = JSON.stringify(reverse(chatBody({ model, ...extra })), null, 2);
    expect(reversed).not.toBe(straight);
    const first = await sendRaw(exchange, { headers, body: straight });
    const again = await sendRaw(exchange, { headers, body: reversed.replace(': 1,', ': 1.0,') });
    expect(again.body).toEqual(first.body);
    const swapped = straight.replace('[1,2]', '[2,1]');
    expect(await sendRaw(exchange, { headers, body: swapped })).toMatchObject(conflict);
    expect(seller.requests).toHaveLength(1);
  });

  /** The same JSON with the members of every object the other way round. */
  function reverse(json: unknown): unknown {
    if (Array.isArray(json)) return json.map(reverse);
    if (typeof json !== 'object' || json === null) return json;
    const members = Object.entries(json).reverse();
    return Object.fromEntries(members.map(([name, value]) => [name, reverse(value)]));
  }
});

describe('a refusal frees its key', () => {
  test('also for another body', async () => {
    const { key, model } = await openMarket(exchange);
    const options = { idempotencyKey: 'refused' };
    const dear = await exchange.chat(key, { model, max_price: '0.0001' }, options);
    expect(dear.body.code).toBe('no_fill_at_limit');
    const bad = await exchange.chat(key, { model, venue_pin: 'Nobody' }, options);
    expect(bad.body.code).toBe('no_match');
    expect((await exchange.chat(key, { model }, options)).status).toBe(200);
  });

  test('also after sellers were asked', async () => {
    const { key, model, seller } = await openMarket(exchange, { behaviour: 'error500' });
    const options = { idempotencyKey: 'again' };
    expect((await exchange.chat(key, { model }, options)).status).toBe(502);
    seller.setBehaviour('contentFilter');
    expect((await exchange.chat(key, { model }, options)).status).toBe(422);
    seller.setBehaviour('normal');
    expect((await exchange.chat(key, { model }, options)).status).toBe(200);
    expect(seller.keys.size).toBe(3);
    expect(await exchange.account(key)).toMatchObject(ONE_CHARGE);
  });
});

describe('the scope of a key is the account', () => {
  test('another account is another request', async () => {
    const { key, model, seller } = await openMarket(exchange);
    const other = await exchange.buyer();
    const options = { idempotencyKey: 'shared' };
    const [mine, theirs] = await Promise.all([
      exchange.chat(key, { model }, options),
      exchange.chat(other.key, { model }, options),
    ]);
    expect(mine.body.fill.fill_id).not.toBe(theirs.body.fill.fill_id);
    expect(seller.requests).toHaveLength(2);
  });

  test('another buyer key of the account is not', async () => {
    const { accountId, key, model, seller } = await openMarket(exchange);
    const issued = await exchange.admin('POST', `/accounts/${accountId}/keys`, {});
    const options = { idempotencyKey: 'shared' };
    const first = await exchange.chat(key, { model }, options);
    const second = await exchange.chat(issued.body.buyer_key, { model }, options);
    expect(second.body).toEqual(first.body);
    expect(seller.requests).toHaveLength(1);
  });
});

describe('what is paid in advance is another request than what is charged', () => {
  const conflict = { status: 422, body: { code: 'idempotency_conflict' } };
  const terms = { quantity_tokens: 1_000, max_price: '1' };

  test('with a ticket, with another ticket, and with none', async () => {
    const { key, model, seller } = await openMarket(exchange);
    const tickets = await Promise.all(
      [1, 2].map(() => buyTicket(exchange, key, { model, ...terms })),
    );
    const [first, second] = tickets.map(({ body }) => body.credential as string);
    const credentials = [first!, second!, key];
    const answers: object[] = [];
    for (const [at, credential] of credentials.entries()) {
      const options = { idempotencyKey: `paid-${at}` };
      const answer = await exchange.chat(credential, { model }, options);
      expect(answer.status).toBe(200);
      answers.push(answer.body);
    }
    for (const [at, credential] of credentials.entries()) {
      for (const [of, expected] of answers.entries()) {
        const options = { idempotencyKey: `paid-${of}`, gateway: of % 2 };
        const told = await exchange.chat(credential, { model }, options);
        expect(told).toMatchObject(at === of ? { status: 200, body: expected } : conflict);
      }
    }
    expect(seller.requests).toHaveLength(3);
  });
});

test('without a key every request is its own', async () => {
  const { key, model, seller } = await openMarket(exchange);
  const answers = await Promise.all([1, 2, 3].map(() => exchange.chat(key, { model })));
  expect(new Set(answers.map(({ body }) => body.fill.fill_id)).size).toBe(3);
  expect(seller.requests).toHaveLength(3);
});

test('after all of this every invariant of the ledger holds', () => exchange.expectExact());
