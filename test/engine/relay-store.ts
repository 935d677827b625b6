/** The store behind the book, in memory: what MongoDB is to the real relay, and what it was told. */
import type { BookMessage } from '../../domain/book-message';
import { bookName } from '../../domain/instruments';
import type { PlaceAsk, PlaceBid } from '../../engine/book';
import type { SourceBid } from '../../engine/book-source';
import { rebuildBook } from '../../engine/rebuild';
import type {
  BookOrderName,
  BookReservation,
  RelayPorts,
  RelayProgress,
} from '../../followers/relay/ports';
import type { FillOutcome } from '../../exchange/books/fill-outcomes';
import type { World } from './world';
import type { CapacityFill } from '../../domain/fill';

export class Store implements RelayPorts {
  epoch = 1;
  readonly progress = new Map<string, RelayProgress>();
  readonly fills = new Map<string, FillOutcome>();
  readonly tombstones: string[] = [];
  readonly expiredAsks = new Set<string>();
  readonly expiredOrders = new Set<string>();
  readonly handed: CapacityFill[] = [];
  readonly messages: BookMessage[] = [];
  readonly asks = new Map<string, PlaceAsk>();
  readonly bids = new Map<string, { order: PlaceBid; sequence: number }>();
  readonly places = new Map<string, number>();
  readonly endedNow: BookOrderName[] = [];
  failing: keyof RelayPorts | null = null;

  constructor(readonly world: World) {}

  async books() {
    const hasUnplaced = (await this.unplacedAsks()).length > 0;
    return [{ book: this.world.book, epoch: this.epoch, hasUnplaced }];
  }
  async endedOrders() {
    return this.endedNow.splice(0);
  }
  async epochOf() {
    return this.epoch;
  }
  async readProgress() {
    return this.progress.get(bookName(this.world.book)) ?? null;
  }
  async saveProgress(_book: unknown, progress: RelayProgress) {
    this.mayFail('saveProgress');
    this.progress.set(bookName(this.world.book), progress);
  }
  async expired(askIds: readonly string[]) {
    this.mayFail('expired');
    for (const askId of askIds) this.expiredAsks.add(askId);
  }
  async expiredBids(orderIds: readonly string[]) {
    for (const orderId of orderIds) this.expiredOrders.add(orderId);
  }
  async filled(fills: readonly CapacityFill[]) {
    this.handed.push(...fills);
    this.mayFail('filled');
  }
  async outcomes() {
    return this.fills;
  }
  async abandon({ fillId }: BookReservation) {
    if (this.fills.has(fillId)) return false;
    if (!this.tombstones.includes(fillId)) this.tombstones.push(fillId);
    this.mayFail('abandon');
    return true;
  }
  async rebuild() {
    this.epoch += 1;
    const asks = [...this.asks.values()].map((ask) => ({
      ...ask,
      sequence: this.places.get(ask.askId) ?? null,
    }));
    const source = { epoch: this.epoch, asks, bids: this.openOrders(), reservations: [] };
    await rebuildBook(this.world.books, this.world.book, () => Promise.resolve(source));
  }
  async unplacedAsks() {
    return [...this.asks.values()].filter((ask) => !this.places.has(ask.askId));
  }
  async placed(askId: string, place: { sequence: number }) {
    this.places.set(askId, place.sequence);
    return this.asks.has(askId);
  }
  async ended(orders: readonly BookOrderName[]) {
    return orders.filter(({ id }) => !this.asks.has(id) && !this.bids.has(id));
  }
  async resting(_book: unknown, side: 'ask' | 'bid', behindId: string, limit: number) {
    const ids = side === 'ask' ? this.places.keys() : this.bids.keys();
    return [...ids]
      .filter((id) => id > behindId && (side === 'bid' || this.asks.has(id)))
      .sort()
      .slice(0, limit);
  }
  async publish(message: BookMessage) {
    this.mayFail('publish');
    this.messages.push(message);
  }

  /** An ask in the store and in the book. */
  async rest(terms: Partial<PlaceAsk> = {}): Promise<PlaceAsk> {
    const ask = await this.world.place(terms);
    this.asks.set(ask.askId, ask);
    this.places.set(ask.askId, this.places.size + 1);
    return ask;
  }

  /** A bid for capacity in the store and in the book. */
  async bid(terms: Parameters<World['order']>[0] = {}): Promise<string> {
    const order = this.world.order(terms);
    const { orderId } = order;
    this.bids.set(orderId, { order, sequence: 0 });
    const result = await this.world.books.bid(order);
    if (result.status === 'accepted') {
      this.bids.set(orderId, { order, sequence: result.order.sequence });
    }
    return orderId;
  }

  /** The bids with what their fills have left of them. */
  private openOrders(): SourceBid[] {
    const fills = [...new Map(this.handed.map((fill) => [fill.fillId, fill])).values()];
    const bids = [...this.bids.values()].map(({ order, sequence }) => {
      const own = fills.filter((fill) => fill.orderId === order.orderId);
      const filledTokens = own.reduce((sum, { quantityTokens }) => sum + quantityTokens, 0);
      const remainingTokens = order.quantityTokens - filledTokens;
      return { ...order, sequence, remainingTokens, fillCount: own.length };
    });
    return bids.filter(({ remainingTokens }) => remainingTokens > 0);
  }

  private mayFail(port: keyof RelayPorts): void {
    if (this.failing === port) throw new Error(`${port} died`);
  }
}
