/**
 * Reserves from the sellers that a bid prefers, one after the other, and then from the first of all that
 * may serve it. A preferred one serves at the ceiling of the bid, whatever others ask.
 */
import type { ReserveRequest } from '../../engine/book';
import type { AffordableReservation } from './affordable-reservation';

/** Then the next seller is asked. */
const PASSED_OVER: readonly AffordableReservation['status'][] = [
  'no_match',
  'above_limit',
  'insufficient_balance',
];

export async function reservePreferred(
  request: ReserveRequest,
  preferredSellerIds: readonly string[],
  reserve: (request: ReserveRequest) => Promise<AffordableReservation>,
): Promise<AffordableReservation> {
  for (const sellerId of preferredSellerIds) {
    if (request.sellerId !== null || request.excludedSellerIds.includes(sellerId)) continue;
    const answer = await reserve({ ...request, sellerId });
    if (!PASSED_OVER.includes(answer.status)) return answer;
  }
  return reserve(request);
}
