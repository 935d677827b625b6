/** Facts about the orders in a journal event. */
import { idOf, orderFillOf, type BookEvent } from '../../engine/layouts';

/** The ask whose tokens changed; null for none. */
export function askIdOf({ order, counterOrderId, kind }: BookEvent): string | null {
  if (order?.side === 'ask') return order.askId;
  return kind === 'sold' ? counterOrderId : null;
}

/** The bid that was filled; null for none. */
export function filledBidOf(event: BookEvent): string | null {
  return orderFillOf(event)?.orderId ?? null;
}

/** Orders of one side that expired in these events. */
export function expiredIds(events: readonly BookEvent[], side: 'ask' | 'bid'): string[] {
  return events.flatMap(({ kind, order }) =>
    kind === 'expired' && order?.side === side ? [idOf(order)] : [],
  );
}
