/** A book of honest sellers and buyers of its own, and what must still be true of them afterwards. */
import { randomBytes } from 'node:crypto';
import { request } from 'undici';
import { formatScale8, parseScale8 } from '../../domain/money';
import { buyTicket } from '../contracts/market';
import type { Exchange, TestSeller } from '../support/exchange';
import { honestEngine } from './honest-engine';
import type { StageNames } from './names';

/** USD per 1,000 tokens, cheapest first: one seller each. */
const PRICES = ['0.001', '0.0011', '0.0012'] as const;
export const BEST_PRICE = PRICES[0];
const TICKET_TOKENS = 2_000_000;
const CAPACITY = 100_000_000;
const BALANCE = '100';

export interface HonestBuyer {
  readonly accountId: string;
  readonly key: string;
  /** Of a ticket of the same account: 100 USD less its price are left for chats. */
  readonly credential: string;
}

export class HonestMarket {
  /** USD in hundred-millionths that buyers were told they paid, by account. */
  private readonly told = new Map<string, bigint>();

  private constructor(
    private readonly exchange: Exchange,
    /** In the spelling that the sellers registered. */
    readonly model: string,
    readonly sellers: readonly TestSeller[],
    readonly buyers: readonly HonestBuyer[],
    private readonly opening: ReadonlyMap<string, bigint>,
  ) {}

  /** @param names of the sellers; without them they stand at addresses */
  static async open(exchange: Exchange, names?: StageNames): Promise<HonestMarket> {
    const model = `Honest-${randomBytes(4).toString('hex')}B`;
    const sellers = await Promise.all(
      PRICES.map(async (price) => {
        const seller = await exchange.seller(
          honestEngine(model),
          { models: [model] },
          names?.next(),
        );
        await exchange.ask(seller, { model, price, capacity: CAPACITY });
        return seller;
      }),
    );
    const buyers = await Promise.all([0, 1].map(() => openBuyer(exchange, model)));
    const opening = new Map<string, bigint>();
    for (const { accountId, key } of buyers) {
      opening.set(accountId, parseScale8((await exchange.account(key)).balance)!);
    }
    return new HonestMarket(exchange, model, sellers, buyers, opening);
  }

  /** Notes what an answer said it cost; a draw costs nothing beside its ticket. */
  paid({ accountId }: HonestBuyer, cost: string): void {
    this.told.set(accountId, (this.told.get(accountId) ?? 0n) + parseScale8(cost)!);
  }

  /** What is wrong with the money of the buyers: they pay what they were told, and nothing else. */
  async wrongMoney(): Promise<string[]> {
    const wrong: string[] = [];
    for (const { accountId, key } of this.buyers) {
      const { balance, reserved } = await this.exchange.account(key);
      const due = this.opening.get(accountId)! - (this.told.get(accountId) ?? 0n);
      if (parseScale8(balance) !== due)
        wrong.push(`a buyer has ${balance}, not ${formatScale8(due)}`);
      if (parseScale8(reserved) !== 0n) wrong.push(`a buyer has ${reserved} reserved`);
    }
    return wrong;
  }

  /** What an adversary did to the sellers: to their standing, their asks and their lots. */
  async wrongStanding(): Promise<string[]> {
    const { records } = this.exchange;
    const ids = this.sellers.map(({ sellerId }) => sellerId);
    const [sellers, asks, lots] = await Promise.all([
      records.sellers.find({ _id: { $in: ids } }).toArray(),
      records.asks.find({ sellerId: { $in: ids } }).toArray(),
      records.lots.find({ sellerId: { $in: ids } }).toArray(),
    ]);
    return [
      ...sellers
        .filter(({ standing }) => standing !== 'Active')
        .map((s) => `a seller is ${s.standing}`),
      ...asks.filter(({ status }) => status !== 'active').map((ask) => `an ask is ${ask.status}`),
      ...lots.filter(({ status }) => status !== 'open').map((lot) => `a lot is ${lot.status}`),
    ];
  }

  /** Honest prompts that sellers were sent more than once, by what stands in the body and by its key. */
  dispatchedTwice(): number {
    const counts = new Map<string, number>();
    for (const seller of this.sellers) {
      for (const { rawBody, idempotencyKey } of seller.requests) {
        const [prompt] = /honest prompt [0-9a-f]+/.exec(rawBody) ?? [];
        if (!prompt) continue;
        counts.set(prompt, (counts.get(prompt) ?? 0) + 1);
        const key = `key ${idempotencyKey}`;
        counts.set(key, Math.max(counts.get(key) ?? 0, seller.keys.get(idempotencyKey) ?? 0));
      }
    }
    return [...counts.values()].filter((count) => count > 1).length;
  }

  /** One anonymous or authorised read. @throws when the answer is none of 200 */
  async read(path: string, key?: string): Promise<void> {
    const answer = await request(`${this.exchange.url()}${path}`, {
      headers: { ...(key ? { authorization: `Bearer ${key}` } : {}) },
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw refusal(answer.statusCode, `${path}: ${text}`);
  }
}

/** A 503, which asks its reader to come again. */
export class Unavailable extends Error {}

export function refusal(status: number, text: string): Error {
  return status === 503 ? new Unavailable(`503 ${text}`) : new Error(`${status} ${text}`);
}

async function openBuyer(exchange: Exchange, model: string): Promise<HonestBuyer> {
  const { accountId, key } = await exchange.buyer(BALANCE);
  const ticket = { model, quantity_tokens: TICKET_TOKENS, max_price: PRICES[2] };
  const { status, body } = await buyTicket(exchange, key, ticket);
  if (status !== 200) throw new Error(`ticket: ${status} ${JSON.stringify(body)}`);
  return { accountId, key, credential: body.credential };
}
