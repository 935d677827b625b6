/** The span of one attempt, below that of its order. */
import type { ChatOrder, MatchedFill } from '../../domain/chat';
import type { ExchangeDeps } from '../deps';
import type { Span } from './tracing';

interface Attempted {
  readonly order: ChatOrder;
  readonly fill: MatchedFill;
  readonly attempt: number;
}

export function startSpan({ tracing }: ExchangeDeps, { order, fill, attempt }: Attempted): Span {
  const attributes = {
    'tokenbook.order.id': order.orderId,
    'tokenbook.fill.id': fill.fillId,
    'tokenbook.seller.id': fill.sellerId,
    'tokenbook.attempt': attempt,
    'tokenbook.model': fill.modelId,
    'tokenbook.venue_class': fill.venueClass,
  };
  return tracing.start('attempt', order.traceparent, attributes, 'client');
}
