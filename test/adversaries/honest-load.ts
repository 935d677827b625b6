/**
 * What honest buyers do, at a pace that does not depend on how they are served: so that a wait shows
 * in every request that was due meanwhile. Each latency counts from the moment a request was due.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Exchange, chatBody } from '../support/exchange';
import { percentile } from '../../bench/measure/statistics';
import { type HonestBuyer, type HonestMarket, Unavailable, refusal } from './honest-market';

export const KINDS = ['chat', 'stream', 'draw', 'account', 'book'] as const;
export type Kind = (typeof KINDS)[number];

/**
 * How often each is due, of each buyer: a fraction of what two processors serve, so that what is
 * measured is the adversary. A key stays below its quota of ten chats a second.
 */
const PERIOD_MS: Record<Kind, number> = {
  chat: 400,
  stream: 600,
  draw: 600,
  account: 250,
  book: 250,
};

export interface Latency {
  readonly count: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface Measured {
  readonly latencies: Readonly<Record<Kind, Latency>>;
  readonly errors: readonly string[];
}

export interface Pace {
  /** How many requests of one kind a buyer has under way at most; those due meanwhile wait. */
  readonly atOnce: number;
  /** How often a request that was answered 503 is sent again, a second later. */
  readonly repeats: number;
}

type Work = (buyer: HonestBuyer) => Promise<number | void>;

export class HonestLoad {
  private latenciesMs = new Map<Kind, number[]>();
  private errors: string[] = [];
  private readonly ending = new AbortController();
  private readonly loops: Promise<unknown>;

  constructor(
    private readonly exchange: Exchange,
    private readonly market: HonestMarket,
    private readonly pace: Pace,
  ) {
    const { buyers, model } = market;
    const book = `/market/v1/orderbook?model_id=${encodeURIComponent(model)}`;
    const works: Record<Kind, Work> = {
      chat: (buyer) => this.chat(buyer, buyer.key),
      stream: (buyer) => this.stream(buyer),
      draw: (buyer) => this.chat(buyer, buyer.credential),
      account: (buyer) => market.read('/market/v1/account', buyer.key),
      book: () => market.read(book),
    };
    this.loops = Promise.all(
      KINDS.flatMap((kind) => buyers.map((buyer) => this.loop(kind, () => works[kind](buyer)))),
    );
  }

  /** What was seen since the last time; what is under way then counts to the next. */
  take(): Measured {
    const [taken, errors] = [this.latenciesMs, this.errors];
    this.latenciesMs = new Map();
    this.errors = [];
    const latencies = Object.fromEntries(
      KINDS.map((kind) => {
        const values = taken.get(kind) ?? [];
        const [p50Ms, p99Ms] = [percentile(values, 50), percentile(values, 99)];
        return [kind, { count: values.length, p50Ms, p99Ms }];
      }),
    ) as Record<Kind, Latency>;
    return { latencies, errors };
  }

  /** Asks nothing more and waits for what was asked. */
  async end(): Promise<void> {
    this.ending.abort();
    await this.loops;
  }

  private async loop(kind: Kind, work: () => Promise<number | void>): Promise<void> {
    let dueAt = performance.now() + Math.random() * PERIOD_MS[kind];
    const { signal } = this.ending;
    const own = new Set<Promise<void>>();
    while (!signal.aborted) {
      if (own.size >= this.pace.atOnce) await Promise.race(own);
      await delay(Math.max(0, dueAt - performance.now()), undefined, { signal }).catch(() => 0);
      if (signal.aborted) break;
      const done = this.start(kind, work, dueAt).finally(() => own.delete(done));
      own.add(done);
      dueAt += PERIOD_MS[kind];
    }
    await Promise.all(own);
  }

  private start(kind: Kind, work: () => Promise<number | void>, dueAt: number): Promise<void> {
    return this.patiently(work)
      .then((at) => this.note(kind, (at ?? performance.now()) - dueAt))
      .catch((err: Error) => void this.errors.push(`${kind}: ${err.message}`.slice(0, 300)));
  }

  /** Asks again what was answered 503, as the answer says, as often as a patient client does. */
  private async patiently(work: () => Promise<number | void>): Promise<number | void> {
    for (let left = this.pace.repeats; ; left -= 1) {
      try {
        return await work();
      } catch (err) {
        if (left === 0 || !(err instanceof Unavailable)) throw err;
        await delay(1_000);
      }
    }
  }

  private note(kind: Kind, latencyMs: number): void {
    const values = this.latenciesMs.get(kind) ?? [];
    values.push(latencyMs);
    this.latenciesMs.set(kind, values);
  }

  /** A body that no other request has. */
  private body(): object {
    const content = `Say hello. honest prompt ${randomBytes(8).toString('hex')}`;
    const { model } = this.market;
    return { model, messages: [{ role: 'user', content }], max_price: '0.0012', max_tokens: 64 };
  }

  /** @param key of the account, or of its ticket: then the account pays nothing more */
  private async chat(buyer: HonestBuyer, key: string): Promise<void> {
    const { status, body } = await this.exchange.chat(key, this.body());
    if (status !== 200) throw refusal(status, JSON.stringify(body));
    const text: unknown = body.choices?.[0]?.message?.content;
    if (typeof text !== 'string' || text === '') throw new Error('an answer without its text');
    if (key === buyer.key) this.market.paid(buyer, body.fill.cost);
  }

  /** @returns when the first of its text was there */
  private async stream(buyer: HonestBuyer): Promise<number> {
    let firstAt: number | undefined;
    const { status, body, chunks, done } = await this.exchange.stream(
      buyer.key,
      chatBody(this.body()),
      {
        onChunk: () => {
          firstAt ??= performance.now();
        },
      },
    );
    if (status !== 200) throw refusal(status, JSON.stringify(body));
    const fill = chunks.at(-1)?.fill;
    if (!done || !fill) throw new Error(`a stream that ended after ${chunks.length} chunks`);
    this.market.paid(buyer, fill.cost);
    return firstAt ?? performance.now();
  }
}
