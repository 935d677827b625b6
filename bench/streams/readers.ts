/** Buyers that read long streams and count their chunks. */
import { Pool } from 'undici';
import { MODEL } from '../chat/exchange';
import { sharedNowMs } from '../measure/shared-clock';

/** Enough that every stream outlasts the measurement. */
const TOKENS = 20_000;
const SENT_AT = Buffer.from('"system_fingerprint":"');
const QUOTE = '"'.charCodeAt(0);
const EVENT_END = Buffer.from('\n\n');

export class StreamReaders {
  chunks = 0;
  /** Streams that have delivered a first chunk. */
  begun = 0;
  firstFailure: string | null = null;
  /** Transit times from seller to buyer, of the chunks with a send time. */
  transitsMs: number[] = [];
  private readonly pool: Pool;
  private readonly leave = new AbortController();
  private readonly reading: Promise<void>[] = [];

  constructor(
    url: string,
    private readonly keys: readonly string[],
    readonly count: number,
  ) {
    this.pool = new Pool(url, { connections: count });
  }

  open(): void {
    for (let at = 0; at < this.count; at++) {
      const key = this.keys[at % this.keys.length]!;
      this.reading.push(
        this.read(key).catch((err: Error) => {
          if (!this.leave.signal.aborted) this.firstFailure ??= err.message;
        }),
      );
    }
  }

  async close(): Promise<void> {
    this.leave.abort();
    await Promise.all(this.reading);
    await this.pool.destroy();
  }

  private async read(key: string): Promise<void> {
    const { statusCode, body } = await this.pool.request({
      method: 'POST',
      path: '/v1/chat/completions',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({
        model: MODEL,
        messages: [{ role: 'user', content: 'Say much.' }],
        max_price: '1',
        max_tokens: TOKENS,
        stream: true,
      }),
      signal: this.leave.signal,
    });
    if (statusCode !== 200) throw new Error(`${statusCode} ${(await body.text()).slice(0, 300)}`);
    let isFirst = true;
    for await (const bytes of body) {
      if (isFirst) this.begun += 1;
      isFirst = false;
      this.chunks += eventsIn(bytes as Buffer);
      this.noteTransits(bytes as Buffer);
    }
    throw new Error('a stream ended early');
  }

  private noteTransits(bytes: Buffer): void {
    for (let at = bytes.indexOf(SENT_AT); at >= 0; at = bytes.indexOf(SENT_AT, at + 1)) {
      const start = at + SENT_AT.length;
      const end = bytes.indexOf(QUOTE, start);
      if (end < 0) return; // the rest comes with the next bytes
      this.transitsMs.push(sharedNowMs() - Number(bytes.toString('latin1', start, end)));
    }
  }
}

function eventsIn(bytes: Buffer): number {
  let events = 0;
  for (let at = bytes.indexOf(EVENT_END); at >= 0; at = bytes.indexOf(EVENT_END, at + 2)) events++;
  return events;
}
