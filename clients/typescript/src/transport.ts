/** Sends requests: credentials, time limits, and repetitions that are charged once. */
import { ApiConnectionError, ApiError, ApiTimeoutError, TokenbookError } from './errors';
import { VERSION } from './generated/version';

export interface TokenbookOptions {
  /** Address of the exchange: `https://exchange.example.com`. */
  readonly baseUrl: string;
  /** `sk-tb_…`: for a buyer's account, orders, contracts and tickets. */
  readonly buyerKey?: string | undefined;
  /** The key that the seller chose at its registration. */
  readonly sellerKey?: string | undefined;
  /** For one attempt, its whole answer included; 60 s by default. */
  readonly timeoutMs?: number | undefined;
  /** After the first attempt; 2 by default. */
  readonly maxRetries?: number | undefined;
  /** A refusal that asks for a longer wait is thrown instead; 60 s by default. */
  readonly maxWaitMs?: number | undefined;
  /** In place of the global `fetch`: for a proxy, or a connection pool of your own. */
  readonly fetch?: typeof fetch | undefined;
}

/** For one call. */
export interface RequestOptions {
  /** Kept for all attempts. Made anew for each call by default. */
  readonly idempotencyKey?: string | undefined;
  readonly timeoutMs?: number | undefined;
  readonly maxRetries?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly credential: 'buyer' | 'seller' | null;
  /** Accepts an `Idempotency-Key`. */
  readonly idempotent: boolean;
  /** May be sent again when it is unknown whether it took effect. */
  readonly repeatable: boolean;
  readonly query?: object;
  readonly body?: object;
}

type QueryValue = string | number | boolean | undefined;

const TIMEOUT_MS = 60_000;
const MAX_RETRIES = 2;
const MAX_WAIT_MS = 60_000;
const FIRST_WAIT_MS = 500;
const LONGEST_BACKOFF_MS = 8_000;

export class Transport {
  private readonly baseUrl: string;

  constructor(private readonly settings: TokenbookOptions) {
    this.baseUrl = settings.baseUrl.replace(/\/+$/, '');
  }

  /**
   * @throws ApiError when the exchange refuses
   * @throws ApiConnectionError when no answer comes, in time or at all
   */
  async send<Answer>(
    call: Call,
    options: RequestOptions & { readonly currentKey?: string | undefined },
  ): Promise<Answer> {
    const maxRetries = options.maxRetries ?? this.settings.maxRetries ?? MAX_RETRIES;
    const request = this.requestOf(call, options);
    let isUncertain = false;
    for (let retries = 0; ; retries += 1) {
      try {
        return (await this.attempt(call, request, options)) as Answer;
      } catch (err) {
        if (isUncertain && isGone(err, call)) return undefined as Answer;
        isUncertain ||= !(err instanceof ApiError) || err.status >= 500;
        const waitMs = waitOf(err, call, retries);
        const longest = this.settings.maxWaitMs ?? MAX_WAIT_MS;
        if (waitMs === null || retries >= maxRetries || waitMs > longest) throw err;
        await pause(waitMs, options.signal);
      }
    }
  }

  /** Made once: every attempt has the same body and the same key. */
  private requestOf(
    call: Call,
    { idempotencyKey, currentKey }: RequestOptions & { readonly currentKey?: string | undefined },
  ) {
    const { method, path, query = {}, body } = call;
    const url = new URL(this.baseUrl + path);
    for (const [name, value] of Object.entries(query) as [string, QueryValue][]) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const headers = new Headers(this.credentialOf(call));
    headers.set('accept', 'application/json');
    headers.set('user-agent', `tokenbook-typescript/${VERSION}`);
    if (currentKey !== undefined) headers.set('x-seller-api-key', currentKey);
    if (call.idempotent) headers.set('idempotency-key', idempotencyKey ?? crypto.randomUUID());
    if (body === undefined) return { url, init: { method, headers } };
    headers.set('content-type', 'application/json');
    return { url, init: { method, headers, body: JSON.stringify(body, refuseFractions) } };
  }

  private credentialOf({ credential }: Call): Record<string, string> {
    if (credential === null) return {};
    const { buyerKey, sellerKey } = this.settings;
    const key = credential === 'buyer' ? buyerKey : sellerKey;
    if (!key) throw new TokenbookError(`This call needs a ${credential}Key.`);
    return credential === 'buyer'
      ? { authorization: `Bearer ${key}` }
      : { 'x-seller-api-key': key };
  }

  private async attempt(
    { method, path }: Call,
    { url, init }: { readonly url: URL; readonly init: RequestInit },
    options: RequestOptions,
  ): Promise<unknown> {
    const timeoutMs = options.timeoutMs ?? this.settings.timeoutMs ?? TIMEOUT_MS;
    const late = AbortSignal.timeout(timeoutMs);
    const signal = options.signal ? AbortSignal.any([late, options.signal]) : late;
    const ask = this.settings.fetch ?? fetch;
    let response: Response;
    let text: string;
    try {
      // A redirect would carry the key to another host.
      response = await ask(url, { ...init, signal, redirect: 'error' });
      text = await response.text();
    } catch (cause) {
      if (options.signal?.aborted) throw cause;
      const what = `${method} ${path}`;
      if (late.aborted)
        throw new ApiTimeoutError(`${what}: no answer in ${timeoutMs} ms.`, { cause });
      throw new ApiConnectionError(`${what}: the exchange does not answer.`, { cause });
    }
    if (!response.ok) throw ApiError.from(response.status, response.headers, text);
    return parse(text, `${method} ${path}`);
  }
}

function parse(text: string, what: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ApiConnectionError(`${what}: the answer is not one of the exchange.`, { cause });
  }
}

/** What a repeated deletion does not find was deleted by an attempt whose answer was lost. */
function isGone(err: unknown, { method }: Call): boolean {
  return method === 'DELETE' && err instanceof ApiError && err.status === 404;
}

/** How long to wait before the next attempt; null if there is to be none. */
function waitOf(err: unknown, { repeatable }: Call, retries: number): number | null {
  if (err instanceof ApiError) {
    // A request over its quota had no effect; after another failure that is unknown.
    const isSafe = repeatable || err.status === 429;
    return isSafe && err.mayRetry ? (err.retryAfterMs ?? backoffMs(retries)) : null;
  }
  return repeatable && err instanceof ApiConnectionError ? backoffMs(retries) : null;
}

/** Doubles, with jitter, so that many clients do not return at the same moment. */
function backoffMs(retries: number): number {
  const longest = Math.min(FIRST_WAIT_MS * 2 ** retries, LONGEST_BACKOFF_MS);
  return longest * (0.5 + Math.random() / 2);
}

/** Amounts and prices are text and quantities are whole: a fraction is a mistake that costs money. */
function refuseFractions(name: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) {
    throw new TypeError(`${name} is ${value}: send prices and amounts as text, like '0.0006'.`);
  }
  return value;
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
