/** What goes on while something stands still: every kind of request, each sent once and never repeated. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Stores } from '../../processes/parts';
import { buyTicket, cancelOrder, placeOrder } from '../contracts/market';
import { newModel } from '../e2e/market';
import { register, registration } from '../registration/registering';
import type { Answer, Exchange, StreamedAnswer, TestSeller } from '../support/exchange';
import { Observer } from '../support/observer';
import { BEHAVIOURS } from '../support/sellers/behaviours';

export const LOADS = ['chats', 'streams', 'draws', 'orders', 'registrations', 'rebuild'] as const;
export type LoadName = (typeof LOADS)[number];

/** The answers to one kind of request. */
export interface Tally {
  sent: number;
  /** By status; 0 where the connection broke. */
  readonly statuses: Map<number, number>;
  /** What was not answered with success: its status and code. */
  readonly failures: string[];
  slowestMs: number;
}

export type LoadAnswer = Pick<Answer, 'status' | 'body'> & Partial<Pick<StreamedAnswer, 'done'>>;

const TICKET_TOKENS = 1_000_000;
const ASK_TOKENS = 100_000_000;

export class Loads {
  readonly model = newModel();
  readonly tallies = new Map<LoadName, Tally>();
  /** What the buyer was told of chats, streams and draws. */
  readonly observer = new Observer();
  key = '';
  private accountId = '';
  private credential = '';
  readonly sellers: TestSeller[] = [];
  private gateway = 0;

  constructor(
    private readonly exchange: Exchange,
    private readonly stores: Pick<Stores, 'books' | 'reopen'>,
  ) {}

  /** A market with two sellers, a buyer, and a ticket to be drawn. */
  async open(): Promise<void> {
    const { exchange, model } = this;
    ({ key: this.key, accountId: this.accountId } = await exchange.buyer('100000'));
    const content = 'word '.repeat(20);
    const behaviour = BEHAVIOURS.unhurried({ content, chunks: 20, gapMs: 25 });
    for (const price of ['0.001', '0.002']) {
      const seller = await exchange.seller(behaviour, { models: [model] });
      this.sellers.push(seller);
      await exchange.ask(seller, { model, price, capacity: ASK_TOKENS });
    }
    const ticket = { model, quantity_tokens: TICKET_TOKENS, max_price: '0.01' };
    const bought = await buyTicket(exchange, this.key, ticket);
    if (bought.status !== 200) throw new Error(`ticket: ${JSON.stringify(bought.body)}`);
    this.credential = bought.body.credential;
  }

  /** So many of a kind, spread over a time. Nothing of it fails: what came is in the tally. */
  async run(load: LoadName, count: number, overMs: number): Promise<void> {
    const acts = Array.from({ length: count }, async (_, at) => {
      await delay((at * overMs) / count);
      await this.act(load);
    });
    await Promise.all(acts);
  }

  private async act(load: LoadName): Promise<void> {
    const tally = this.tallies.get(load) ?? newTally();
    this.tallies.set(load, tally);
    tally.sent += 1;
    const startedAtMs = Date.now();
    const answer = await this.answer(load);
    const { status } = answer;
    tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
    if (hasFailed(answer)) tally.failures.push(`${status} ${JSON.stringify(answer.body)}`);
    tally.slowestMs = Math.max(tally.slowestMs, Date.now() - startedAtMs);
  }

  /** One request, and what came of it. */
  protected answer(load: LoadName): Promise<LoadAnswer> {
    return this.send(load).catch(brokenOff);
  }

  private send(load: LoadName): Promise<LoadAnswer> {
    const gateway = this.gateway++ % this.exchange.gateways.length;
    switch (load) {
      case 'chats':
      case 'streams':
      case 'draws':
        return this.chat(load, gateway);
      case 'orders':
        return this.order();
      case 'registrations':
        return this.registration(gateway);
      case 'rebuild':
        return this.rebuild();
    }
  }

  private async chat(load: LoadName, gateway: number): Promise<LoadAnswer> {
    const { exchange, key, credential, model, accountId, observer } = this;
    const idempotencyKey = randomUUID();
    const options = { gateway, idempotencyKey };
    const answer =
      load === 'streams'
        ? await exchange.stream(key, { model }, options)
        : await exchange.chat(load === 'draws' ? credential : key, { model }, options);
    observer.note({ accountId, idempotencyKey }, answer);
    return answer;
  }

  /** One that fills at once, or one that rests and is cancelled. */
  private async order(): Promise<Answer> {
    const { exchange, key, model } = this;
    const rests = this.tallies.get('orders')!.sent % 2 === 0;
    const terms = { model_id: model, quantity: 1_000, price: rests ? '0.0001' : '0.002' };
    const placed = await placeOrder(exchange, key, terms, randomUUID());
    if (!rests || placed.status !== 200) return placed;
    return cancelOrder(exchange, key, placed.body.order_id);
  }

  /** A new seller, and its first ask. */
  private async registration(gateway: number): Promise<Answer> {
    const { exchange, model } = this;
    const body = registration({ supported_models: [model] });
    const registered = await register(exchange, body, { gateway });
    if (registered.status !== 200) return registered;
    return exchange.send('POST', `/market/v1/sellers/${registered.body.seller_id}/asks`, {
      gateway,
      headers: { 'x-seller-api-key': String(body['api_key']) },
      body: { model_id: model, price: '0.5', capacity: 1_000, ttl_seconds: 3_600 },
    });
  }

  /** The book is closed; whoever needs it builds it anew. */
  private async rebuild(): Promise<LoadAnswer> {
    const { books, reopen } = this.stores;
    const book = { modelId: this.model, tenor: 'spot' } as const;
    const epoch = await books.epochOf(book);
    if (epoch !== null) await books.invalidate(book, epoch);
    await reopen(book);
    return { status: 200, body: null };
  }
}

function newTally(): Tally {
  return { sent: 0, statuses: new Map(), failures: [], slowestMs: 0 };
}

function brokenOff(err: Error): LoadAnswer {
  return { status: 0, body: err.message };
}

/** A stream without its end has failed too. */
function hasFailed({ status, done = true }: LoadAnswer): boolean {
  return status === 0 || status >= 400 || !done;
}
