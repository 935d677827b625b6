/**
 * A seller that offers what it can serve now. It has a number of slots, each with a number of tokens a
 * second. The free slots give the size of its offer. It renews the offer before it expires, withdraws it
 * while all slots are busy, and reports its capacity and each decision with its reason. Ctrl-C withdraws
 * the offer, finishes the requests in progress, and ends it.
 *
 * Run it beside a local exchange (`npm start`):  node examples/seller/from-capacity.mjs
 * Settings: TOKENBOOK_URL, SELLER_API_KEY, SELLER_PORT, MODEL, REGION, PRICE (USD per 1,000,000
 * tokens), SLOTS, TOKENS_PER_SECOND (in each slot), OFFER_SECONDS.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { Exchange, bodyOf, refuse } from './exchange.mjs';
import { ownKey } from './own-key.mjs';

const {
  TOKENBOOK_URL = 'http://127.0.0.1:8080',
  SELLER_PORT = '9101',
  SELLER_API_KEY = ownKey(TOKENBOOK_URL, SELLER_PORT),
  MODEL: model = 'qwen3-32b',
  REGION: region = 'us-east',
  PRICE: price = '0.25',
} = process.env;
const SLOTS = Number(process.env.SLOTS ?? 8);
const TOKENS_PER_SECOND = Number(process.env.TOKENS_PER_SECOND ?? 200);
const OFFER_SECONDS = Number(process.env.OFFER_SECONDS ?? 60);
/** An offer is replaced when less than this part of its lifetime is left. */
const RENEWED_AT = 1 / 3;

const exchange = new Exchange(TOKENBOOK_URL, SELLER_API_KEY);
/** Tokens that each request in progress may still generate, by its Idempotency-Key. */
const running = new Map();
/** Answers by Idempotency-Key, including those in progress. A real seller stores them durably. */
const answers = new Map();
const ending = new AbortController();

// ---- What to offer ----

/** The exchange limits how often a seller may report: two checks are at least this far apart. */
const BETWEEN_CHECKS_MS = 250;
let deciding = Promise.resolve();
let waiting = false;

/** Checks run one after the other. A check that waits serves all callers. */
function decide() {
  if (waiting) return deciding;
  waiting = true;
  deciding = deciding.then(async () => {
    waiting = false;
    await check().catch((err) => console.log(`later: ${err.message}`)); // the next check retries
    await delay(BETWEEN_CHECKS_MS);
  });
  return deciding;
}

async function check() {
  const free = ending.signal.aborted ? 0 : SLOTS - running.size;
  const sellable = free * TOKENS_PER_SECOND * OFFER_SECONDS;
  const committed = [...running.values()].reduce((sum, tokens) => sum + tokens, 0);
  await exchange.reportCapacity(model, sellable, committed);
  // Read the offers back each time: an earlier run may have left some behind.
  const offers = await exchange.offers();
  const reason = reasonToChange(offers, free, sellable);
  if (reason === null) return;
  // Cancel the old one first, so that the offers never exceed what can be served.
  for (const offer of offers) await exchange.cancel(offer);
  if (sellable === 0) return say({ sold: false, reason, tokens: null, price_per_million: null });
  await exchange.offer({
    model,
    region,
    price_per_million_tokens: price,
    quantity_tokens: sellable,
    valid_for_seconds: OFFER_SECONDS,
  });
  await say({ sold: true, reason, tokens: sellable, price_per_million: price });
}

function reasonToChange(offers, free, sellable) {
  const [offer] = offers;
  const offered = offers.reduce((sum, { remaining_tokens: tokens }) => sum + tokens, 0);
  if (free === 0 && !offer) return null;
  if (ending.signal.aborted) return 'The seller is shutting down.';
  if (free === 0) return `All ${SLOTS} slots are busy.`;
  if (offered > sellable) return `Only ${free} of ${SLOTS} slots are free.`;
  // Ignore a small difference: a new offer loses its place in the queue of its price.
  if (offered < sellable * 0.75) return `${free} of ${SLOTS} slots are free.`;
  const leftSeconds = (Date.parse(offer.expires_at) - Date.now()) / 1_000;
  return leftSeconds < OFFER_SECONDS * RENEWED_AT ? 'The offer was about to expire.' : null;
}

async function say(decision) {
  console.log(`offers ${decision.tokens ?? 'no'} tokens: ${decision.reason}`);
  await exchange.reportDecision({ model_id: model, ...decision });
}

// ---- Serving ----

async function serve(req, res) {
  if (!exchange.isForUs(req.headers)) return refuse(res, 401, 'Not signed by the exchange.');
  const body = await bodyOf(req);
  if (body === null) return refuse(res, 413, 'The request is too large.');
  if (!(await exchange.isSigned(req.headers, body)))
    return refuse(res, 401, 'Not signed by the exchange.');
  const request = JSON.parse(body);
  if (req.url === '/v1/tokenbook/proof') return res.end(exchange.proof(request));
  const key = req.headers['idempotency-key'];
  if (!answers.has(key)) {
    // A throttle is no failure: the exchange waits, or asks another seller.
    if (running.size >= SLOTS || ending.signal.aborted)
      return refuse(res, 429, 'All slots are busy.', { 'retry-after': '1' });
    answers.set(key, occupySlot(key, request));
  }
  const { content, usage } = await answers.get(key);
  const envelope = { id: `chatcmpl-${key}`, created: Math.floor(Date.now() / 1_000), model };
  const message = { role: 'assistant', content };
  if (ending.signal.aborted) res.setHeader('connection', 'close');
  if (!request.stream) {
    const choices = [{ index: 0, message, finish_reason: 'stop' }];
    res.writeHead(200, { 'content-type': 'application/json' });
    return res.end(JSON.stringify({ ...envelope, object: 'chat.completion', choices, usage }));
  }
  const chunk = (more) =>
    `data: ${JSON.stringify({ ...envelope, object: 'chat.completion.chunk', ...more })}\n\n`;
  res.writeHead(200, { 'content-type': 'text/event-stream' });
  res.write(chunk({ choices: [{ index: 0, delta: message, finish_reason: null }] }));
  res.write(chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }));
  res.end(`${chunk({ choices: [], usage })}data: [DONE]\n\n`);
}

async function occupySlot(key, request) {
  running.set(key, request.max_completion_tokens ?? request.max_tokens ?? 1_024);
  void decide();
  try {
    return await infer(request);
  } finally {
    running.delete(key);
    void decide();
  }
}

/** A model would run here. This waits as long as the answer takes at the configured speed. */
async function infer({ messages }) {
  const content = `You said: ${messages.at(-1).content}`;
  const [prompt, completion] = [8 + messages.length * 8, Math.ceil(content.length / 4)];
  await delay((completion / TOKENS_PER_SECOND) * 1_000);
  const usage = {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
  };
  return { content, usage };
}

// ---- Serve until SIGINT or SIGTERM ----

const server = createServer((req, res) => {
  serve(req, res).catch(() => res.destroy());
}).listen(Number(SELLER_PORT), '127.0.0.1');
await once(server, 'listening');
const endpoint = `http://127.0.0.1:${server.address().port}/v1`;
await exchange.register('Example seller from capacity', endpoint, model, region);

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => ending.abort());

console.log(`serves ${model} at ${endpoint}`);
while (!ending.signal.aborted) {
  await decide();
  await delay((OFFER_SECONDS * RENEWED_AT * 1_000) / 4, null, { signal: ending.signal }).catch(
    () => {},
  );
}
await decide();
server.close(() => process.exit(0)); // after the requests in progress
