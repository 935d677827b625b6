/**
 * The codec of the operator's web UI: real histories of real chats are opened for the operator, and
 * for nobody else; each opening is recorded, and what was opened is written down nowhere.
 */
import { randomBytes } from 'node:crypto';
import { CODEC_BODY_LIMIT_BYTES } from '../../api/middleware/guards';
import { PAYLOADS_MAX } from '../../api/schemas/operator';
import { type Market, openMarket } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';
import { decode, payloadsOf, sendTo, valueOf } from './codec-client';

const UI = 'http://127.0.0.1:8233';
const QUOTA = 60;
const PROMPT = `prompt-${randomBytes(12).toString('hex')}`;

const exchange = Exchange.forFile({
  settings: {
    CODEC_QUOTA: QUOTA,
    QUOTA_WINDOW_SECONDS: 3_600,
    TEMPORAL_UI_URL: UI,
    LOG_LEVEL: 'trace',
  },
});
let market: Market;
let bearer: { authorization: string };
beforeAll(async () => {
  market = await openMarket(exchange);
  bearer = { authorization: `Bearer ${exchange.settings.secrets.operatorToken}` };
});

interface Chat {
  readonly orderId: string;
  readonly workflowId: string;
}

/** The order that the newest chat of the buyer made, once its workflow has started. */
async function newestOrder(): Promise<Chat> {
  const filter = { accountId: market.accountId };
  const read = () => exchange.records.orders.findOne(filter, { sort: { _id: -1 } });
  const order = await until(
    async () => {
      const found = await read();
      return found?.workflowId ? found : null;
    },
    { what: 'its workflow to start' },
  );
  return { orderId: order._id, workflowId: order.workflowId! };
}

/** What the workflow that records an order was told of it, and what it came to. */
const startOf = (values: any[], orderId: string) =>
  values.find((value) => value?.heartbeatMs)?.orders.find((of: any) => of.orderId === orderId);
const endOf = (values: any[], orderId: string) =>
  values
    .flatMap((value) => value?.orders ?? [])
    .find((of: any) => of.orderId === orderId && of.answer);

const messages = (text: string) => [{ role: 'user', content: text }];

describe('what is opened', () => {
  test('the answer of a chat, with a record of who, when and which order', async () => {
    const { key, model } = market;
    const chat = await exchange.chat(key, { model, messages: messages(PROMPT) });
    const { orderId, workflowId } = await newestOrder();
    await exchange.expectSagasEnded();
    const payloads = await payloadsOf(exchange, workflowId);
    expect(JSON.stringify(payloads.map(valueOf))).not.toContain(PROMPT);

    const before = Date.now();
    const answer = await decode(exchange, { payloads }, bearer);
    expect(answer.status).toBe(200);
    const values = answer.body.payloads.map(valueOf);
    const started = startOf(values, orderId);
    expect(started.request).toMatchObject({ unopened: 'No longer stored.' });
    const { answer: opened } = endOf(values, orderId);
    expect(opened.body).toEqual(chat.body);
    expect(opened.body.choices[0].message.content).not.toBe('');

    const [opening] = await exchange.records.openings.find({ orderIds: orderId }).toArray();
    expect(opening).toMatchObject({ orderIds: [orderId], actor: 'token', address: '127.0.0.1' });
    expect(opening!.requestId).toBe(answer.headers['x-request-id']);
    expect(opening!.at.getTime()).toBeGreaterThanOrEqual(before);
    expect(Date.now()).toBeGreaterThanOrEqual(opening!.at.getTime());
  });

  test('a stream, with the text that its chunks make up', async () => {
    const { key, model } = market;
    const stream = await exchange.stream(key, { model, messages: messages(PROMPT) });
    expect(stream.done).toBe(true);
    await exchange.expectSagasEnded();
    const payloads = await payloadsOf(exchange, (await newestOrder()).workflowId);
    const { body } = await decode(exchange, { payloads }, bearer);
    const { answer } = endOf(body.payloads.map(valueOf), (await newestOrder()).orderId);
    const text = stream.chunks.map((chunk) => chunk.choices[0]?.delta?.content ?? '').join('');
    expect(answer.texts).toEqual([text]);
    expect(answer.chunks).toHaveLength(stream.chunks.length);
  });

  test.each([
    ['a short request', ''],
    ['a request that is kept aside', randomBytes(30_000).toString('hex')],
  ])('%s, for as long as its order is under way', async (_, more) => {
    const { key, model, seller } = market;
    const large = `${PROMPT} ${more}`;
    seller.hold();
    const asked = exchange.chat(key, { model, messages: messages(large) });
    await until(() => seller.held === 1, { what: 'the seller to be asked' });
    const { orderId, workflowId } = await newestOrder();
    const request = async () => {
      const payloads = await payloadsOf(exchange, workflowId);
      const { body } = await decode(exchange, { payloads }, bearer);
      return startOf(body.payloads.map(valueOf), orderId).request;
    };
    await until(() => request(), { what: 'the workflow that records the order' });
    expect((await request()).messages).toEqual(messages(large));
    seller.release();
    expect((await asked).status).toBe(200);
    expect(await request()).toMatchObject({ unopened: 'No longer stored.' });
  });

  test('a refusal that the seller sent; the request that was kept aside for it is gone', async () => {
    const { key, model, seller } = market;
    seller.setBehaviour('contextLength');
    const large = `${PROMPT} ${randomBytes(30_000).toString('hex')}`;
    const chat = await exchange.chat(key, { model, messages: messages(large) });
    seller.setBehaviour('normal');
    expect(chat.status).toBe(400);
    const { orderId, workflowId } = await newestOrder();
    const payloads = await until(async () => {
      const found = await payloadsOf(exchange, workflowId);
      return JSON.stringify(found.map(valueOf)).includes('passedRefusalOf') && found;
    });
    const { body } = await decode(exchange, { payloads }, bearer);
    const values: any[] = body.payloads.map(valueOf);
    const refused = values.flatMap((value) => value?.orders ?? []).find((end) => end.passed);
    expect(refused).toMatchObject({ orderId, status: 'refused' });
    expect(refused.passed.error.message).toContain('8192');
    expect(startOf(values, orderId).request).toMatchObject({ unopened: 'No longer stored.' });
    expect(await exchange.records.findPayload(orderId)).toBeNull();
  });
});

