/**
 * A mixed load on a few books: orders of every kind that are cancelled while they are filled, asks that
 * come and go, tickets that are drawn. Clients repeat what was not answered, under the same key, and
 * note what they were told.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { TimeInForce } from '../../domain/time-in-force';
import type { Answer, Exchange, TestSeller } from '../support/exchange';
import { Random } from '../support/random';
import { as, buyTicket, cancelOrder, placeOrder } from '../contracts/market';
import { newModel } from '../e2e/market';

/** How long a client repeats what was not answered. */
const PATIENCE_MS = 60_000;
const PRICES = ['0.0008', '0.0009', '0.001', '0.0011'] as const;
const TIMES_IN_FORCE = ['GTC', 'GTC', 'GTC', 'GTD', 'IOC', 'FOK'] as const;

/** What the client of an order was told. */
export interface ToldOrder {
  readonly orderId: string;
  readonly timeInForce: TimeInForce;
  /** Status codes of its cancellations; 0 for an answer that was lost and may have been a 204. */
  readonly cancels: number[];
  readonly endedByOperator: boolean;
}

export class MixedLoad {
  readonly told: ToldOrder[] = [];
  readonly unanswered: string[] = [];
  key = '';
  models: string[] = [];
  private readonly makers: TestSeller[] = [];
  private readonly random: Random;

  /** @param endOrder how an operator ends the workflow of an order */
  constructor(
    private readonly exchange: Exchange,
    seed: number,
    private readonly endOrder: (orderId: string) => Promise<void>,
  ) {
    this.random = new Random(seed);
  }

  async open(books: number): Promise<void> {
    ({ key: this.key } = await this.exchange.buyer('1000'));
    this.models = Array.from({ length: books }, newModel);
    for (let at = 0; at < 2; at += 1) {
      this.makers.push(await this.exchange.seller('normal', { models: this.models }));
    }
  }

  /** So many things at once, each at its own moment. */
  async burst(count: number): Promise<void> {
    const acts = Array.from({ length: count }, () => {
      const dice = this.random.between(0, 99);
      const afterMs = this.random.between(0, 149);
      if (dice < 50) return this.order(afterMs);
      return dice < 90 ? this.ask(afterMs) : this.ticket(afterMs);
    });
    await Promise.all(acts);
  }

  private order(afterMs: number): Promise<void> {
    const timeInForce = this.random.of(TIMES_IN_FORCE);
    const terms = {
      model_id: this.random.of(this.models),
      quantity: 100 + this.random.between(0, 899),
      price: this.random.of(PRICES),
      time_in_force: timeInForce,
      ...(timeInForce === 'GTD'
        ? { expires_at: new Date(Date.now() + 5_000 + this.random.between(0, 2_999)).toISOString() }
        : {}),
    };
    const [ends, pauses] = [
      this.random.between(0, 9),
      [this.random.between(0, 79), this.random.between(0, 79)],
    ];
    return this.act(afterMs, async () => {
      const idempotencyKey = randomUUID();
      const { status, body } = await this.answered(`order ${timeInForce}`, () =>
        placeOrder(this.exchange, this.key, terms, idempotencyKey),
      );
      if (status !== 200) return; // its time was over before it came
      const orderId: string = body.order_id;
      const cancels: number[] = [];
      const endedByOperator = ends === 9;
      this.told.push({ orderId, timeInForce, cancels, endedByOperator });
      const cancel = async (pauseMs: number) => {
        await delay(pauseMs);
        cancels.push(...(await this.cancelled(orderId)));
      };
      if (endedByOperator) await delay(pauses[0]).then(() => this.endOrder(orderId));
      else if (ends > 3) await Promise.all(pauses.slice(0, ends > 7 ? 2 : 1).map(cancel));
    });
  }

  private ask(afterMs: number): Promise<void> {
    const maker = this.random.of(this.makers);
    const body = {
      model_id: this.random.of(this.models),
      price: this.random.of(PRICES),
      capacity: 50 + this.random.between(0, 599),
      ttl_seconds: this.random.between(0, 3) === 0 ? 5 : 3_600,
    };
    const [isWithdrawn, pauseMs] = [this.random.between(0, 3) === 0, this.random.between(0, 99)];
    const path = `/market/v1/sellers/${maker.sellerId}/asks`;
    const headers = { 'x-seller-api-key': maker.apiKey };
    return this.act(afterMs, async () => {
      const own = { ...headers, 'idempotency-key': randomUUID() };
      const placed = await this.answered('ask', () =>
        this.exchange.send('POST', path, { headers: own, body }),
      );
      if (!isWithdrawn) return;
      await delay(pauseMs);
      await this.answered('withdrawal', () =>
        this.exchange.send('DELETE', `${path}/${placed.body.ask_id}`, { headers }),
      );
    });
  }

  private ticket(afterMs: number): Promise<void> {
    const ticket = {
      model: this.random.of(this.models),
      quantity_tokens: 300,
      max_price: '0.0011',
    };
    return this.act(afterMs, async () => {
      const idempotencyKey = randomUUID();
      const { status, body } = await this.answered('ticket', () =>
        buyTicket(this.exchange, this.key, ticket, idempotencyKey),
      );
      if (status !== 200) return;
      const draw = { model: ticket.model, max_tokens: 50 };
      const drawKey = randomUUID();
      await this.answered('draw', () =>
        this.exchange.chat(body.credential, draw, { idempotencyKey: drawKey }),
      );
    });
  }

  /** @returns the codes of all tries; 0 where none came */
  private async cancelled(orderId: string): Promise<number[]> {
    const codes: number[] = [];
    await this.answered('cancellation', async () => {
      codes.push(0);
      const answer = await cancelOrder(this.exchange, this.key, orderId);
      if (answer.status < 500) codes.splice(-1, 1, answer.status);
      return answer;
    });
    return codes;
  }

  private async act(afterMs: number, work: () => Promise<void>): Promise<void> {
    await delay(afterMs);
    await work().catch((err: Error) => this.unanswered.push(err.message));
  }

  /** Asks until there is an answer that is none of 5xx. */
  private async answered(what: string, ask: () => Promise<Answer>): Promise<Answer> {
    const endAtMs = Date.now() + PATIENCE_MS;
    let last = 'nothing';
    while (Date.now() < endAtMs) {
      const answer = await ask().catch((err: Error) => ((last = err.message), null));
      if (answer && answer.status < 500) return answer;
      if (answer) last = JSON.stringify(answer.body);
      await delay(100);
    }
    throw new Error(`${what} was not answered in ${PATIENCE_MS} ms; last: ${last}`);
  }

  get sellers(): readonly TestSeller[] {
    return this.makers;
  }

  get buyer() {
    return as(this.key);
  }
}
