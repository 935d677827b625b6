/** What an open order waits for, in one sentence from its records; null once it has ended. */
import { formatPrice } from '../domain/money';
import type { ContractOrderDocument } from '../records/documents/contract-order';
import type { FillDocument } from '../records/documents/fill';
import type { OrderDocument } from '../records/documents/order';

/** @param fills oldest first */
export function chatWaitsFor(
  { status, bid, createdAt }: Pick<OrderDocument, 'status' | 'bid' | 'createdAt'>,
  fills: readonly FillDocument[],
): string | null {
  if (status !== 'open') return null;
  const lastAskAt = bid && new Date(createdAt.getTime() + bid.limits.deadlineMs);
  const untilWhen = lastAskAt ? `; no other seller is asked after ${lastAskAt.toISOString()}` : '';
  const fill = fills.findLast((one) => one.status === 'reserved');
  if (!fill) return fills.length === 0 ? 'a match' : `the next seller${untilWhen}`;
  const attempt = fill.attempts.at(-1);
  if (!attempt || attempt.endedAt) {
    return `attempt ${(attempt?.number ?? 0) + 1} at seller ${fill.sellerId}${untilWhen}`;
  }
  const since = attempt.startedAt.toISOString();
  return `the answer of seller ${fill.sellerId} to attempt ${attempt.number}, since ${since}${untilWhen}`;
}

export function capacityWaitsFor({
  openTokens,
  quantityTokens,
  limitPriceScale8,
  expiresAt,
}: ContractOrderDocument): string | null {
  if (openTokens === 0) return null;
  const price = formatPrice(limitPriceScale8, 'perMillion');
  const until = expiresAt === null ? 'until it is cancelled' : `until ${expiresAt.toISOString()}`;
  return `sellers of ${openTokens} of its ${quantityTokens} tokens, at ${price} USD per million or less, ${until}`;
}
