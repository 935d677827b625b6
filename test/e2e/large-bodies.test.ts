/** Bodies of some size: read in a thread, kept as they were written, and for accounts that can pay. */
import { ChatPool } from '../../processes/compute/chat-pool';
import type { ChatToRead } from '../../api/buyer/chat/read-chat';
import { CHAT_LIMITS } from '../../domain/json-body';
import { JsonScan } from '../../domain/json-scan';
import { join } from 'node:path';
import { Exchange } from '../support/exchange';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { openMarket, sendRaw } from './market';

const exchange = Exchange.pooledForFile();

const LARGE = 'lorem ipsum '.repeat(10_000);
const UNKNOWN = '"seed":12345678901234567890,"bias":[1e3, 1.0,-0],"constructor":{"prototype":1}';
const textOf = (model: string, content: string, rest = UNKNOWN) =>
  `{"max_price":"1","messages":[{"role":"user","content":"${content}"}],"model":"${model}",${rest},"max_tokens":64}`;
const post = (key: string, body: string | Buffer, headers: Record<string, string> = {}) =>
  sendRaw(exchange, {
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}`, ...headers },
    body,
  });

test.each([
  ['small', 'Say hello.'],
  ['of some size', 'Say hello. '.repeat(200)],
  ['kept aside', LARGE],
])(
  'a body that is %s reaches the seller as it was written, also the second one',
  async (_name, content) => {
    const { key, model, seller } = await openMarket(exchange, { behaviour: BEHAVIOURS.status() });
    const second = await exchange.seller('normal', { models: [model] });
    await exchange.ask(second, { model, price: '0.002' });
    expect((await post(key, textOf(model, content))).status).toBe(200);
    const expected = `{"model":"${model}","messages":[{"role":"user","content":"${content}"}],${UNKNOWN},"max_tokens":64}`;
    for (const { requests } of [seller, second]) expect(requests[0]!.rawBody).toBe(expected);
  },
);

test('the same values in another spelling are the same body, others are not', async () => {
  const { key, model, seller } = await openMarket(exchange);
  const headers = { 'idempotency-key': 'spelled' };
  const content = 'Say hello. '.repeat(200);
  const first = await post(key, textOf(model, content, '"a":1e3,"b":{"c":1,"d":2}'), headers);
  const again = await post(key, textOf(model, content, '"b":{"d":2.0,"c":1},"a":1000'), headers);
  expect(again.body).toEqual(first.body);
  expect(await post(key, textOf(model, content, '"a":1001'), headers)).toMatchObject({
    status: 422,
  });
  expect(seller.requests).toHaveLength(1);
});

test.each([
  ['a name twice', '"temperature":1,"temperature":2', /duplicate name/],
  ['a name twice, deep', '"tools":[{"a":{"b":1,"\\u0062":2}}]', /duplicate name/],
  ['__proto__', '"metadata":{"__proto__":{"x":1}}', /__proto__/],
  ['many empty lists', `"a":[${'[],'.repeat(600_000)}1]`, /more than/],
  ['many numbers', `"a":[${'1E20,'.repeat(300_000)}1]`, /more than/],
  ['many levels', `"a":${'['.repeat(50_000)}${']'.repeat(50_000)}`, /levels/],
  [
    'many names',
    `"a":{${Array.from({ length: 1_001 }, (_, at) => `"k${at}":1`).join(',')}}`,
    /keys/,
  ],
])('a body with %s is refused, small or large', async (_name, part, message) => {
  const { key, model } = await openMarket(exchange);
  for (const content of ['Hi.', LARGE]) {
    const answer = await post(key, textOf(model, content, part));
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect(answer.body.message).toMatch(message);
  }
});

test('one that says anything wrong is told so by its field, from the thread as well', async () => {
  const { key, model } = await openMarket(exchange);
  const answer = await post(key, textOf(model, LARGE, '"n":0'));
  expect(answer).toMatchObject({ status: 400, body: { error: { param: 'n' } } });
  const bytes = Buffer.concat([Buffer.from('{"model":"'), Buffer.from([0xff]), Buffer.from(LARGE)]);
  expect(await post(key, bytes)).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
});

test('an account without money is refused before its body is read, unless it was answered before', async () => {
  const poor = await exchange.buyer('0');
  for (const body of [LARGE, `[${'[],'.repeat(30_000)}1]`]) {
    expect(await post(poor.key, body)).toMatchObject({
      status: 402,
      headers: { 'x-should-retry': 'false' },
    });
  }
  const { key, model, accountId } = await openMarket(exchange, { balance: '0.04' });
  const headers = { 'idempotency-key': 'paid' };
  const first = await post(key, textOf(model, LARGE, '"a":1'), headers);
  expect(first.status).toBe(200);
  const { balances } = exchange.records;
  const { postedScale8 } = (await balances.findOne({ _id: accountId }))!;
  await balances.updateOne({ _id: accountId }, [{ $set: { postedScale8: '$heldScale8' } }]);
  try {
    expect((await post(key, textOf(model, LARGE, '"a":1'), headers)).body).toEqual(first.body);
    expect((await post(key, textOf(model, LARGE, '"a":1'))).status).toBe(402);
  } finally {
    await balances.updateOne({ _id: accountId }, { $set: { postedScale8 } });
  }
});

describe('the pool', () => {
  const threadFile = join(__dirname, '..', '..', 'dist', 'processes', 'compute', 'thread.js');
  const chatOf = (text: string): ChatToRead => {
    const bytes = Buffer.from(text);
    const scan = new JsonScan(CHAT_LIMITS);
    scan.feed(bytes);
    return { bytes, members: scan.members, ticketId: null };
  };
  // A thread takes the bytes.
  const short = () => chatOf(textOf('m', 'Hi.'));
  const heavy = () => chatOf(textOf('m', '一丁七万丈三上下不与丏丐丑且丕世'.repeat(5_000)));
  let pool: ChatPool;
  afterEach(() => pool.close());

  test('lets an account wait for its own requests, not for those of another', async () => {
    pool = new ChatPool({ threads: 1, threadFile });
    const ended: string[] = [];
    const read = (account: string, chat: ChatToRead) =>
      pool.read(account, chat).then(() => ended.push(account));
    const many = Array.from({ length: 20 }, () => read('many', heavy()));
    await read('one', short());
    expect(ended.filter((account) => account === 'many').length).toBeLessThan(3);
    await Promise.all(many);
  });

  test('accepts so many of one account, and so many in all', async () => {
    pool = new ChatPool({ threads: 1, threadFile, queue: { perOwner: 2, all: 3 } });
    const reading = ['running', 'a', 'a', 'b'].map((account) => pool.read(account, short()));
    await expect(pool.read('a', short())).rejects.toMatchObject({
      code: 'rate_limited',
      retryAfterSeconds: 1,
    });
    await expect(pool.read('c', short())).rejects.toMatchObject({ code: 'service_unavailable' });
    await Promise.all(reading);
    expect((await pool.read('a', short())).terms.model).toBe('m');
  });

  test('gives a refusal back as it was thrown', async () => {
    pool = new ChatPool({ threads: 1, threadFile });
    await expect(pool.read('a', chatOf('{"model":1}'))).rejects.toMatchObject({
      code: 'invalid_model',
      param: 'model',
    });
  });
});
