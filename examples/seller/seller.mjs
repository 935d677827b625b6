/**
 * A seller in plain Node: registers, posts an offer, and answers the requests that the exchange sends.
 * Ctrl-C withdraws the offer and ends it.
 * Run it beside a local exchange (`npm start`):  node examples/seller/seller.mjs
 * Settings: TOKENBOOK_URL, SELLER_API_KEY, SELLER_PORT, MODEL, PRICE (USD per 1,000,000 tokens).
 */
import { createHmac, createPublicKey, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { ownKey } from './own-key.mjs';

const exchange = process.env.TOKENBOOK_URL ?? 'http://127.0.0.1:8080';
const port = Number(process.env.SELLER_PORT ?? 9100);
const apiKey = process.env.SELLER_API_KEY ?? ownKey(exchange, port);
const model = process.env.MODEL ?? 'llama-3.3-70b';
const price = process.env.PRICE ?? '0.40';

const BODY_BYTES_MAX = 8_000_000;
/** Answers by Idempotency-Key. A real seller stores them durably. */
const answers = new Map();

const server = createServer((req, res) => {
  serve(req, res).catch(() => res.destroy());
}).listen(port, '127.0.0.1');
await once(server, 'listening');

// 1. Fetch the public keys that verify the exchange's requests. No secret is shared.
let trusted = publishedKeys();
let askedAgainAtMs = -Infinity;
await trusted;

// 2. Register. The same endpoint and key again keep the seller id and replace name and models.
const endpoint = `http://127.0.0.1:${server.address().port}/v1`;
const registration = { name: 'Example seller', endpoint_url: endpoint, api_key: apiKey };
const { seller_id: sellerId } = await call('POST', '/seller/v1/register', {
  ...registration,
  supported_models: [model],
});

// 3. Post an offer: a million tokens for an hour.
const size = { region: 'us-east', quantity_tokens: 1_000_000, valid_for_seconds: 3_600 };
const offer = await call('POST', '/seller/v1/offers', {
  ...size,
  model,
  price_per_million_tokens: price,
});
console.log(`${endpoint} offers ${model}: ${offer.offer_id}`);

// 4. Withdraw the offer at the end, or buyers are matched with a seller that does not answer.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void withdraw());

async function withdraw() {
  await call('DELETE', `/seller/v1/offers/${offer.offer_id}`).catch(() => {}); // filled or expired
  process.exit();
}

async function serve(req, res) {
  // Before the body arrives: strangers send large ones.
  if (!isForUs(req.headers)) return res.writeHead(401).end();
  if (!(Number(req.headers['content-length']) <= BODY_BYTES_MAX)) return res.writeHead(413).end();
  const body = await text(req);
  if (!(await isSigned(req.headers, body))) return res.writeHead(401).end();
  const request = JSON.parse(body);
  if (req.url.endsWith('/tokenbook/proof')) return res.end(JSON.stringify(proofFor(request)));
  const key = req.headers['idempotency-key'];
  if (!answers.has(key)) answers.set(key, infer(request));
  const { content, usage } = answers.get(key);
  const envelope = {
    id: `chatcmpl-${key}`,
    created: Math.floor(Date.now() / 1_000),
    model: request.model,
  };
  if (!request.stream) {
    const choice = { index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' };
    const completion = { ...envelope, object: 'chat.completion', choices: [choice], usage };
    return res
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(completion));
  }
  const say = (chunk) =>
    res.write(
      `data: ${JSON.stringify({ ...envelope, object: 'chat.completion.chunk', ...chunk })}\n\n`,
    );
  res.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const word of content.split(/(?= )/))
    say({ choices: [{ index: 0, delta: { content: word } }] });
  say({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
  say({ choices: [], usage });
  res.end('data: [DONE]\n\n');
}

/**
 * The id is `<Idempotency-Key>.<seller id>`: what is signed for another seller is refused, or that
 * seller would be paid for our work. Checks of the endpoint have `check` instead of the seller's id.
 */
function isForUs({ 'idempotency-key': key, 'webhook-id': id, 'webhook-timestamp': timestamp }) {
  if (![`${key}.${sellerId}`, `${key}.check`].includes(id)) return false;
  return Math.abs(Date.now() / 1_000 - Number(timestamp)) < 300;
}

/** Standard Webhooks with Ed25519: `<id>.<timestamp>.<body>`, at most five minutes old. */
async function isSigned(headers, body) {
  const {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures = '',
  } = headers;
  if (!isForUs(headers)) return false;
  const signed = Buffer.from(`${id}.${timestamp}.${body}`);
  const given = signatures.split(' ').filter((signature) => signature.startsWith('v1a,'));
  const fits = (keys) =>
    given.some((signature) =>
      keys.some((one) => verify(null, signed, one, Buffer.from(signature.slice(4), 'base64'))),
    );
  if (fits(await trusted)) return true;
  // The exchange may have a new key. Fetch the keys at most every 10 s.
  if (Date.now() - askedAgainAtMs > 10_000) {
    askedAgainAtMs = Date.now();
    const before = trusted;
    trusted = publishedKeys().catch(() => before);
  }
  return fits(await trusted);
}

async function publishedKeys() {
  const { keys } = await call('GET', '/.well-known/jwks.json');
  return keys.map((key) => createPublicKey({ key, format: 'jwk' }));
}

/** The exchange asks once whether this endpoint knows its key. Then nobody else can register it. */
function proofFor({ nonce, seller_id: id }) {
  return { proof: createHmac('sha256', apiKey).update(`${nonce}.${id}`).digest('hex') };
}

/** A model would run here. */
function infer({ messages }) {
  const content = `You said: ${messages.at(-1).content}`;
  const [prompt_tokens, completion_tokens] = [
    8 + messages.length * 8,
    Math.ceil(content.length / 4),
  ];
  return {
    content,
    usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
  };
}

async function call(method, path, body) {
  const headers = { 'content-type': 'application/json', 'x-seller-api-key': apiKey };
  const answer = await fetch(exchange + path, {
    method,
    redirect: 'error', // the key is for this host
    headers,
    body: body && JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.status === 204 ? null : answer.json();
}
