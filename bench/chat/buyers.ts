/** Buyers that send chat completions over the API. */
import { Pool } from 'undici';
import type { Call } from '../measure/load';
import type { Outcome } from '../measure/open-loop';
import { MODEL } from './exchange';
import { MOST_CALLERS } from './rows';

const END_OF_STREAM = 'data: [DONE]\n\n';

/** Long waits are measured, not aborted. */
const PATIENT = { headersTimeout: 120_000, bodyTimeout: 120_000 };

const REQUEST = {
  messages: [{ role: 'user', content: 'Say hello.' }],
  max_price: '1',
  max_tokens: 64,
};

interface BuyersOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly model?: string;
  /** Null: as many connections as concurrent requests. */
  readonly connections?: number | null;
}

export class Buyers {
  private readonly pool: Pool;
  private readonly headers: Readonly<Record<string, string>>;
  private readonly model: string;

  /** @param keys of the buyers, by caller; callers beyond them share the last one */
  constructor(
    url: string,
    private readonly keys: readonly string[],
    { headers = {}, model = MODEL, connections = MOST_CALLERS }: BuyersOptions = {},
  ) {
    this.headers = headers;
    this.model = model;
    this.pool = new Pool(url, { connections, ...PATIENT });
  }

  /** A chat, measured to the end of its answer. */
  readonly plain: Call = async (caller) => {
    const startedAt = performance.now();
    const { statusCode, body } = await this.post(caller, REQUEST);
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${statusCode} ${text.slice(0, 300)}`);
    return performance.now() - startedAt;
  };

  /** A chat of an open loop; a refusal must have a `Retry-After`. */
  readonly arriving = async (index: number): Promise<Outcome> => {
    const { statusCode, headers, body } = await this.post(index % this.keys.length, REQUEST);
    const text = await body.text();
    if (statusCode === 200) return 'accepted';
    if ((statusCode === 429 || statusCode === 503) && headers['retry-after']) return 'refused';
    throw new Error(`${statusCode} ${text.slice(0, 300)}`);
  };

  /** A streamed chat, measured to its first byte; a truncated stream is a failure. */
  readonly streamed: Call = async (caller) => {
    const startedAt = performance.now();
    const { statusCode, body } = await this.post(caller, { ...REQUEST, stream: true });
    let firstByteMs: number | null = null;
    let text = '';
    for await (const bytes of body) {
      firstByteMs ??= performance.now() - startedAt;
      text += (bytes as Buffer).toString();
    }
    if (statusCode !== 200) throw new Error(`${statusCode} ${text.slice(0, 300)}`);
    if (firstByteMs === null || !text.endsWith(END_OF_STREAM)) {
      throw new Error(`the stream broke off: ${text.slice(-300)}`);
    }
    return firstByteMs;
  };

  close(): Promise<void> {
    return this.pool.close();
  }

  private post(caller: number, body: object) {
    const key = this.keys[Math.min(caller, this.keys.length - 1)];
    return this.pool.request({
      method: 'POST',
      path: '/v1/chat/completions',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${key}`,
        ...this.headers,
      },
      body: JSON.stringify({ model: this.model, ...body }),
    });
  }
}
