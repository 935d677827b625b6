/** The store behind the book, in memory: what MongoDB is to the real relay, and what it was told. */
import type { BookMessage } from '../../domain/book-message';
import { bookName } from '../../domain/instruments';
import type { PlaceAsk } from '../../engine/book';
import { rebuildBook } from '../../engine/rebuild';
import type {
  BookReservation,
  ChangedOrder,
  RelayPorts,
  RelayProgress,
  ReservationOutcome,
} from '../../followers/relay/ports';
import type { World } from './world';
import type { CapacityFill } from '../../domain/fill';

export class Store implements RelayPorts {
  epoch = 1;
  readonly progress = new Map<string, RelayProgress>();
  readonly fills = new Map<string, ReservationOutcome>();
  readonly tombstones: string[] = [];
  readonly expiredAsks = new Set<string>();
  readonly expiredOrders = new Set<string>();
  readonly handed: CapacityFill[] = [];
  readonly messages: BookMessage[] = [];
  readonly asks = new Map<string, PlaceAsk>();
  readonly bids = new Set<string>();
  readonly places = new Map<string, number>();
  readonly changed: ChangedOrder[] = [];
  failing: keyof RelayPorts | null = null;

  constructor(readonly world: World) {}

  async books() {
    const hasUnplaced = (await this.unplacedAsks()).length > 0;
    return [{ book: this.world.book, epoch: this.epoch, hasUnplaced }];
  }
  async changedOrders() {
    return this.changed.splice(0);
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
    const source = { epoch: this.epoch, asks, reservations: [] };
    await rebuildBook(this.world.books, this.world.book, () => Promise.resolve(source));
  }
  async unplacedAsks() {
    return [...this.asks.values()].filter((ask) => !this.places.has(ask.askId));
  }
  async placed(askId: string, place: { sequence: number }) {
    this.places.set(askId, place.sequence);
    return this.asks.has(askId);
  }
  async activeAsks(askIds: readonly string[]) {
    return askIds.filter((askId) => this.asks.has(askId));
  }
  async openBids(orderIds: readonly string[]) {
    return orderIds.filter((orderId) => this.bids.has(orderId));
  }
  async restingBids(_book: unknown, behindId: string) {
    return [...this.bids].filter((id) => id > behindId).sort();
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
    this.bids.add(order.orderId);
    await this.world.books.bid(order);
    return order.orderId;
  }

  private mayFail(port: keyof RelayPorts): void {
    if (this.failing === port) throw new Error(`${port} died`);
  }
}
