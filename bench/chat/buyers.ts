/** Buyers that ask for chat completions as fast as they are answered. */
import { Pool } from 'undici';
import type { Call } from '../measure/load';
import { MODEL } from './exchange';
import { MOST_CALLERS } from './rows';

const END_OF_STREAM = 'data: [DONE]\n\n';

const REQUEST = {
  model: MODEL,
  messages: [{ role: 'user', content: 'Say hello.' }],
  max_price: '1',
  max_tokens: 64,
};

export class Buyers {
  private readonly pool: Pool;

  /** @param keys of the buyers, by caller; callers beyond them share the last one */
  constructor(
    url: string,
    private readonly keys: readonly string[],
  ) {
    this.pool = new Pool(url, { connections: MOST_CALLERS });
  }

  /** To the end of the answer. */
  readonly plain: Call = async (caller) => {
    const startedAt = performance.now();
    const { statusCode, body } = await this.post(caller, REQUEST);
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${statusCode} ${text.slice(0, 300)}`);
    return performance.now() - startedAt;
  };

  /** To the first byte of the answer; a stream that breaks off is a failure. */
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
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify(body),
    });
  }
}
