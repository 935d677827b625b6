/**
 * Buyers that send each chat with a key of its own, and ask again with it, at any gateway that
 * lives, until they are answered: what a client should do whose connection breaks.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type Market, contentOf } from '../e2e/market';
import type { Exchange } from '../support/exchange';
import type { Observer } from '../support/observer';
import type { Random } from '../support/random';

/** The longest that a buyer waits for the answer to one key, whoever dies meanwhile. */
const PATIENCE_MS = 60_000;
const RETRY_MS = 100;

/** What a buyer was told under one key. */
export interface Told {
  readonly idempotencyKey: string;
  readonly streamed: boolean;
  readonly text: string;
  readonly fill: { readonly fill_id: string; readonly cost: string };
  readonly waitedMs: number;
  readonly attempts: number;
}

export class KeyedBuyer {
  readonly told: Told[] = [];
  private isOver = false;
  private count = 0;

  constructor(
    private readonly exchange: Exchange,
    readonly market: Market,
    private readonly random: Random,
    private readonly observer: Observer,
  ) {}

  /** Sends one chat after the other until told to stop, and ends with the last one answered. */
  async run(): Promise<void> {
    while (!this.isOver) {
      this.count += 1;
      const streamed = this.random.isLikely(0.5);
      this.told.push(await this.insist(`${this.market.accountId}-${this.count}`, streamed));
    }
  }

  stop(): void {
    this.isOver = true;
  }

  /** Asks for everything once more. */
  async askAgain(): Promise<void> {
    for (const { idempotencyKey, streamed, text, fill } of this.told) {
      const again = await this.insist(idempotencyKey, streamed);
      expect(again).toMatchObject({ idempotencyKey, text, fill });
    }
  }

  private async insist(idempotencyKey: string, streamed: boolean): Promise<Told> {
    const startedAt = performance.now();
    for (let attempts = 1; ; attempts += 1) {
      const said = streamed
        ? await this.streamOnce(idempotencyKey)
        : await this.chatOnce(idempotencyKey);
      const waitedMs = performance.now() - startedAt;
      if (said) return { idempotencyKey, streamed, ...said, waitedMs, attempts };
      if (waitedMs > PATIENCE_MS) throw new Error(`${idempotencyKey} has no answer`);
      await delay(RETRY_MS);
    }
  }

  private async chatOnce(idempotencyKey: string): Promise<Pick<Told, 'text' | 'fill'> | null> {
    const { accountId, key, model } = this.market;
    const options = { idempotencyKey, gateway: await this.livingGateway() };
    const answer = await this.exchange.chat(key, { model }, options).catch(() => null);
    if (answer) this.observer.note({ accountId, idempotencyKey }, answer);
    if (answer === null || answer.status === 503) return null;
    expect(answer).toMatchObject({ status: 200 });
    const { choices, fill } = answer.body;
    return { text: choices[0].message.content, fill };
  }

  private async streamOnce(idempotencyKey: string): Promise<Pick<Told, 'text' | 'fill'> | null> {
    const { accountId, key, model } = this.market;
    const options = { idempotencyKey, gateway: await this.livingGateway() };
    const answer = await this.exchange.stream(key, { model }, options).catch(() => null);
    if (answer) this.observer.note({ accountId, idempotencyKey }, answer);
    if (answer === null || answer.status === 503) return null;
    expect(answer).toMatchObject({ status: 200 });
    if (!answer.done) return null;
    return { text: contentOf(answer.chunks), fill: answer.chunks.at(-1).fill };
  }

  private async livingGateway(): Promise<number> {
    for (;;) {
      const { gateways } = this.exchange;
      const living = [...gateways.keys()].filter((index) => gateways[index]!.alive);
      if (living.length > 0) return this.random.of(living);
      await delay(RETRY_MS);
    }
  }
}
