/**
 * The codec of the operator's web UI: real histories of real chats are opened for the operator, and
 * for nobody else; each opening is recorded, and what was opened is written down nowhere.
 */
import { randomBytes } from 'node:crypto';
import { CODEC_BODY_LIMIT_BYTES } from '../../api/middleware/guards';
import { PAYLOADS_MAX } from '../../api/schemas/operator';
import { Sealer } from '../../domain/sealing';
import { KEPT_ASIDE_MAX } from '../../temporal/codec-server';
import { type Market, openMarket } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';
import { decode, payloadOf, payloadsOf, sendTo, valueOf } from './codec-client';

const UI = 'http://127.0.0.1:8233';
const QUOTA = 60;
const PROMPT = `prompt-${randomBytes(12).toString('hex')}`;

let exchange: Exchange;
let market: Market;
let bearer: { authorization: string };
beforeAll(async () => {
  exchange = await Exchange.start({
    settings: {
      CODEC_QUOTA: QUOTA,
      QUOTA_WINDOW_SECONDS: 3_600,
      TEMPORAL_UI_URL: UI,
      LOG_LEVEL: 'trace',
    },
  });
  market = await openMarket(exchange);
  bearer = { authorization: `Bearer ${exchange.settings.secrets.operatorToken}` };
});
afterAll(() => exchange.stop());

interface Chat {
  readonly orderId: string;
  readonly workflowId: string;
}

/** The order that the newest chat of the buyer made. */
async function newestOrder(): Promise<Chat> {
  const filter = { accountId: market.accountId };
  const order = await exchange.records.orders.findOne(filter, { sort: { _id: -1 } });
  return { orderId: order!._id, workflowId: order!.workflowId! };
}

/** What the workflow that records an order was told of it, and what it came to. */
const startOf = (values: any[], orderId: string) =>
  values.find((value) => value?.heartbeatMs)?.orders.find((of: any) => of.orderId === orderId);
const endOf = (values: any[], orderId: string) =>
  values
    .flatMap((value) => value?.orders ?? [])
    .find((of: any) => of.orderId === orderId && of.answer);

const messages = (text: string) => [{ role: 'user', content: text }];

/** The session cookie of a browser that signed in. */
async function signedIn(token = exchange.settings.secrets.operatorToken): Promise<string> {
  const answer = await sendTo(exchange, 'POST', '/codec/sign-in', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ token }).toString(),
  });
  expect(answer).toMatchObject({ status: 303, headers: { location: '/codec' } });
  return String(answer.headers['set-cookie']);
}

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

describe('what comes back as it was', () => {
  const sealer = () => new Sealer(exchange.settings.secrets.payloadKeys);
  const sealed = (value: unknown, orderId: string, by = sealer()) =>
    by.sealJson(value, orderId).toString('base64');

  test('payloads that hold nothing of ours, or are broken', async () => {
    const payloads = [
      payloadOf({ orderId: 'o', big: 1 }),
      {
        ...payloadOf({}),
        data: Buffer.from('{"orderId":"o","n":12345678901234567890}').toString('base64'),
      },
      payloadOf({ orderId: 'o', request: { sealed: 'bm90IG91cnM=' } }),
      payloadOf({ request: { sealed: sealed({ messages: [] }, 'o') } }), // says not whose it is
      payloadOf([{ orderId: 'o' }]),
      { metadata: { encoding: Buffer.from('binary/null').toString('base64') } },
      { metadata: { encoding: Buffer.from('json/plain').toString('base64') }, data: '{{{' },
      { metadata: { encoding: 7 }, data: 7, more: true },
      null,
      'text',
    ];
    const answer = await decode(exchange, { payloads }, bearer);
    expect(answer).toMatchObject({ status: 200, body: { payloads } });
  });

  test('another order, another key, what is kept no longer: sealed, with the reason', async () => {
    const other = new Sealer([randomBytes(32)]);
    const cases = [
      [
        { orderId: 'o', request: { sealed: sealed({}, 'another') } },
        /cannot be decrypted as a part of/,
      ],
      [{ orderId: 'o', request: { sealed: sealed({}, 'o', other) } }, new RegExp(other.keyId)],
      [{ orderId: 'o', request: { payloadId: 'o' } }, /No longer stored/],
    ] as const;
    const payloads = cases.map(([value]) => payloadOf(value));
    const openings = await exchange.records.openings.countDocuments();
    const { body } = await decode(exchange, { payloads }, bearer);
    body.payloads.map(valueOf).forEach((value: any, at: number) => {
      const [given, reason] = cases[at]!;
      const { unopened, ...request } = value.request;
      expect(request).toEqual(given.request);
      expect(unopened).toMatch(reason);
    });
    expect(await exchange.records.openings.countDocuments()).toBe(openings);
  });

  test('the context may stand beside the bytes', async () => {
    const payload = payloadOf({
      settlement: { answer: { sealed: sealed('Hi', 'o'), orderId: 'o' } },
    });
    const { body } = await decode(exchange, { payloads: [payload] }, bearer);
    expect(valueOf(body.payloads[0])).toEqual({ settlement: { answer: 'Hi' } });
  });
});

