/** Whom the codec of the operator's web UI answers, and what it leaves as it is. */
import { randomBytes } from 'node:crypto';
import { Sealer } from '../../domain/sealing';
import { KEPT_ASIDE_MAX } from '../../temporal/codec-server';
import { Exchange } from '../support/exchange';
import { decode, payloadOf, sendTo, valueOf } from './codec-client';

const exchange = Exchange.pooledForFile();
let uiOrigin: string;
let key: string;
let bearer: { authorization: string };
beforeAll(async () => {
  ({ key } = await exchange.buyer());
  uiOrigin = new URL(exchange.settings.temporalUiUrl).origin;
  bearer = { authorization: `Bearer ${exchange.settings.secrets.operatorToken}` };
});

/** The session cookie of a browser that signed in. */
async function signedIn(token = exchange.settings.secrets.operatorToken): Promise<string> {
  const answer = await sendTo(exchange, 'POST', '/codec/sign-in', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ token }).toString(),
  });
  expect(answer).toMatchObject({ status: 303, headers: { location: '/codec' } });
  return String(answer.headers['set-cookie']);
}

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

  test('of nested orders the nearest is the context', async () => {
    const orders = [{ orderId: 'inner', answer: { sealed: sealed('Hi', 'inner') } }];
    const payload = payloadOf({ orderId: 'outer', orders });
    const { body } = await decode(exchange, { payloads: [payload] }, bearer);
    expect(valueOf(body.payloads[0]).orders).toEqual([{ orderId: 'inner', answer: 'Hi' }]);
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
    ['a buyer', () => ({ authorization: `Bearer ${key}` })],
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
    const allowed = await decode(
      exchange,
      { payloads: payloads() },
      { cookie: pair, origin: uiOrigin },
    );
    expect(allowed).toMatchObject({
      status: 200,
      headers: {
        'access-control-allow-origin': uiOrigin,
        'access-control-allow-credentials': 'true',
        'cache-control': 'no-store',
      },
    });
    for (const origin of ['https://elsewhere.example', 'null', `${uiOrigin}0`]) {
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
    await decode(exchange, body, { cookie: pair, origin: uiOrigin });
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
    const own = await ask(uiOrigin);
    expect(own).toMatchObject({
      status: 204,
      headers: {
        'access-control-allow-origin': uiOrigin,
        'access-control-allow-credentials': 'true',
        'access-control-allow-methods': 'POST',
        'access-control-allow-headers': 'Content-Type, Authorization, X-Namespace',
      },
    });
    expect((await ask('https://elsewhere.example')).status).toBe(403);
  });
});

test(`${KEPT_ASIDE_MAX} requests that are kept aside, and one more`, async () => {
  const ids = Array.from({ length: KEPT_ASIDE_MAX + 1 }, (_, at) => `aside-${at}`);
  const sealer = new Sealer(exchange.settings.secrets.payloadKeys);
  for (const id of ids) await exchange.records.keepPayload(id, sealer.sealJson(id, id), 60_000);
  const payloads = ids.map((payloadId) => payloadOf({ request: { payloadId } }));
  const { body } = await decode(exchange, { payloads }, bearer);
  const requests = body.payloads.map((payload: any) => valueOf(payload).request);
  expect(requests.slice(0, -1)).toEqual(ids.slice(0, -1));
  expect(requests.at(-1)).toEqual({ payloadId: ids.at(-1) });
});
