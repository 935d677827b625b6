/** The end of an order without a charge. A filled order stays filled. */
import { asDouble, type Collections } from '../collections';
import type { OrderRefusal } from '../order';
import type { NewOrder } from './reserve-fill';

const DUPLICATE_KEY = 11_000;

export type OrderEnd = 'filled' | 'refused';

export class Orders {
  constructor(private readonly collections: Collections) {}

  /**
   * Writes the refusal, and the order with it when it never had a fill. Twice: the first end stands.
   * @returns how the order has ended
   * @throws Error while one of its fills still holds money
   */
  async refuse({
    refusal,
    ...order
  }: NewOrder & { readonly refusal: OrderRefusal }): Promise<OrderEnd> {
    const { orderId, quantityMinTokens, quantityMaxTokens, ...terms } = order;
    const now = new Date();
    try {
      await this.collections.orders.updateOne(
        { _id: orderId, status: 'open', fillId: null },
        {
          $set: { status: 'refused', refusal, updatedAt: now },
          $setOnInsert: {
            kind: 'chat',
            ...terms,
            quantityMinTokens: asDouble(quantityMinTokens),
            quantityMaxTokens: asDouble(quantityMaxTokens),
            createdAt: now,
          },
        },
        { upsert: true },
      );
      return 'refused';
    } catch (err) {
      if ((err as { code?: number }).code !== DUPLICATE_KEY) throw err;
      const known = await this.collections.orders.findOne({ _id: orderId });
      if (!known || known.status === 'open')
        throw new Error(`Order ${orderId} still has a live fill`);
      return known.status;
    }
  }

  /** Ends an open order that holds no fill. @returns false when there is none such */
  async closeRefused(orderId: string, refusal: OrderRefusal): Promise<boolean> {
    const result = await this.collections.orders.updateOne(
      { _id: orderId, status: 'open', fillId: null },
      { $set: { status: 'refused', refusal, updatedAt: new Date() } },
    );
    return result.matchedCount === 1;
  }
}
