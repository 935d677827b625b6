/** The purchase of a ticket: one ask provides the whole quantity, or the purchase is refused. */
import {
  ApplicationFailure,
  proxyLocalActivities,
  setCurrentDetails,
  uuid4,
  workflowInfo,
} from '@temporalio/workflow';
import type { TicketActivities } from '../activities/tickets';
import type { ContractOrder } from '../domain/contract-orders';
import { uuidV7At } from '../domain/ids';
import { quickRetry } from './attempts';
import { refusalOf } from '../domain/chat-course';
import { refused } from './failures';
import { endedAs, noteFound } from './found-by';
import { link } from './links';

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
  const { orderId, accountId, contractId } = order;
  const touched = { order: orderId, buyer: accountId, contract: contractId };
  if (outcome.kind === 'refused') {
    setCurrentDetails(`Refused: ${outcome.refusal.code}. ${outcome.refusal.message}`);
    noteFound(touched, ...endedAs(outcome.refusal.code));
    throw refused(outcome.refusal);
  }
  const { sellerId, lotId } = outcome;
  setCurrentDetails(`Filled by seller ${link(sellerId)}; lot ${link(lotId)}`);
  noteFound({ ...touched, seller: sellerId, lot: lotId }, ...endedAs('filled'));
  return { lotId };
}
