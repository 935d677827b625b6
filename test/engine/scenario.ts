/**
 * Scenarios are played on both books at once, the naive one and the engine: every step has to be
 * answered alike, and is told in the names that the scenario gives its orders. The book is drawn as
 * text, best price first: `ask 100: A 900, B 15 below minimum`, `bid 90: X 50`. What holds nothing is left
 * out.
 */
import assert from 'node:assert/strict';
import type { PlaceAsk, PlaceBid, ReserveRequest } from '../../engine/book';
import type { Region } from '../../domain/regions';
import { orderFillId } from '../../engine/layouts';
import type { LibraryLimits } from '../../engine/library';
import { engineMarket, naiveMarket, type Market, type MarketOrder } from './markets';
import type { NaiveBook } from './naive-book';
import { World } from './world';
import type { CapacityFill } from '../../domain/fill';

type AskTerms = Partial<Omit<PlaceAsk, 'askId' | 'capacityTokens' | 'priceScale8'>>;
type BidTerms = Partial<Omit<PlaceBid, 'orderId' | 'quantityTokens' | 'limitPriceScale8'>>;

export class Scenario {
  private readonly names = new Map<string, string>();
  private readonly ids = new Map<string, string>();
  private readonly asks = new Map<string, PlaceAsk>();
  private readonly bids = new Map<string, PlaceBid>();
  private readonly reservations = new Map<string, string>();
  private readonly naive: NaiveBook;
  private readonly markets: readonly Market[];

  private constructor(readonly world: World) {
    const { market, naive } = naiveMarket(world);
    this.naive = naive;
    this.markets = [market, engineMarket(world)];
  }

  static async open(limits: Partial<LibraryLimits> = {}): Promise<Scenario> {
    const world = await World.start(limits);
    await world.open();
    return new Scenario(world);
  }

  async end(): Promise<void> {
    await this.world.stop();
  }

  /** An ask of `tokens` comes in; answers how it was taken up. */
  ask(name: string, price: number | bigint, tokens: number, terms: AskTerms = {}): Promise<string> {
    const priceScale8 = BigInt(price);
    const ask = this.world.ask({ lotTokens: 1, ...terms, priceScale8, capacityTokens: tokens });
    this.asks.set(name, ask);
    this.call(name, ask.askId);
    return this.askAgain(name);
  }

  askAgain(name: string): Promise<string> {
    const ask = this.asks.get(name) as PlaceAsk;
    return this.both(async (market) => (await market.place(ask)).status);
  }

  /** A bid comes in: `<state> <open tokens>: <ask> <tokens> at <price>, ...`. */
  bid(name: string, price: number | bigint, tokens: number, terms: BidTerms = {}): Promise<string> {
    const limitPriceScale8 = BigInt(price);
    const bid = this.world.order({ ...terms, limitPriceScale8, quantityTokens: tokens });
    this.bids.set(name, bid);
    this.call(name, bid.orderId);
    return this.bidAgain(name);
  }

  bidAgain(name: string): Promise<string> {
    const bid = this.bids.get(name) as PlaceBid;
    return this.both(async (market) => {
      const answer = await market.bid(bid);
      if (answer.status !== 'accepted') return answer.status;
      const fills = answer.fills.map((fill) => this.tellFill(fill));
      const { state, remainingTokens } = answer.order;
      return [`${state} ${remainingTokens}`, ...fills].join(', ');
    });
  }

  /** A chat's reservation of `tokens`: `A 100 at 100`, `best is 100`, or why not. */
  reserve(name: string, tokens: number, terms: Partial<ReserveRequest> = {}): Promise<string> {
    const request = this.world.bid({ quantityTokens: tokens, ...terms });
    this.reservations.set(name, request.fillId);
    return this.playReserve(request);
  }

  private playReserve(request: ReserveRequest): Promise<string> {
    return this.both(async (market) => {
      const answer = await market.reserve(request);
      if (answer.status === 'above_limit') return `best is ${answer.bestPriceScale8}`;
      if (answer.status !== 'reserved') return answer.status;
      return `${this.names.get(answer.askId)} ${answer.quantityTokens} at ${answer.priceScale8}`;
    });
  }

  /** Gives a reservation back by its name, or the n-th fill of a bid by `X1`, `X2`, ... */
  release(name: string, tokens?: number): Promise<string> {
    const fillId = this.reservations.get(name) ?? orderFillId(...this.orderFill(name));
    const known = this.naive.fills.find((fill) => fill.fillId === fillId);
    const quantityTokens = tokens ?? known?.quantityTokens ?? 1;
    const release = { book: this.world.book, fillId, quantityTokens };
    return this.both(async (market) => (await market.release(release)).status);
  }

  cancel(name: string): Promise<string> {
    const cancel = { book: this.world.book, id: this.ids.get(name) ?? this.world.newId() };
    return this.both(async (market) => {
      const answer = await market.cancel(cancel);
      if (answer.status !== 'cancelled') return answer.status;
      return `cancelled ${answer.remainingTokens}`;
    });
  }

  async halt(): Promise<void> {
    await this.both((market) => market.halt());
  }

  async resume(): Promise<void> {
    await this.both((market) => market.resume());
  }

  async pass(milliseconds: number): Promise<void> {
    await this.world.pass(milliseconds);
    for (const market of this.markets) market.pass(this.world.nowMs);
  }

  draw(): Promise<string[]> {
    return this.both(async (market) => {
      const { asks, bids } = await market.live();
      return [...this.lines('ask', asks), ...this.lines('bid', bids)];
    });
  }

  /** Depth: `100 x 900` per price, asks first, a `|` between the sides. */
  levels(region: Region | null = null): Promise<string> {
    return this.both(async (market) => {
      const { asks, bids } = await market.levels(region);
      const row = (level: { priceScale8: bigint; quantityTokens: number }) =>
        `${level.priceScale8} x ${level.quantityTokens}`;
      return `${asks.map(row).join(', ')} | ${bids.map(row).join(', ')}`;
    });
  }

  private async both<T>(play: (market: Market) => Promise<T>): Promise<T> {
    const told: T[] = [];
    for (const market of this.markets) told.push(await play(market));
    const [naive, engine] = told;
    assert.deepEqual({ engine }, { engine: naive });
    return naive as T;
  }

  private call(name: string, id: string): void {
    this.names.set(id, name);
    this.ids.set(name, id);
  }

  /** `X2` is the second fill of the bid X. */
  private orderFill(name: string): [string, number] {
    const [, bid = '', count = ''] = /^(.+?)(\d+)$/.exec(name) ?? [];
    return [this.ids.get(bid) as string, Number.parseInt(count, 10)];
  }

  private tellFill({ askId, priceScale8, quantityTokens }: CapacityFill): string {
    return `${this.names.get(askId)} ${quantityTokens} at ${priceScale8}`;
  }

  private lines(side: string, orders: readonly MarketOrder[]): string[] {
    const lines = new Map<bigint, string[]>();
    for (const { id, priceScale8, remainingTokens, mark } of orders) {
      if (remainingTokens === 0) continue;
      const entry = [this.names.get(id), remainingTokens, ...mark].join(' ');
      lines.set(priceScale8, [...(lines.get(priceScale8) ?? []), entry]);
    }
    return [...lines].map(([price, entries]) => `${side} ${price}: ${entries.join(', ')}`);
  }
}
