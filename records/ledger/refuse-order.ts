/**
 * Ends an order without a charge, in one transaction with the release of its reservation: an
 * abandoned step may have reserved after its successor last checked. Writes the record when the
 * order never had a fill. A filled order stays filled.
 */
import type { Collections } from '../collections';
import { DURABLE } from '../mongodb/durable';
import type { FillDocument } from '../documents/fill';
import type { OrderRefusal } from '../documents/order';
import { DrawnLots } from './end-draw';
import { moveOrder } from './order-moves';
import { byId } from './reads';
import { released, releaseWrites } from './release-fill';
import { type NewOrder, orderFields } from './reserve-fill';
import type { Step, Transaction, Writes } from './writes';

export interface RefuseOrder {
  readonly orderId: string;
  readonly refusal: OrderRefusal;
  /** The record to write when there is none yet; without it only an existing order is refused. */
  readonly order?: NewOrder;
  /**
   * Only while this gateway makes its attempts: another process that continues the order decides
   * itself.
   */
  readonly gatewayId?: string;
  /** Whether a reserved fill is released, or left together with its order. */
  readonly reserved: 'release' | 'leave';
}

export type RefuseResult =
  | {
      readonly status: 'refused';
      /** The released fill, to be returned to the book and judged. */
      readonly released: FillDocument | null;
      /** Of an order that was refused before: its recorded refusal. */
      readonly recorded?: OrderRefusal | null;
    }
  | { readonly status: 'filled' }
  /** Its fill was to be left, or another process continues it. */
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
          const { refusal: recorded } = known;
          return { kind: 'answer', answer: { status: 'refused', released: null, recorded } };
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

/** Release reason of a refused order's fill. */
const ORDER_FAILED = 'order_failed';

/** No process continues an order that never reserved, and no workflow records it. */
function withoutWorkflow({ bid: _bid, unrecordedBy: _mark, ...order }: NewOrder): NewOrder {
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
          ...(order && !fill ? { begin: orderFields(withoutWorkflow(order), now) } : {}),
        },
      ),
    ],
  };
}
