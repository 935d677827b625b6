/**
 * The load of honest buyers: an open loop, whose pace does not depend on the answers. A stall
 * therefore shows in every request due during it: latency counts from the time a request was due.
 */
import { randomBytes } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { parseScale8 } from '../../domain/money';
import { HonestClient, Unavailable } from './honest-client';
import { KINDS, type Kind } from './measured';

/** Interval of each kind, per buyer. A key stays below its limit of ten chats a second. */
const PERIOD_MS: Record<Kind, number> = {
  chat: 400,
  stream: 600,
  draw: 600,
  account: 400,
  book: 400,
};

export interface HonestBuyer {
  readonly accountId: string;
  readonly key: string;
  /** Of a ticket of the same account. A draw is prepaid and charges the account nothing more. */
  readonly credential: string;
}

/** Where the load is sent, the model it trades, and its buyers. */
export interface Trade {
  readonly url: string;
  readonly model: string;
  readonly buyers: readonly HonestBuyer[];
  /** Whether requests name a `max_price`. */
  readonly isPriced: boolean;
}

export interface Pace {
  /** Maximum of concurrent requests of one kind per buyer; further ones wait. */
  readonly atOnce: number;
  /** How often a request answered with 503 is retried, a second later each time. */
  readonly repeats: number;
}

/** Results since the previous call of `take`. */
export interface Taken {
  readonly latenciesMs: ReadonlyMap<Kind, readonly number[]>;
  readonly errors: readonly string[];
  /** Sum of the costs reported to buyers since the beginning, in USD at scale 8, by account. */
  readonly told: ReadonlyMap<string, bigint>;
}

type Work = (buyer: HonestBuyer) => Promise<number | void>;

export class HonestLoad {
  private latenciesMs = new Map<Kind, number[]>();
  private errors: string[] = [];
  private readonly told = new Map<string, bigint>();
  private readonly ending = new AbortController();
  private readonly loops: Promise<unknown>;
  private readonly client: HonestClient;

  constructor(
    private readonly trade: Trade,
    private readonly pace: Pace,
  ) {
    setMaxListeners(0, this.ending.signal); // each loop waits for it
    const client = new HonestClient(trade.url);
    this.client = client;
    const book = `/market/v1/orderbook?model_id=${encodeURIComponent(trade.model)}`;
    const works: Record<Kind, Work> = {
      chat: async (buyer) => this.paid(buyer, await client.chat(buyer.key, this.body())),
      stream: (buyer) => this.stream(buyer),
      draw: async ({ credential }) => void (await client.chat(credential, this.body())),
      account: ({ key }) => client.read('/market/v1/account', key),
      book: () => client.read(book),
    };
    this.loops = Promise.all(
      KINDS.flatMap((kind) =>
        trade.buyers.map((buyer) => this.loop(kind, () => works[kind](buyer))),
      ),
    );
  }

  /** A request in progress counts in the next call. */
  take(): Taken {
    const { latenciesMs, errors, told } = this;
    this.latenciesMs = new Map();
    this.errors = [];
    return { latenciesMs, errors, told };
  }

  /** Sends no further requests, and waits for those in progress. */
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

  /** Retries after a 503, as its `Retry-After` demands. */
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

  private paid({ accountId }: HonestBuyer, cost: string): void {
    this.told.set(accountId, (this.told.get(accountId) ?? 0n) + parseScale8(cost)!);
  }

  /** A body unique to this request. */
  private body(): object {
    const content = `Say hello. honest prompt ${randomBytes(8).toString('hex')}`;
    const { model, isPriced } = this.trade;
    const messages = [{ role: 'user', content }];
    return { model, messages, max_tokens: 64, ...(isPriced ? { max_price: '0.0012' } : {}) };
  }

  /** @returns when its first text arrived */
  private async stream(buyer: HonestBuyer): Promise<number> {
    const { firstAt, cost } = await this.client.stream(buyer.key, this.body());
    this.paid(buyer, cost);
    return firstAt;
  }
}
