/**
 * A seller in front of any OpenAI-compatible server (vLLM, Ollama, llama.cpp, a gateway of your own):
 * serves only requests that the exchange has signed, gives the same answer to the same Idempotency-Key,
 * also while the first request is in progress, and passes errors on in the form that the exchange reads.
 *
 * Run it beside a local exchange (`npm start`):
 *   UPSTREAM_URL=http://127.0.0.1:11434/v1 UPSTREAM_MODEL=qwen3:32b node examples/seller/in-front.mjs
 * Settings: TOKENBOOK_URL, SELLER_API_KEY, SELLER_PORT, MODEL (the instrument), REGION, PRICE (USD per
 * 1,000,000 tokens), QUANTITY (tokens on offer), OFFER_SECONDS, UPSTREAM_URL, UPSTREAM_KEY, UPSTREAM_MODEL.
 */
import { EventEmitter, once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { Exchange, bodyOf, refuse } from './exchange.mjs';
import { ownKey } from './own-key.mjs';

const {
  TOKENBOOK_URL = 'http://127.0.0.1:8080',
  SELLER_PORT = '9102',
  SELLER_API_KEY = ownKey(TOKENBOOK_URL, SELLER_PORT),
  MODEL: model = 'qwen3-32b',
  REGION: region = 'us-east',
  PRICE: price = '0.25',
  UPSTREAM_URL = 'http://127.0.0.1:11434/v1',
  UPSTREAM_KEY,
  UPSTREAM_MODEL = model,
} = process.env;
const QUANTITY = Number(process.env.QUANTITY ?? 1_000_000);
const OFFER_SECONDS = Number(process.env.OFFER_SECONDS ?? 600);

/** How long an answer is stored for a repeated request. */
const KEPT_MS = 10 * 60_000;
/** If no reader returns within this time, the upstream request is stopped. */
const UNREAD_MS = 10_000;

const exchange = new Exchange(TOKENBOOK_URL, SELLER_API_KEY);

/** Answers, and refusals that blame the request. The buyer gets them unchanged. */
const PASSED_ON = new Set([200, 400, 413, 422]);

/** By Idempotency-Key, one per fill. A real seller stores them durably. */
const recordings = new Map();

async function serve(req, res) {
  const isProof = req.url === '/v1/tokenbook/proof';
  if (req.method !== 'POST' || !(isProof || req.url === '/v1/chat/completions'))
    return refuse(res, 404, 'Not served here.');
  if (!exchange.isForUs(req.headers)) return refuse(res, 401, 'Not signed by the exchange.');
  const body = await bodyOf(req);
  if (body === null) return refuse(res, 413, 'The request is too large.');
  if (!(await exchange.isSigned(req.headers, body)))
    return refuse(res, 401, 'Not signed by the exchange.');
  if (isProof) return res.end(exchange.proof(JSON.parse(body)));
  const key = req.headers['idempotency-key'];
  let recording = recordings.get(key);
  if (!recording) {
    recording = new Recording(() => recordings.delete(key));
    recordings.set(key, recording);
    void recording.record({ ...JSON.parse(body), model: UPSTREAM_MODEL });
  }
  await recording.play(res);
}

/** One answer of the upstream: recorded as it arrives, replayed from its start to every request with its key. */
class Recording extends EventEmitter {
  #forget;
  #upstream = new AbortController();
  #head = null;
  #chunks = [];
  #state = 'running'; // then 'whole', or 'broken'
  #readers = 0;

  constructor(forget) {
    super();
    this.setMaxListeners(0);
    this.#forget = forget;
  }

  async record(request) {
    try {
      const answer = await fetch(`${UPSTREAM_URL}/chat/completions`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(UPSTREAM_KEY && { authorization: `Bearer ${UPSTREAM_KEY}` }),
        },
        body: JSON.stringify(request),
        redirect: 'error',
        signal: this.#upstream.signal,
      });
      if (!PASSED_ON.has(answer.status)) return this.#fail(answer);
      this.#head = { status: answer.status, contentType: answer.headers.get('content-type') };
      for await (const chunk of answer.body) this.#add(chunk);
      this.#end('whole');
      setTimeout(() => this.#forget(), KEPT_MS).unref();
    } catch (err) {
      console.log(`upstream: ${err.cause?.code ?? err.message}`);
      if (this.#head) this.#end('broken');
      else this.#answer(502, 'The upstream cannot be reached.');
      this.#forget(); // a repeated request may succeed
    }
  }

  /**
   * A failure of the upstream is not stored: the exchange repeats the request or asks another
   * seller.
   */
  #fail({ status, headers, body }) {
    void body?.cancel();
    console.log(`upstream: ${status}`);
    const wait = headers.get('retry-after');
    if (status === 429) this.#answer(429, 'The upstream is busy.', wait && { 'retry-after': wait });
    // Also a 401 and a 404: our key or model is wrong at the upstream, not the buyer's request.
    else this.#answer(status >= 500 ? status : 502, 'The upstream failed.');
    this.#forget();
  }

  #answer(status, message, headers) {
    this.#head = { status, message, headers };
    this.#end('whole');
  }

  #add(chunk) {
    this.#chunks.push(chunk);
    this.emit('more');
  }

  #end(state) {
    this.#state = state;
    this.emit('more');
  }

  /** Replays from the start to the end, as fast as this reader reads. */
  async play(res) {
    const gone = new AbortController();
    const { signal } = gone;
    res.once('close', () => gone.abort());
    this.#readers += 1;
    try {
      for (let next = 0; ;) {
        if (this.#head?.message)
          return refuse(res, this.#head.status, this.#head.message, this.#head.headers);
        if (this.#head && !res.headersSent) {
          res.writeHead(this.#head.status, { 'content-type': this.#head.contentType });
        }
        if (next < this.#chunks.length) {
          if (!res.write(this.#chunks[next++])) await once(res, 'drain', { signal });
        } else if (this.#state === 'running') await once(this, 'more', { signal });
        // A broken answer is truncated, so that no client takes it for a complete one.
        else return this.#state === 'whole' ? res.end() : res.destroy();
      }
    } catch (err) {
      if (err.name !== 'AbortError') throw err;
    } finally {
      this.#readers -= 1;
      if (this.#readers === 0 && this.#state === 'running')
        setTimeout(() => this.#stopUnread(), UNREAD_MS);
    }
  }

  #stopUnread() {
    if (this.#readers === 0 && this.#state === 'running') this.#upstream.abort();
  }
}

// ---- Selling: one offer, renewed before it expires or when most of it is sold ----

const server = createServer((req, res) => {
  serve(req, res).catch(() => res.destroy());
}).listen(Number(SELLER_PORT), '127.0.0.1');
await once(server, 'listening');
const endpoint = `http://127.0.0.1:${server.address().port}/v1`;
await exchange.register('Example seller in front', endpoint, model, region);
console.log(`serves ${model} at ${endpoint} from ${UPSTREAM_URL}`);

const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => ending.abort());

while (!ending.signal.aborted) {
  await keepOffering().catch((err) => console.log(`later: ${err.message}`));
  await delay((OFFER_SECONDS * 1_000) / 12, null, { signal: ending.signal }).catch(() => {});
}
await withdraw().catch((err) => console.log(`not withdrawn: ${err.message}`));
server.close(() => process.exit(0)); // after the requests in progress

async function keepOffering() {
  const offers = await exchange.offers();
  const lasting = offers.filter(
    (offer) => Date.parse(offer.expires_at) - Date.now() > (OFFER_SECONDS * 1_000) / 4,
  );
  const left = lasting.reduce((sum, { remaining_tokens: tokens }) => sum + tokens, 0);
  if (left > QUANTITY / 2) return;
  await withdraw();
  const size = { quantity_tokens: QUANTITY, valid_for_seconds: OFFER_SECONDS };
  const { offer_id: id } = await exchange.offer({
    model,
    region,
    price_per_million_tokens: price,
    ...size,
  });
  console.log(`offers ${id}, ${QUANTITY} tokens`);
}

async function withdraw() {
  for (const offer of await exchange.offers()) await exchange.cancel(offer);
}
