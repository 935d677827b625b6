/**
 * The refusal of a bid below every ask that is large enough. People read one unit, per million tokens;
 * the parentheses are for programs: the parameter, in its own unit, that would have been served.
 */
import type { Refusal } from '../../domain/chat';
import { formatPrice } from '../../domain/money';

export function aboveLimit(
  what: 'request' | 'ticket',
  bestScale8: bigint,
  limitScale8: bigint,
): Refusal {
  const [best, limit] = [bestScale8, limitScale8].map((price) => formatPrice(price, 'perMillion'));
  const served = formatPrice(bestScale8, 'perThousand');
  return {
    code: 'no_fill_at_limit',
    message:
      `The best ask is ${best} USD per million tokens, the ceiling of this ${what} ${limit}. ` +
      `It would be served at ${best} (max_price ${served}).`,
    numbers: { best_ask: served, max_price: formatPrice(limitScale8, 'perThousand') },
  };
}
