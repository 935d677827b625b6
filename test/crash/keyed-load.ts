/** Several buyers that insist on their answers, and what must be right when they have them. */
import { type Market, units } from '../e2e/market';
import type { Exchange } from '../support/exchange';
import { Observer } from '../support/observer';
import { Random } from '../support/random';
import { KeyedBuyer } from './keyed-buyers';

const BALANCE = '1000';

export interface LoadSummary {
  readonly chats: number;
  /** Chats that were asked for more than once, because a connection broke. */
  readonly repeated: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly longestMs: number;
}

export class KeyedLoad {
  /** Rejects when a buyer is refused, or has no answer in time. */
  readonly running: Promise<unknown>;

  private constructor(
    private readonly exchange: Exchange,
    private readonly buyers: readonly KeyedBuyer[],
    /** What these and other buyers were told. */
    readonly observer: Observer,
  ) {
    this.running = Promise.all(buyers.map((buyer) => buyer.run()));
    this.running.catch(() => undefined); // `end` awaits it
  }

  static async begin(exchange: Exchange, market: Market, count: number, random: Random) {
    const observer = new Observer();
    const opened = Array.from({ length: count }, async () => {
      const own = { ...market, ...(await exchange.buyer(BALANCE)) };
      return new KeyedBuyer(exchange, own, new Random(random.between(1, 1e9)), observer);
    });
    return new KeyedLoad(exchange, await Promise.all(opened), observer);
  }

  get chats(): number {
    return this.buyers.reduce((sum, { told }) => sum + told.length, 0);
  }

  /** No buyer asks for more than what is under way. */
  stop(): void {
    for (const buyer of this.buyers) buyer.stop();
  }

  /**
   * Waits for the answers under way.
   * @throws when a key has two answers, is not charged exactly once, an invariant is violated, or
   *   the ledger contradicts what a buyer was told
   */
  async end(): Promise<void> {
    this.stop();
    await this.running;
    await Promise.all(this.buyers.map((buyer) => buyer.askAgain()));
    for (const buyer of this.buyers) await this.expectChargedOnce(buyer);
    await this.exchange.expectExact();
    expect(await this.observer.violations(this.exchange.records)).toEqual([]);
  }

  /** Every key has one settled fill, and the account has paid the sum of what its buyer was told. */
  private async expectChargedOnce({ market, told }: KeyedBuyer): Promise<void> {
    const { accountId, key } = market;
    const query = { accountId, status: 'settled' } as const;
    const settled = await this.exchange.records.fills.find(query).toArray();
    const fillIds = told.map(({ fill }) => fill.fill_id);
    expect(settled.map(({ _id }) => _id).sort()).toEqual(fillIds.sort());
    const paid = told.reduce((sum, { fill }) => sum + units(fill.cost), 0n);
    const { balance } = await this.exchange.account(key);
    expect(units(balance)).toBe(units(BALANCE) - paid);
  }

  summary(): LoadSummary {
    const all = this.buyers.flatMap(({ told }) => told);
    const waits = all.map(({ waitedMs }) => waitedMs).sort((a, b) => a - b);
    const at = (share: number) => Math.round(waits[Math.ceil(share * waits.length) - 1] ?? 0);
    const repeated = all.filter(({ attempts }) => attempts > 1).length;
    return { chats: all.length, repeated, p50Ms: at(0.5), p99Ms: at(0.99), longestMs: at(1) };
  }
}
