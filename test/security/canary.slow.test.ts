/**
 * No key, prompt or answer stands in clear anywhere: unmistakable texts are sent through every path
 * of the exchange at the most talkative log level, and then looked for in all that was written.
 */
import { randomBytes } from 'node:crypto';
import Redis from 'ioredis';
import { newModel } from '../e2e/market';
import { Exchange, MODEL, type Answer, type TestSeller } from '../support/exchange';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { type TestServers, startTestServers } from '../support/servers';
import { sharedServers } from '../support/shared-servers';
import { hitsIn, type Piece } from './search';
import { sinksOf } from './sinks';

const secrets = new Map<string, string | Buffer>();
const canaries = new Map<string, string>();
/** Error bodies, with what sent them: they may hold nothing of a request or of another party. */
const refusals: Answer[] = [];

/** What every canary begins with: one search tells whether there is any. */
const FLOCK = `canary${randomBytes(12).toString('hex')}`;

/** A text that stands nowhere by chance, remembered under what it is. */
function canary(what: string): string {
  const text = `${FLOCK}${randomBytes(12).toString('hex')}`;
  canaries.set(`${what} (${canaries.size})`, text);
  return text;
}

/** A secret that is what it is. */
function keepSecret(what: string, secret: string | Buffer): void {
  secrets.set(what, secret);
}

let servers: TestServers | undefined;
let exchange: Exchange;

beforeAll(async () => {
  servers = await startTestServers(sharedServers().binaries);
  exchange = await Exchange.start({
    addresses: servers.addresses,
    gateways: 2,
    relay: true,
    settings: { LOG_LEVEL: 'trace' },
  });
}, 120_000);
afterAll(async () => {
  await exchange?.stop();
  await servers?.stop();
});

test('nothing private is written down or said', async () => {
  const { operatorToken, keyPepper, payloadKeys, signingKey } = exchange.settings.secrets;
  keepSecret('operator token', operatorToken);
  keepSecret('pepper', keyPepper);
  payloadKeys.forEach((key, at) => keepSecret(`payload key ${at}`, key));
  keepSecret('seed of the signing key', signingKey.subarray(-32));

  const buyer = await exchange.buyer();
  keepSecret('buyer key', buyer.key);
  const { seller } = await sellers();
  await tickets(buyer.key);
  await chats(buyer.key, seller);
  await failures(buyer.key, seller);
  await badRequests(buyer.key);
  await registrations();
  await revocation();
  await exchange.expectExact();

  expect(refusals.length).toBeGreaterThan(20);
  const sinks = await sinksOf(exchange);
  sinks.set(
    'error bodies',
    refusals.map(({ body, headers }) => JSON.stringify({ body, headers })),
  );
  const leaks = [...sinks].flatMap(([sink, pieces]) => leaksIn(sink, pieces));
  expect(leaks).toEqual([]);
}, 180_000);

test('the search finds what is planted in each of these places', async () => {
  const planted = `planted${randomBytes(16).toString('hex')}`;
  const { key } = await exchange.buyer();
  const model = newModel();
  await sellers(model);
  const answer = await exchange.send('POST', '/v1/chat/completions', {
    headers: { authorization: `Bearer ${key}`, 'x-request-id': planted },
    body: { model, max_tokens: 10, messages: [{ role: 'user', content: 'Hi' }] },
  });
  expect(answer.status).toBe(200);
  await exchange.expectSagasEnded({ requestId: planted });
  expect(answer.headers['x-request-id']).toBe(planted);
  const redis = new Redis(exchange.settings.redisUrl);
  await redis.hset('test:planted', 'field', Buffer.from(planted).toString('base64'));
  await redis.bgrewriteaof(); // would also write what is still buffered
  redis.disconnect();

  const sinks = await sinksOf(exchange);
  const blind = [...sinks].filter(([, pieces]) => hitsIn(pieces, planted) === 0);
  expect(blind.map(([sink]) => sink)).toEqual(['logs of the servers', 'metrics']);
  expect(hitsIn(sinks.get('metrics')!, 'tokenbook_http_request_duration_seconds')).toBeGreaterThan(
    0,
  );
  expect(hitsIn(sinks.get('logs of the servers')!, 'Waiting for connections')).toBeGreaterThan(0);
});

/** What of all that is private stands in a sink. */
function leaksIn(sink: string, pieces: readonly Piece[]): string[] {
  const suspects = pieces.filter((piece) => hitsIn([piece], FLOCK) > 0);
  const found = [...canaries].filter(([, text]) => hitsIn(suspects, text) > 0);
  const known = [...secrets].filter(([, secret]) => hitsIn(pieces, secret) > 0);
  const leaked = [...found, ...known].map(([what]) => `${what} in ${sink}`);
  return suspects.length > 0 && leaked.length === 0 ? [`a part of a canary in ${sink}`] : leaked;
}

