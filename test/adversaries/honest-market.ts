/** A book with its own honest sellers and buyers, and the checks of them after an attack. */
import { randomBytes } from 'node:crypto';
import { endpointIdentity } from '../../domain/endpoint-identity';
import { formatScale8, parseScale8 } from '../../domain/money';
import { buyTicket } from '../contracts/market';
import type { Exchange, RegisteredSeller } from '../support/exchange';
import type { HonestBuyer, Trade } from './honest-load';
import type { HonestSellers } from './honest-participants';
import type { StageNames } from './names';

/** USD per 1,000 tokens, cheapest first; one seller for each. */
const PRICES = ['0.001', '0.0011', '0.0012'] as const;
export const BEST_PRICE = PRICES[0];
const TICKET_TOKENS = 2_000_000;
const CAPACITY = 100_000_000;
const BALANCE = '100';

interface HonestSeller extends RegisteredSeller {
  readonly name: string;
  readonly endpointUrl: string;
}

export class HonestMarket {
  private constructor(
    private readonly exchange: Exchange,
    private readonly engines: HonestSellers,
    /** As spelled by the sellers at registration. */
    readonly model: string,
    readonly sellers: readonly HonestSeller[],
    private readonly buyers: readonly HonestBuyer[],
    private readonly opening: ReadonlyMap<string, bigint>,
  ) {}

  /** @param names host names of the sellers; without them their endpoints are IP addresses */
  static async open(
    exchange: Exchange,
    engines: HonestSellers,
    buyerCount: number,
    names?: StageNames,
  ): Promise<HonestMarket> {
    const model = `Honest-${randomBytes(4).toString('hex')}B`;
    const places = PRICES.map(() => names?.next() ?? {});
    const urls = await engines.start(model, places);
    const sellers = await Promise.all(
      PRICES.map(async (price, index) => {
        const [endpointUrl, name] = [urls[index]!, `Seller ${index} of ${model}`];
        const seller = await exchange.register(endpointUrl, { name, models: [model] });
        await exchange.ask(seller, { model, price, capacity: CAPACITY });
        return { ...seller, name, endpointUrl };
      }),
    );
    const opened = Array.from({ length: buyerCount }, () => openBuyer(exchange, model));
    const buyers = await Promise.all(opened);
    const opening = new Map<string, bigint>();
    for (const { accountId, key } of buyers) {
      opening.set(accountId, parseScale8((await exchange.account(key)).balance)!);
    }
    return new HonestMarket(exchange, engines, model, sellers, buyers, opening);
  }

  trade(isPriced = true): Trade {
    return { url: this.exchange.url(), model: this.model, buyers: this.buyers, isPriced };
  }

  /**
   * Wrong balances of buyers: each pays exactly the costs reported to it.
   * @param told reported costs in USD at scale 8, by account; a draw costs nothing beyond its ticket
   */
  async wrongMoney(told: ReadonlyMap<string, bigint>): Promise<string[]> {
    const wrong: string[] = [];
    for (const { accountId, key } of this.buyers) {
      const { balance, reserved } = await this.exchange.account(key);
      const due = this.opening.get(accountId)! - (told.get(accountId) ?? 0n);
      if (parseScale8(balance) !== due)
        wrong.push(`a buyer has ${balance}, not ${formatScale8(due)}`);
      if (parseScale8(reserved) !== 0n) wrong.push(`a buyer has ${reserved} reserved`);
    }
    return wrong;
  }

  /** Changes to the standing, the asks and the lots of honest sellers. */
  async wrongStanding(): Promise<string[]> {
    const { records } = this.exchange;
    const ids = this.sellers.map(({ sellerId }) => sellerId);
    const identities = this.sellers.map(({ endpointUrl }) => endpointIdentity(endpointUrl));
    const [sellers, asks, lots, atEndpoints] = await Promise.all([
      records.sellers.find({ _id: { $in: ids } }).toArray(),
      records.asks.find({ sellerId: { $in: ids } }).toArray(),
      records.lots.find({ sellerId: { $in: ids } }).toArray(),
      records.sellers.countDocuments({ endpointIdentity: { $in: identities } }),
    ]);
    return [
      ...sellers
        .filter(({ standing }) => standing !== 'Active')
        .map((s) => `a seller is ${s.standing}`),
      ...asks.filter(({ status }) => status !== 'active').map((ask) => `an ask is ${ask.status}`),
      ...lots.filter(({ status }) => status !== 'open').map((lot) => `a lot is ${lot.status}`),
      ...(atEndpoints === ids.length ? [] : ['somebody else sells at an honest endpoint']),
    ];
  }

  dispatchedTwice(): Promise<number> {
    return this.engines.dispatchedTwice(this.model);
  }
}

async function openBuyer(exchange: Exchange, model: string): Promise<HonestBuyer> {
  const { accountId, key } = await exchange.buyer(BALANCE);
  const ticket = { model, quantity_tokens: TICKET_TOKENS, max_price: PRICES[2] };
  const { status, body } = await buyTicket(exchange, key, ticket);
  if (status !== 200) throw new Error(`ticket: ${status} ${JSON.stringify(body)}`);
  return { accountId, key, credential: body.credential };
}
