/**
 * Traders of a simulation: buyers of capacity, who place orders and cancel some, and sellers who offer
 * more. Each sends a request with its key until it is told an end, and remembers what it was told. The
 * gateway's handlers answer it, without HTTP.
 */
import type { SellerDocument } from '../../records/documents/seller';
import type { Random } from '../support/random';
import { Actor } from './actors';
import type { SimulatedProcess } from './processes';
import { wait } from './temporal-values';
import { type Sent, type Told, untilTold } from './told';

/** An order as its buyer reads it, as far as it is checked. */
export interface OrderBody {
  readonly order_id: string;
  readonly status: string;
  readonly quantity: number;
  readonly filled_quantity: number;
  readonly remaining: number;
}

export interface CapacityOrder {
  readonly key: string;
  readonly accountId: string;
  readonly body: object;
  /** After how long it is cancelled; null when never. */
  readonly cancelledAfterMs: number | null;
  readonly told: Told<OrderBody>[];
  readonly toldOfCancel: Told[];
  isOver: boolean;
}

export interface NewAsk {
  readonly key: string;
  readonly seller: SellerDocument;
  readonly body: { readonly capacity: number } & Readonly<Record<string, unknown>>;
  readonly told: Told<{ readonly ask_id: string }>[];
  isOver: boolean;
}

export class Trader {
  private readonly actor = new Actor('trader');

  constructor(
    private readonly random: Random,
    private readonly gateways: () => readonly SimulatedProcess[],
  ) {}

  place(order: CapacityOrder): void {
    void this.actor.run(() => this.placeAndCancel(order));
  }

  offer(ask: NewAsk): void {
    const { key, seller, body, told } = ask;
    void this.actor.run(async () => {
      await wait(this.random.between(1, 10_000));
      await this.send({ route: 'createAsk', key, body, locals: { seller } }, told);
      ask.isOver = true;
    });
  }

  private async placeAndCancel(order: CapacityOrder): Promise<void> {
    const { key, body, told, toldOfCancel, cancelledAfterMs, accountId } = order;
    const locals = { buyer: { accountId, keyId: 'key', owner: null, quotas: {} } };
    await wait(this.random.between(1, 5_000));
    await this.send({ route: 'placeOrder', key, body, locals }, told);
    const last = told.at(-1);
    if (cancelledAfterMs !== null && last?.kind === 'done') {
      await wait(cancelledAfterMs);
      const params = { id: last.body.order_id };
      await this.send({ route: 'cancelOrder', key, body: {}, locals, params }, toldOfCancel);
    }
    order.isOver = true;
  }

  private send<Body>(sent: Sent, told: Told<Body>[]): Promise<void> {
    return untilTold(this.random, this.gateways, sent, told);
  }
}