/** Two sellers; the second one is dearer and is asked when the first one fails. */
async function sellers(model = MODEL): Promise<{ seller: TestSeller; other: TestSeller }> {
  const models = { models: [model] };
  const [seller, other] = [
    await exchange.seller('normal', models),
    await exchange.seller('normal', models),
  ];
  keepSecret('seller key', seller.apiKey);
  keepSecret('key of the other seller', other.apiKey);
  await exchange.ask(seller, { model, price: '0.001' });
  await exchange.ask(other, { model, price: '0.002' });
  return { seller, other };
}

/** The credential is remembered under its key, and comes again from there. */
async function tickets(key: string): Promise<void> {
  const buy = () =>
    exchange.send('POST', '/buyer/v1/tickets', {
      headers: { authorization: `Bearer ${key}`, 'idempotency-key': 'one-ticket' },
      body: { model: MODEL, quantity_tokens: 5_000, max_price: '0.01' },
    });
  const [bought, again] = [await buy(), await buy()];
  expect(again.body).toEqual(bought.body);
  keepSecret('ticket credential', bought.body.credential);
  const redeemed = await exchange.chat(bought.body.credential, secretRequest());
  expect(redeemed.body).toMatchObject({ fill: { contract_id: bought.body.contract_id } });
}

/** A request that has something private in every field that may hold it. */
function secretRequest(): object {
  const description = canary('description of a tool');
  return {
    messages: [
      { role: 'system', content: canary('system prompt') },
      { role: 'user', content: [{ type: 'text', text: canary('part of a prompt') }] },
      { role: 'user', name: canary('name'), content: canary('prompt') },
    ],
    tools: [{ type: 'function', function: { name: 'look_up', description } }],
    user: canary('user field'),
    metadata: { note: canary('unknown field') },
    stop: [canary('stop word')],
  };
}

async function chats(key: string, seller: TestSeller): Promise<void> {
  const speak = () => seller.setBehaviour(BEHAVIOURS.normal({ content: canary('answer') }));
  speak();
  expect((await exchange.chat(key, secretRequest())).status).toBe(200);
  speak();
  const large = `${canary('large prompt')} word`.repeat(4_000);
  const idempotencyKey = randomBytes(16).toString('hex');
  for (const gateway of [0, 1]) {
    const body = { messages: [{ role: 'user', content: large }] };
    expect((await exchange.chat(key, body, { idempotencyKey, gateway })).status).toBe(200);
  }
  speak();
  expect((await exchange.stream(key, secretRequest())).done).toBe(true);
  seller.setBehaviour(
    BEHAVIOURS.cutAt({ chunks: 3, content: canary('answer that is cut').repeat(9) }),
  );
  expect((await exchange.stream(key, secretRequest())).done).toBe(false);
}

/**
 * Whatever a seller says in its errors may repeat the prompt, so it is private too. Each way to fail
 * has sellers of its own: who fails too often is suspended.
 */
async function failures(key: string, seller: TestSeller): Promise<void> {
  const said = () => canary('error text of a seller');
  const failing = () => [
    BEHAVIOURS.status({ status: 500, message: said() }),
    BEHAVIOURS.status({ status: 404, message: said() }),
    BEHAVIOURS.redirect({ location: `https://example.com/${said()}` }),
    BEHAVIOURS.notACompletion({ body: { error: { message: said(), code: said() } } }),
    BEHAVIOURS.notACompletion({ body: { nothing: said() } }),
    BEHAVIOURS.malformedChunk({ chunks: 0, data: said() }),
    BEHAVIOURS.malformedChunk({ chunks: 0, data: JSON.stringify({ error: said() }) }),
    BEHAVIOURS.throttled({ retryAfter: said() }),
  ];
  for (const behaviour of failing()) {
    const model = newModel();
    const pair = await sellers(model);
    const asked = () => ({ ...secretRequest(), model });
    pair.seller.setBehaviour(behaviour);
    pair.other.setBehaviour(BEHAVIOURS.normal({ content: canary('answer of the other seller') }));
    expect((await exchange.chat(key, asked())).status).toBe(200);
    expect((await exchange.stream(key, asked())).done).toBe(true);
    pair.other.setBehaviour(behaviour);
    refusals.push(await refused(exchange.chat(key, asked()), 502));
    refusals.push(await refused(exchange.stream(key, asked()), 502));
  }
  const later = JSON.stringify({ error: { message: said() } });
  seller.setBehaviour(BEHAVIOURS.malformedChunk({ chunks: 2, data: later }));
  expect((await exchange.stream(key, secretRequest())).done).toBe(false);
  // A refusal that blames the request is the buyer's to read, and is written down nowhere.
  const blame = canary('refusal of a seller');
  seller.setBehaviour(BEHAVIOURS.status({ status: 400, message: blame }));
  const pinned = { ...secretRequest(), venue_pin: seller.sellerId };
  expect(JSON.stringify((await exchange.chat(key, pinned)).body)).toContain(blame);
}

