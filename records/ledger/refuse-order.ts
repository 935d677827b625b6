/**
 * The end of an order without a charge, in one transaction with the release of what it still has
 * reserved: a step that was given up may have reserved it after whoever gave it up had looked.
 * The record is written when the order never had a fill. A filled order stays filled.
 */
import type { Collections } from '../collections';
import type { FillDocument } from '../fill';
import type { OrderRefusal } from '../order';
import { DrawnLots } from './end-draw';
import { moveOrder } from './order-moves';
import { DURABLE, byId } from './reads';
import { released, releaseWrites } from './release-fill';
import { type NewOrder, orderFields } from './reserve-fill';
import type { Step, Transaction, Writes } from './writes';

export interface RefuseOrder {
  readonly orderId: string;
  readonly refusal: OrderRefusal;
  /** To be written when there is no record of it yet; without it only a known order is refused. */
  readonly order?: NewOrder;
  /** Only while this gateway makes its attempts: another process that goes on with it decides itself. */
  readonly gatewayId?: string;
  /** What becomes of a fill that it has reserved: released, or left, and the order with it. */
  readonly reserved: 'release' | 'leave';
}

export type RefuseResult =
  | {
      readonly status: 'refused';
      /** As it is now, for the book to have it back and its seller to be judged. */
      readonly released: FillDocument | null;
    }
  | { readonly status: 'filled' }
  /** Its fill was to be left, or another process goes on with it. */
  | { readonly status: 'open' }
  | { readonly status: 'unknown' };

export function refuseOrder(collections: Collections): Transaction<RefuseOrder, RefuseResult> {
  return {
    endsOrder: true,
    async plan(requests) {
      const orderIds = requests.map(({ orderId }) => orderId);
      const [orders, reserved] = await Promise.all([
        byId(collections.orders, orderIds),
        collections.fills
          .find({ orderId: { $in: orderIds }, status: 'reserved' }, DURABLE)
          .toArray(),
      ]);
      const lots = await DrawnLots.of(collections, reserved);
      return requests.map((request): Step<RefuseResult> => {
        const known = orders.get(request.orderId);
        if (known?.status === 'filled') return { kind: 'answer', answer: { status: 'filled' } };
        if (known?.status === 'refused') {
          return { kind: 'answer', answer: { status: 'refused', released: null } };
        }
        if (!known && !request.order) return { kind: 'answer', answer: { status: 'unknown' } };
        const { gatewayId } = request;
        if (known && gatewayId !== undefined && known.gatewayId !== gatewayId) {
          return { kind: 'answer', answer: { status: 'open' } };
        }
        const fill = reserved.find(({ orderId }) => orderId === request.orderId) ?? null;
        if (fill && request.reserved === 'leave') {
          return { kind: 'answer', answer: { status: 'open' } };
        }
        return {
          kind: 'write',
          writes: refusalWrites(request, fill, lots),
          answer: { status: 'refused', released: fill && released(fill, ORDER_FAILED) },
        };
      });
    },
  };
}

/** Why the fill of a refused order is released. */
const ORDER_FAILED = 'order_failed';

/** A refused order is gone on with by nobody. */
function withoutBid({ bid: _bid, ...order }: NewOrder): NewOrder {
  return order;
}

function refusalWrites(
  { orderId, order, refusal, gatewayId }: RefuseOrder,
  fill: FillDocument | null,
  lots: DrawnLots,
): Writes {
  const now = new Date();
  const release = { fillId: fill?._id ?? '', reason: ORDER_FAILED };
  return {
    ...(fill ? releaseWrites(release, fill, lots) : {}),
    orders: [
      moveOrder(
        'refuse',
        { orderId, fillId: fill?._id ?? null, now },
        {
          set: { refusal },
          ...(fill && gatewayId !== undefined ? { onlyIf: { gatewayId } } : {}),
          ...(order && !fill ? { begin: orderFields(withoutBid(order), now) } : {}),
        },
      ),
    ],
  };
}
