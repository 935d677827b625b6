/**
 * The conditional change that moves a chat order from one state to the next
 * (domain/order-states.ts).
 */
import type { mongo } from 'mongoose';
import { ORDER_MOVES, type OrderMoveName, stateFields } from '../../domain/order-states';
import type { OrderDocument } from '../documents/order';

interface Moved {
  readonly orderId: string;
  /** The fill that the move reserves, releases or settles; null for none. */
  readonly fillId: string | null;
  readonly now: Date;
}

interface Change {
  /** Conditions on the order in addition to its state. */
  readonly onlyIf?: mongo.Filter<OrderDocument>;
  readonly set?: Partial<OrderDocument>;
  /** Initial fields when there is no record yet; without them only an existing order moves. */
  readonly begin?: Omit<Partial<OrderDocument>, '_id'> | undefined;
}

/** Orders whose gateway may decide what follows: no workflow has taken them over. */
export const OWNED = { takenOver: { $exists: false } } as const;

export function isOwnedBy(
  gatewayId: string,
  order: Pick<OrderDocument, 'gatewayId' | 'takenOver'> | undefined,
): boolean {
  return order?.gatewayId === gatewayId && !order.takenOver;
}

/** Matches only orders in a state that the move starts from. */
export function moveOrder(
  name: OrderMoveName,
  { orderId, fillId, now }: Moved,
  { onlyIf, set, begin }: Change = {},
): mongo.AnyBulkWriteOperation<OrderDocument> {
  const { from, to } = ORDER_MOVES[name];
  const holdsFill = name !== 'reserve' && fillId !== null;
  const before = stateFields(holdsFill ? 'reserved' : 'open', fillId);
  const isEnd = to === 'filled' || to === 'refused';
  const mayBegin = begin !== undefined && (from as readonly string[]).includes('new');
  return {
    updateOne: {
      filter: { _id: orderId, ...before, ...onlyIf },
      update: {
        $set: { ...stateFields(to, fillId), ...set, updatedAt: now },
        // No process continues an order that has ended.
        ...(isEnd ? { $unset: { bid: '' as const } } : {}),
        ...(mayBegin ? { $setOnInsert: begin } : {}),
      },
      ...(mayBegin ? { upsert: true } : {}),
    },
  };
}
