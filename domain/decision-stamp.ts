/**
 * The identity of a decision of an operator or a seller's owner. A decision is done once, whatever
 * is repeated: a reset of a workflow delivers all of its earlier decisions again.
 */
import { isCount, isOptional, isText } from './shapes';

export interface DecisionStamp {
  readonly decisionId: string;
  /** By MongoDB's clock, which all processes share. */
  readonly decidedAtMs: number;
}

/** Absent in decisions of earlier releases. */
export const STAMP_CHECKS = {
  decisionId: isOptional(isText),
  decidedAtMs: isOptional(isCount),
} as const;

/** The stamp of a decision; null for one of an earlier release. */
export function stampOf({ decisionId, decidedAtMs }: Partial<DecisionStamp>): DecisionStamp | null {
  if (decisionId === undefined || decidedAtMs === undefined) return null;
  return { decisionId, decidedAtMs };
}

/**
 * @param last the newest decision that the record has
 * @returns whether the record has this decision or a later one already; one of an earlier release is
 *   older than every stamped one
 */
export function isDone(
  decision: Partial<DecisionStamp>,
  last: DecisionStamp | null | undefined,
): boolean {
  if (!last) return false;
  const stamp = stampOf(decision);
  if (!stamp) return true;
  return stamp.decisionId === last.decisionId || stamp.decidedAtMs < last.decidedAtMs;
}
