/** Buyers whose chats are refused for good beside those that are answered: they must pay nothing. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { newModel, openMarket } from '../e2e/market';
import type { Exchange } from '../support/exchange';
import type { Observer } from '../support/observer';

/** The statuses that they are told while nothing fails. */
export const REFUSALS = [402, 404, 502] as const;

const GAP_MS = 300;

interface Refused {
  readonly accountId: string;
  readonly key: string;
  readonly model: string;
}

export class RefusedBuyers {
  private isOver = false;
  private readonly running: Promise<unknown>;

  private constructor(
    private readonly exchange: Exchange,
    private readonly observer: Observer,
    buyers: readonly Refused[],
  ) {
    this.running = Promise.all(buyers.map((buyer) => this.run(buyer)));
    this.running.catch(() => undefined); // `end` awaits it
  }

  /** @param model of a market with an ask */
  static async begin(exchange: Exchange, model: string, observer: Observer) {
    const [poor, alone, failing] = await Promise.all([
      exchange.buyer('0'),
      exchange.buyer(),
      openMarket(exchange, { behaviour: 'error500' }),
    ]);
    return new RefusedBuyers(exchange, observer, [
      { ...poor, model },
      { ...alone, model: newModel() },
      failing,
    ]);
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.running;
  }

  private async run({ accountId, key, model }: Refused): Promise<void> {
    while (!this.isOver) {
      const idempotencyKey = randomUUID();
      const answer = await this.exchange.chat(key, { model }, { idempotencyKey }).catch(() => null);
      if (answer) this.observer.note({ accountId, idempotencyKey }, answer);
      if (answer?.status === 200) throw new Error(`a chat of ${model} was answered`);
      await delay(GAP_MS);
    }
  }
}