async function badRequests(key: string): Promise<void> {
  const chat = (body: object, status: number) =>
    refused(exchange.chat(key, { ...secretRequest(), ...body }), status);
  refusals.push(
    await chat({ max_price: '0.00000001' }, 402),
    await chat({ model: 'no-such-model' }, 404),
    await chat({ venue_pin: 'no-such-venue' }, 404),
    await chat({ max_price: canary('bad price') }, 400),
    await chat({ region: canary('bad region') }, 400),
    await chat({ temperature: canary('bad temperature') }, 400),
    await chat({ messages: canary('messages that are no list') }, 400),
    await chat({ messages: [{ role: 7, content: canary('prompt without a role') }] }, 400),
    await chat({ stream: canary('bad switch') }, 400),
  );
  for (const text of [`{"model": ${canary('broken JSON')}`, `"${canary('no object')}"`]) {
    const answer = await fetch(`${exchange.url()}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: text,
    });
    expect(answer.status).toBe(400);
    refusals.push({ status: 400, headers: {}, body: await answer.json() });
  }
  for (const wrong of [`sk-tb_${canary('wrong buyer key')}`, canary('no key at all')]) {
    refusals.push(await refused(exchange.chat(wrong, secretRequest()), 401));
    const headers = { 'x-seller-api-key': wrong, authorization: `Bearer ${wrong}` };
    refusals.push(await refused(exchange.send('GET', '/seller/v1/profile', { headers }), 401));
    refusals.push(
      await refused(
        exchange.send('GET', `/market/v1/account?key=${canary('query')}`, { headers }),
        401,
      ),
    );
  }
}

async function registrations(): Promise<void> {
  const endpoint_url = 'http://127.0.0.1:8998/v1';
  const register = (api_key: string, current?: string, fields: object = {}) =>
    exchange.send('POST', '/seller/v1/register', {
      body: { name: 'Canary', endpoint_url, supported_models: ['m'], api_key, ...fields },
      ...(current ? { headers: { 'x-seller-api-key': current } } : {}),
    });
  const [first, second] = [canary('first key'), canary('key rotated to')];
  const upstream_authorization = `Bearer ${canary('upstream key')}`;
  expect((await register(first, undefined, { upstream_authorization })).status).toBe(200);
  expect((await register(second, first)).status).toBe(200);
  const elsewhere = { endpoint_url: 'http://127.0.0.1:8997/v1' };
  refusals.push(
    await refused(register(canary('key of a takeover'), canary('wrong current key')), 409),
    await refused(register(second, undefined, elsewhere), 400),
    await refused(register(`${canary('key with a bad end')}\n`), 400),
    await refused(
      register(canary('key with bad models'), undefined, { supported_models: [''] }),
      400,
    ),
    await refused(
      register(canary('key at a bad endpoint'), undefined, {
        endpoint_url: `https://user:${canary('password')}@example.com/`,
      }),
      400,
    ),
  );
  const headers = { 'x-seller-api-key': first };
  refusals.push(await refused(exchange.send('GET', '/seller/v1/profile', { headers }), 401));
}

/** A key that is issued and revoked; then it is refused. */
async function revocation(): Promise<void> {
  const { body: account } = await exchange.admin('POST', '/accounts', { name: 'Revoked' });
  const { body: issued } = await exchange.admin('POST', `/accounts/${account.account_id}/keys`, {});
  keepSecret('revoked buyer key', issued.buyer_key);
  expect(Number((await exchange.account(issued.buyer_key)).balance)).toBe(0);
  await exchange.admin('DELETE', `/accounts/${account.account_id}/keys/${issued.key_id}`);
  refusals.push(await refused(exchange.chat(issued.buyer_key, secretRequest()), 401));
}

async function refused(answering: Promise<Answer>, status: number): Promise<Answer> {
  const answer = await answering;
  expect(answer.status).toBe(status);
  return answer;
}
