/** Numbers of orders by state and age, for the operator. */
import type { mongo } from 'mongoose';
import { lowestUuidV7At } from '../../domain/ids';
import type { Records } from '../connect';
import type { ContractOrderDocument } from '../documents/contract-order';
import type { OrderKind } from './find-orders';
import type { OrderDocument } from '../documents/order';
import type { ReadCollection } from '../mongodb/read-collection';

/** Upper ends of the ages of open orders. */
export const AGES = [
  { age: 'under_10s', belowMs: 10_000 },
  { age: 'under_1m', belowMs: 60_000 },
  { age: 'under_10m', belowMs: 600_000 },
  { age: 'older', belowMs: Infinity },
] as const;
export type Age = (typeof AGES)[number]['age'];

/** Orders that were created in this time are counted by state. */
export const RECENT_MS = 15 * 60_000;
/** Counting recent orders of a kind stops here. */
export const RECENT_MAX = 100_000;

export interface OrderCounts {
  readonly kind: OrderKind;
  readonly open: readonly { readonly age: Age; readonly count: number }[];
  /** The creation of the oldest open one. */
  readonly oldestOpenAt: Date | null;
  readonly recent: readonly { readonly status: string; readonly count: number }[];
}

type AnyOrder = OrderDocument | ContractOrderDocument;

export function countOrders(
  { orders, contractOrders }: Pick<Records, 'orders' | 'contractOrders'>,
  now: Date,
): Promise<OrderCounts[]> {
  return Promise.all([count(orders, 'chat', now), count(contractOrders, 'capacity', now)]);
}

async function count<Document extends AnyOrder>(
  collection: ReadCollection<Document>,
  kind: OrderKind,
  now: Date,
): Promise<OrderCounts> {
  const [ages, recent] = await Promise.all([
    collection
      .aggregate<{ _id: Age; count: number; oldest: Date }>(
        [
          { $match: { status: 'open' } },
          { $group: { _id: ageAt(now), count: ONE, oldest: { $min: '$createdAt' } } },
        ],
        { hint: { updatedAt: 1 } },
      )
      .toArray(),
    collection
      .aggregate<{ _id: string; count: number }>([
        { $match: { _id: { $gte: lowestUuidV7At(now.getTime() - RECENT_MS) } } },
        { $limit: RECENT_MAX },
        { $group: { _id: '$status', count: ONE } },
      ] as mongo.BSON.Document[])
      .toArray(),
  ]);
  const oldest = ages.map((each) => each.oldest.getTime());
  return {
    kind,
    open: AGES.map(({ age }) => ({
      age,
      count: ages.find(({ _id }) => _id === age)?.count ?? 0,
    })),
    oldestOpenAt: oldest.length === 0 ? null : new Date(Math.min(...oldest)),
    recent: recent.map(({ _id: status, count: orders }) => ({ status, count: orders })),
  };
}

const ONE = { $sum: { $toDouble: 1 } };

/** The youngest age that includes an order, as an expression. */
function ageAt(now: Date): unknown {
  return AGES.reduceRight<unknown>((older, { age, belowMs }) => {
    if (belowMs === Infinity) return age;
    return { $cond: [{ $gt: ['$createdAt', new Date(now.getTime() - belowMs)] }, age, older] };
  }, null);
}