describe('who may', () => {
  const payloads = () => [payloadOf({ orderId: 'o', n: 1 })];

  test.each<[string, () => Record<string, string>]>([
    ['nobody', () => ({})],
    ['a wrong token', () => ({ authorization: 'Bearer wrong' })],
    ['a buyer', () => ({ authorization: `Bearer ${market.key}` })],
    ['a made-up session', () => ({ cookie: `tokenbook_codec=a.${Date.now() + 9_999_999}.00` })],
  ])('%s may not', async (_who, headers) => {
    const answer = await decode(exchange, { payloads: payloads() }, headers());
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
    expect(answer.body).not.toHaveProperty('payloads');
  });

  test('a browser that signed in may, from the web UI alone', async () => {
    const cookie = await signedIn();
    expect(cookie).toMatch(/; Path=\/codec; .*HttpOnly; SameSite=Strict/);
    const [pair = ''] = cookie.split(';');
    const allowed = await decode(exchange, { payloads: payloads() }, { cookie: pair, origin: UI });
    expect(allowed).toMatchObject({
      status: 200,
      headers: {
        'access-control-allow-origin': UI,
        'access-control-allow-credentials': 'true',
        'cache-control': 'no-store',
      },
    });
    for (const origin of ['https://elsewhere.example', 'null', `${UI}0`]) {
      const refused = await decode(exchange, { payloads: payloads() }, { cookie: pair, origin });
      expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } });
      expect(refused.headers).not.toHaveProperty('access-control-allow-origin');
    }
    const [name, end = '', signature] = pair.split('.');
    const longer = `${name}.${Number.parseInt(end, 10) + 1}.${signature}`;
    expect((await decode(exchange, { payloads: [] }, { cookie: longer })).status).toBe(401);
  });

  test('the opening names the session', async () => {
    const [pair = ''] = (await signedIn()).split(';');
    const sealed = new Sealer(exchange.settings.secrets.payloadKeys).sealJson('Hi', 'by-session');
    const request = { sealed: sealed.toString('base64') };
    const body = { payloads: [payloadOf({ orderId: 'by-session', request })] };
    await decode(exchange, body, { cookie: pair, origin: UI });
    const opening = await exchange.records.openings.findOne({ orderIds: 'by-session' });
    const id = pair.split('=')[1]!.split('.')[0];
    expect(opening!.actor).toBe(`session ${id}`);
  });

  test('the page asks for the token, says when it is wrong, and guides', async () => {
    const page = await sendTo(exchange, 'GET', '/codec');
    expect(page).toMatchObject({ status: 200, body: expect.stringContaining('Operator token') });
    const wrong = await sendTo(exchange, 'POST', '/codec/sign-in', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'token=wrong',
    });
    expect(wrong).toMatchObject({ status: 401, body: expect.stringContaining('not the operator') });
    expect(wrong.headers).not.toHaveProperty('set-cookie');
    const [cookie = ''] = (await signedIn()).split(';');
    const guide = await sendTo(exchange, 'GET', '/codec', { headers: { cookie } });
    expect(guide.body).toContain(`http://127.0.0.1:${exchange.gateways[0]!.adminPort}/codec`);
    const out = await sendTo(exchange, 'POST', '/codec/sign-out', { headers: { cookie } });
    expect(String(out.headers['set-cookie'])).toMatch(/tokenbook_codec=;.*1970/);
  });

  test('the preflight of the web UI is answered, that of others is not', async () => {
    const ask = (origin: string) =>
      sendTo(exchange, 'OPTIONS', '/codec/decode?preserveStorageRefs=true', {
        headers: {
          origin,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type,x-namespace',
        },
      });
    const own = await ask(UI);
    expect(own).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': UI,
        'access-control-allow-credentials': 'true',
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'Content-Type, Authorization, X-Namespace',
      },
    });
    expect((await ask('https://elsewhere.example')).status).toBe(403);
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

  test(`${KEPT_ASIDE_MAX} requests that are kept aside, and one more`, async () => {
    const ids = Array.from({ length: KEPT_ASIDE_MAX + 1 }, (_, at) => `aside-${at}`);
    const sealer = new Sealer(exchange.settings.secrets.payloadKeys);
    const expiresAt = new Date(Date.now() + 60_000);
    for (const id of ids)
      await exchange.records.keepPayload(id, sealer.sealJson(id, id), expiresAt);
    const payloads = ids.map((payloadId) => payloadOf({ request: { payloadId } }));
    const { body } = await decode(exchange, { payloads }, bearer);
    const requests = body.payloads.map((payload: any) => valueOf(payload).request);
    expect(requests.slice(0, -1)).toEqual(ids.slice(0, -1));
    expect(requests.at(-1)).toEqual({ payloadId: ids.at(-1) });
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
  const logs = [...exchange.gateways, ...exchange.workers].map((one) => one.output()).join('\n');
  expect(logs).toContain('sealed text was opened');
  expect(logs).toContain('signed in to the codec');
  expect(logs).not.toContain(PROMPT);
  expect(logs).not.toContain(exchange.settings.secrets.operatorToken);
  const openings = await exchange.records.openings.find().toArray();
  expect(openings.length).toBeGreaterThan(3);
  expect(JSON.stringify(openings)).not.toContain(PROMPT);
});
