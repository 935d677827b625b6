/** The span of a step that reserves a fill: a match, or a draw on a lot. */
import type { ChatOrder, MatchOutcome } from '../../domain/chat';
import type { ExchangeDeps } from '../deps';
import { type Ending, type Span, inSpan } from './tracing';

export function inReservationSpan(
  { tracing }: Pick<ExchangeDeps, 'tracing'>,
  step: 'match' | 'draw',
  order: ChatOrder,
  run: (span: Span) => Promise<MatchOutcome>,
): Promise<MatchOutcome> {
  const span = tracing.start(step, order.traceparent, {
    'tokenbook.order.id': order.orderId,
    'tokenbook.model': order.modelId,
  });
  return inSpan(
    span,
    () => run(span),
    (outcome) => endingOf(span, outcome),
  );
}

function endingOf(span: Span, outcome: MatchOutcome): Ending {
  if (outcome.kind === 'refused') return { outcome: outcome.refusal.code };
  const { fillId, sellerId, venueClass } = outcome.fill;
  span.set({
    'tokenbook.fill.id': fillId,
    'tokenbook.seller.id': sellerId,
    'tokenbook.venue_class': venueClass,
  });
  return { outcome: outcome.kind };
}
