/** An honest buyer's client: it reads every answer to its end and fails on an incomplete one. */
import { createParser } from 'eventsource-parser';
import { request } from 'undici';

/** A 503, which permits a retry. */
export class Unavailable extends Error {}

export class HonestClient {
  constructor(private readonly url: string) {}

  /** @throws when the status is not 200 */
  async read(path: string, key?: string): Promise<void> {
    const answer = await request(`${this.url}${path}`, { headers: authorization(key) });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw refusal(answer.statusCode, `${path}: ${text}`);
  }

  /** @returns its cost in decimal USD */
  async chat(key: string, body: object): Promise<string> {
    const answer = await this.ask(key, body);
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw refusal(answer.statusCode, text);
    const { choices, fill } = JSON.parse(text);
    const content: unknown = choices?.[0]?.message?.content;
    if (typeof content !== 'string' || content === '')
      throw new Error('an answer without its text');
    return fill.cost;
  }

  /** @returns when its first text arrived, and its cost */
  async stream(key: string, body: object): Promise<{ firstAt: number; cost: string }> {
    const answer = await this.ask(key, { ...body, stream: true });
    if (answer.statusCode !== 200) throw refusal(answer.statusCode, await answer.body.text());
    let firstAt: number | undefined;
    let chunks = 0;
    let last = '';
    let done = false;
    const parser = createParser({
      onEvent: ({ data }) => {
        firstAt ??= performance.now();
        if (data === '[DONE]') done = true;
        else {
          last = data;
          chunks += 1;
        }
      },
    });
    const decoder = new TextDecoder();
    for await (const bytes of answer.body)
      parser.feed(decoder.decode(bytes as Buffer, { stream: true }));
    const fill = chunks > 0 ? JSON.parse(last).fill : undefined;
    if (!done || !fill) throw new Error(`a stream that ended after ${chunks} chunks`);
    return { firstAt: firstAt ?? performance.now(), cost: fill.cost };
  }

  private ask(key: string, body: object) {
    return request(`${this.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...authorization(key) },
      body: JSON.stringify(body),
      headersTimeout: 120_000,
    });
  }
}

function authorization(key?: string): Record<string, string> {
  return key ? { authorization: `Bearer ${key}` } : {};
}

function refusal(status: number, text: string): Error {
  return status === 503 ? new Unavailable(`503 ${text}`) : new Error(`${status} ${text}`);
}
