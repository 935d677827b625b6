/** Gives a decision of an operator or a seller's owner its identity. */
import type { DecisionStamp } from '../../domain/decision-stamp';
import { newId } from '../../domain/new-id';
import type { Records } from '../../records/connect';

export async function stampDecision({ ledger }: Pick<Records, 'ledger'>): Promise<DecisionStamp> {
  const now = await ledger.capacity.now();
  return { decisionId: newId(), decidedAtMs: now.getTime() };
}
