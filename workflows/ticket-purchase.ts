/** The purchase of a ticket: one ask provides the whole quantity, or the purchase is refused. */
import {
  ApplicationFailure,
  proxyLocalActivities,
  setCurrentDetails,
  upsertSearchAttributes,
  uuid4,
  workflowInfo,
} from '@temporalio/workflow';
import type { TicketActivities } from '../activities/tickets';
import type { ContractOrder } from '../domain/contract-orders';
import { uuidV7At } from '../domain/ids';
import { quickRetry } from './attempts';
import { refusalOf, refused } from './failures';
import { OUTCOME, SELLER_ID } from './search-attributes';

const { buyTicket } = proxyLocalActivities<TicketActivities>({
  startToCloseTimeout: '10s',
  scheduleToCloseTimeout: '30s',
  retry: quickRetry,
  summary: 'Buy the ticket of one ask, or refuse',
});

export async function ticketPurchase(order: ContractOrder): Promise<{ lotId: string }> {
  setCurrentDetails(`Buying ${order.quantityTokens} tokens of ${order.modelId}`);
  const seed = uuidV7At(workflowInfo().startTime.getTime(), uuid4());
  const outcome = await buyTicket(order, seed).catch((err: unknown) => {
    if (err instanceof ApplicationFailure) throw err;
    throw refused(refusalOf('service_unavailable'));
  });
  if (outcome.kind === 'refused') {
    setCurrentDetails(`Refused: ${outcome.refusal.code}`);
    upsertSearchAttributes([{ key: OUTCOME, value: outcome.refusal.code }]);
    throw refused(outcome.refusal);
  }
  const { sellerId, lotId } = outcome;
  setCurrentDetails(`Filled by seller ${sellerId}; lot ${lotId}`);
  upsertSearchAttributes([
    { key: SELLER_ID, value: sellerId },
    { key: OUTCOME, value: 'filled' },
  ]);
  return { lotId };
}
