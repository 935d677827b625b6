/**
 * Refusals of contract orders and purchases of tickets. One is recorded by the step that answers it,
 * and every later run of the order's workflow ends with it.
 */
import type { Refusal } from '../../domain/chat';
import type { ContractOrder } from '../../domain/contract-orders';
import { ruleOf } from '../../domain/errors';
import { contractOrderWorkflowId } from '../../domain/workflow-names';
import type { ContractOrderDocument } from '../../records/documents/contract-order';
import { newContractOrderOf } from '../../records/ledger/new-contract-order';
import { writableLedger } from '../../records/mongodb/writable';
import { recordOfRefusal, recordedRefusal } from '../chat/recorded-refusal';
import type { CapacityDeps } from '../contracts/fill-recorder';

/** @returns the recorded refusal; null when the order was opened or bought meanwhile */
export async function recordRefusal(
  { records, settings }: Pick<CapacityDeps, 'records' | 'settings'>,
  order: ContractOrder,
  refusal: Refusal,
): Promise<Refusal | null> {
  const workflowId = contractOrderWorkflowId(settings.TOKENBOOK_DEPLOYMENT, order.orderId);
  const recorded = await writableLedger(records.ledger).capacity.refuse({
    order: newContractOrderOf(order, workflowId),
    refusal: recordOfRefusal(refusal),
  });
  return refusalOf(recorded);
}

/** Null for an order that was not refused. */
export function refusalOf({ refusal }: Pick<ContractOrderDocument, 'refusal'>): Refusal | null {
  return refusal ? recordedRefusal(refusal) : null;
}

/** Whether its client waits no longer: nobody would receive what it buys. */
export function isTooLate({ waitedUntilMs }: ContractOrder, now: Date): boolean {
  return waitedUntilMs !== undefined && now.getTime() > waitedUntilMs;
}

/** Not recorded: a repetition of the request runs the order again. */
export const TOO_LATE: Refusal = {
  code: 'service_unavailable',
  message: ruleOf('service_unavailable').message,
};
