/** Requests of every kind, all the time, and orders that rest from one release into the next. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Stores } from '../../processes/parts';
import { cancelOrder, placeOrder, untilOrder } from '../contracts/market';
import { type LoadAnswer, type LoadName, Loads } from '../pauses/loads';
import type { Exchange } from '../support/exchange';

/** Requests of each kind in a second. */
const RATES = { chats: 1, streams: 0.5, draws: 0.5, orders: 1, registrations: 0.5 } as const;
const ROUND_MS = 2_000;
/** How often a chat is sent that an overloaded gateway refuses. */
const TRIES = 5;
const RETRY_AFTER_MS = 1_000;
/** Below every ask, above the bids that `Loads` cancels. */
const RESTING = { quantity: 1_000, price: '0.0002' } as const;

export class SteadyLoad extends Loads {
  private isOver = false;
  private underWay: Promise<unknown> = Promise.resolve();
  /** Resting orders, oldest first. */
  private readonly resting: string[] = [];
  /** Chats that were sent again, because a gateway could not keep up. */
  private repeated = 0;

  constructor(
    private readonly market: Exchange,
    stores: Pick<Stores, 'books' | 'reopen'>,
  ) {
    super(market, stores);
  }

  begin(): void {
    this.isOver = false;
    const rates = Object.entries(RATES) as [LoadName, number][];
    this.underWay = Promise.all(rates.map(([load, perSecond]) => this.repeat(load, perSecond)));
  }

  async end(): Promise<void> {
    this.isOver = true;
    await this.underWay;
  }

  /** What was sent since the beginning. */
  result() {
    const tallies = [...this.tallies];
    return {
      sent: Object.fromEntries(tallies.map(([load, { sent }]) => [load, sent])),
      repeated: this.repeated,
      slowestMs: Math.max(...tallies.map(([, tally]) => tally.slowestMs)),
      failures: tallies.flatMap(([load, tally]) => tally.failures.map((one) => `${load}: ${one}`)),
    };
  }

  async placeResting(count: number): Promise<void> {
    for (let at = 0; at < count; at += 1) {
      const { status, body } = await placeOrder(this.market, this.key, {
        model_id: this.model,
        ...RESTING,
      });
      expect([status, body]).toEqual([200, expect.objectContaining({ status: 'open' })]);
      this.resting.push(body.order_id);
    }
  }

  /** An ask that the oldest resting order buys; its lot is owed from then on. */
  async fillOldest(): Promise<void> {
    const { quantity: capacity, price } = RESTING;
    await this.market.ask(this.sellers[0]!, { model: this.model, price, capacity });
    await untilOrder(this.market, this.key, this.resting.shift()!, { status: 'filled' }, 60_000);
  }

  async cancelOldest(): Promise<void> {
    const orderId = this.resting.shift()!;
    expect((await cancelOrder(this.market, this.key, orderId)).status).toBe(204);
    await untilOrder(this.market, this.key, orderId, { status: 'cancelled' });
  }

  /** A gateway that cannot keep up refuses a chat before it does anything, and names the time to come back. */
  protected override async answer(load: LoadName): Promise<LoadAnswer> {
    for (let tries = 1; ; tries += 1) {
      const answer = await super.answer(load);
      const isChat = load === 'chats' || load === 'streams' || load === 'draws';
      if (!isChat || answer.status !== 503 || tries === TRIES) return answer;
      this.repeated += 1;
      await delay(RETRY_AFTER_MS);
    }
  }

  private async repeat(load: LoadName, perSecond: number): Promise<void> {
    const rounds: Promise<void>[] = [];
    while (!this.isOver) {
      rounds.push(this.run(load, Math.round((perSecond * ROUND_MS) / 1_000), ROUND_MS));
      await delay(ROUND_MS);
    }
    await Promise.all(rounds);
  }
}
