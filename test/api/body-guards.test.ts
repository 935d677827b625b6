/** How large a body may be: an ask and an order are small, decisions, histories and prompts are not. */
import { Exchange, type TestSeller } from '../support/exchange';
import { newModel } from '../e2e/market';

const TOO_LARGE = { status: 413, body: { code: 'request_too_large' } };

const exchange = Exchange.pooledForFile();
let seller: TestSeller;
let key: string;
const model = newModel();
beforeAll(async () => {
  seller = await exchange.seller('normal', { models: [model] });
  ({ key } = await exchange.buyer('1'));
});

test('a body above the limit of most routes is refused there, to the byte', async () => {
  const limitBytes = exchange.settings.BODY_LIMIT_BYTES;
  const place = (bytes: number) => {
    const empty = JSON.stringify({ model_id: '' });
    const body = { model_id: 'x'.repeat(bytes - empty.length) };
    const headers = { authorization: `Bearer ${key}` };
    return exchange.send('POST', '/market/v1/contracts', { headers, body });
  };
  expect(await place(limitBytes)).toMatchObject({ status: 400, body: { code: 'invalid_model' } });
  expect(await place(limitBytes + 1)).toMatchObject(TOO_LARGE);
});

test('a full batch of decisions is stored, however its reasons are written', async () => {
  const at = new Date().toISOString();
  const decision = { at, model_id: model, sold: true };
  const decisions = Array.from({ length: 200 }, () => decision);
  const answer = await exchange.send('POST', '/seller/v1/decisions', {
    headers: { 'x-seller-api-key': seller.apiKey },
    body: { decisions: decisions.map((one) => ({ ...one, reason: 'é"'.repeat(250) })) },
  });
  expect(answer).toMatchObject({ status: 200, body: { recorded: 200 } });
});

test('a long history is decrypted for the operator', async () => {
  const payload = { metadata: {}, data: 'a'.repeat(40_000) };
  const payloads = Array.from({ length: 90 }, () => payload);
  const answer = await exchange.send('POST', '/codec/decode', { admin: true, body: { payloads } });
  expect(answer.status).toBe(200);
  expect(answer.body.payloads).toHaveLength(90);
});

test('a long prompt is read: it is refused for what it asks, not for its size', async () => {
  const messages = [{ role: 'user', content: 'word '.repeat(60_000) }];
  const answer = await exchange.chat(key, { model: newModel(), messages });
  expect(answer).toMatchObject({ status: 404, body: { error: { code: 'no_match' } } });
});
