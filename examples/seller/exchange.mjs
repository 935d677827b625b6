/** A seller's calls to the exchange, and the check of the exchange's signature. The two larger sellers use it. */
import { createHmac, createPublicKey, verify } from 'node:crypto';
import { text } from 'node:stream/consumers';

/** The largest difference between the timestamp of a request and our clock. */
const TOLERANCE_SECONDS = 300;
/** Keys are fetched at most this often, however many bad signatures arrive. */
const KEYS_KEPT_MS = 10_000;

export class Exchange {
  #url;
  #apiKey;
  #keys = Promise.resolve([]);
  #loadedAtMs = -Infinity;
  #sellerId;

  constructor(url, apiKey) {
    this.#url = url;
    this.#apiKey = apiKey;
  }

  /** The same endpoint and key again keep the seller id and replace name, models and regions. */
  async register(name, endpointUrl, model, region) {
    const served = { supported_models: [model], regions: [region] };
    const body = { name, endpoint_url: endpointUrl, api_key: this.#apiKey, ...served };
    this.#sellerId = (await this.#call('POST', '/register', body)).seller_id;
  }

  /** Active offers of this seller. Only the exchange stores them. */
  async offers() {
    return (await this.#call('GET', '/offers')).offers;
  }

  offer(terms) {
    return this.#call('POST', '/offers', terms);
  }

  /** An offer that was filled or has expired needs no cancellation. */
  async cancel({ offer_id: id }) {
    await this.#call('DELETE', `/offers/${id}`).catch((err) => {
      if (err.status !== 404) throw err;
    });
  }

  reportCapacity(model, availableTokens, queuedTokens) {
    const tokens = { available_tokens: availableTokens, queued_tokens: queuedTokens };
    return this.#call('POST', '/capacity', { model_id: model, ...tokens });
  }

  reportDecision(decision) {
    const at = new Date().toISOString();
    return this.#call('POST', '/decisions', { decisions: [{ at, ...decision }] });
  }

  /**
   * To be asked before the body arrives: strangers send large ones. webhook-id is
   * `<Idempotency-Key>.<seller id>`: a request for another seller is refused, or that seller would be
   * paid for our work. Checks of the endpoint have `check` instead of the id.
   */
  isForUs({ 'idempotency-key': key, 'webhook-id': id, 'webhook-timestamp': timestamp }) {
    if (![`${key}.${this.#sellerId}`, `${key}.check`].includes(id)) return false;
    return Math.abs(Date.now() / 1_000 - Number(timestamp)) < TOLERANCE_SECONDS;
  }

  /**
   * Standard Webhooks with Ed25519: the signature is over `<webhook-id>.<webhook-timestamp>.<body>`.
   */
  async isSigned(headers, body) {
    if (!this.isForUs(headers)) return false;
    const { 'webhook-id': id, 'webhook-timestamp': timestamp } = headers;
    const signed = Buffer.from(`${id}.${timestamp}.${body}`);
    const signatures = String(headers['webhook-signature'])
      .split(' ')
      .filter((entry) => entry.startsWith('v1a,'))
      .map((entry) => Buffer.from(entry.slice('v1a,'.length), 'base64'));
    const fits = (keys) =>
      signatures.some((one) => keys.some((publicKey) => verify(null, signed, publicKey, one)));
    if (fits(await this.#keys)) return true;
    // The exchange may have a new key since the last fetch.
    if (Date.now() - this.#loadedAtMs >= KEYS_KEPT_MS) {
      this.#loadedAtMs = Date.now();
      const before = this.#keys;
      this.#keys = this.#loadKeys().catch(() => before);
    }
    return fits(await this.#keys);
  }

  /**
   * The answer to `POST <endpoint>/tokenbook/proof`: that this endpoint knows its key. Then nobody else
   * can register it.
   */
  proof({ nonce, seller_id: sellerId }) {
    const hmac = createHmac('sha256', this.#apiKey).update(`${nonce}.${sellerId}`);
    return JSON.stringify({ proof: hmac.digest('hex') });
  }

  async #loadKeys() {
    const answer = await fetch(`${this.#url}/.well-known/jwks.json`);
    const { keys } = await answer.json();
    return keys.map((key) => createPublicKey({ key, format: 'jwk' }));
  }

  async #call(method, path, body) {
    const answer = await fetch(`${this.#url}/seller/v1${path}`, {
      method,
      redirect: 'error', // the key is for this host
      headers: { 'content-type': 'application/json', 'x-seller-api-key': this.#apiKey },
      body: body && JSON.stringify(body),
    });
    if (answer.status === 204) return null;
    const said = await answer.text();
    if (answer.ok) return JSON.parse(said);
    throw Object.assign(new Error(`${path}: ${answer.status} ${said}`), { status: answer.status });
  }
}

const BODY_LIMIT_BYTES = 8_000_000;

/** The bytes of a request body, which the signature covers; null if it is too long. */
export async function bodyOf(req) {
  if (Number(req.headers['content-length'] ?? Infinity) > BODY_LIMIT_BYTES) return null;
  return text(req);
}

/** An error in the shape that OpenAI clients read. */
export function refuse(res, status, message, headers = {}) {
  const body = { error: { message, type: 'seller_error', code: null, param: null } };
  res.writeHead(status, { 'content-type': 'application/json', ...headers });
  res.end(JSON.stringify(body));
}
