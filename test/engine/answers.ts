/** Answers of the two books, brought into the form in which they have to be equal. */
import type { BookBid } from '../../engine/layouts';

/** How an order stands is told alike, whether somebody has closed it already or its time alone has. */
export function comparable(answer: object, nowMs: number): object {
  if (!('order' in answer)) return answer;
  const { order, ...rest } = answer as { order: BookBid; status: string };
  if (rest.status !== 'accepted') return rest;
  const { orderId, priceScale8, sequence, remainingTokens, state, fillCount, expiresAtMs } = order;
  const isOver = state === 'open' && expiresAtMs !== null && expiresAtMs <= nowMs;
  const terms = { orderId, priceScale8, sequence, remainingTokens, fillCount };
  return { ...rest, order: { ...terms, state: isOver ? 'expired' : state } };
}

/** As text, whatever the order of the fields. */
export function textOf(answer: unknown): string {
  return JSON.stringify(answer, (_, value: unknown) => {
    if (typeof value === 'bigint') return `${value}`;
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