describe('how much', () => {
  const empty = (count: number) => ({ payloads: Array.from({ length: count }, () => null) });

  test(`${PAYLOADS_MAX} payloads at once, and one more`, async () => {
    expect((await decode(exchange, empty(PAYLOADS_MAX), bearer)).status).toBe(200);
    const more = await decode(exchange, empty(PAYLOADS_MAX + 1), bearer);
    expect(more).toMatchObject({ status: 400, body: { param: 'payloads' } });
  });

  test(`a body of ${CODEC_BODY_LIMIT_BYTES} bytes, and of one more`, async () => {
    const frame = JSON.stringify({ payloads: [''] });
    const body = (bytes: number) =>
      JSON.stringify({ payloads: ['x'.repeat(bytes - frame.length)] });
    expect((await decode(exchange, body(CODEC_BODY_LIMIT_BYTES), bearer)).status).toBe(200);
    const more = await decode(exchange, body(CODEC_BODY_LIMIT_BYTES + 1), bearer);
    expect(more).toMatchObject({ status: 413, body: { code: 'request_too_large' } });
  });

  test.each([
    ['{', 400],
    ['{}', 400],
    ['{"payloads":7}', 400],
    ['[]', 400],
  ])('%s is refused', async (body, status) => {
    expect((await decode(exchange, body, bearer)).status).toBe(status);
  });

  test(`${QUOTA} requests in a window, and one more`, async () => {
    const first = await decode(exchange, { payloads: [] }, bearer);
    expect(first.headers['ratelimit-policy']).toBe(`${QUOTA};w=3600`);
    const left = Number.parseInt(String(first.headers['ratelimit']), 10);
    expect(left).toBeGreaterThan(0);
    for (let at = 0; at < left; at += 1) {
      expect((await decode(exchange, { payloads: [] }, bearer)).status).toBe(200);
    }
    const more = await decode(exchange, { payloads: [] }, bearer);
    expect(more).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(more.headers).toHaveProperty('retry-after');
    // Who has no credential is told that first, and uses nothing up.
    expect((await decode(exchange, { payloads: [] }, {})).status).toBe(401);
  });
});

test('what was opened stands in no log and no record', async () => {
  const { operatorToken } = exchange.settings.secrets;
  const signedIn = await sendTo(exchange, 'POST', '/codec/sign-in', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ token: operatorToken }).toString(),
  });
  expect(signedIn.status).toBe(303);
  const read = () =>
    [...exchange.gateways, ...exchange.workers].map((one) => one.output()).join('\n');
  for (const line of ['sealed text was opened', 'signed in to the codec']) {
    await until(() => read().includes(line), { what: `the log to say: ${line}` });
  }
  const logs = read();
  expect(logs).not.toContain(PROMPT);
  expect(logs).not.toContain(operatorToken);
  const openings = await exchange.records.openings.find().toArray();
  expect(openings.length).toBeGreaterThan(3);
  expect(JSON.stringify(openings)).not.toContain(PROMPT);
});
