/**
 * The standing of a seller (STANDING-1), derived from the outcomes of its dispatches. Bans and
 * indefinite suspensions belong to the operator, and only the operator ends them (STANDING-2).
 */
import { type DecisionStamp, STAMP_CHECKS } from './decision-stamp';
import { type Check, isOneOf, isShape, isText } from './shapes';

export const STANDINGS = ['Active', 'Probation', 'Suspended', 'Banned'] as const;
export type Standing = (typeof STANDINGS)[number];

/** The number of newest dispatches that count. */
export const STANDING_WINDOW = 20;
const PROBATION_FAILURES = 5;
const SUSPENSION_FAILURES = 10;

/**
 * The maximum number of counted failures that one buyer, or buyers of one owner, may have provoked.
 */
export const FAILURES_PER_OWNER = 2;
/**
 * With as many a seller leaves Probation: fewer than those that lead to it, or one whose failures
 * vary around that number would change with every few dispatches; and no fewer than one owner of
 * buyers may have provoked, or that one could keep it there.
 */
const RECOVERED_FAILURES = FAILURES_PER_OWNER;

/** A dispatch: one request at one seller, including its retries, or a failed probe. */
export interface DispatchOutcome {
  /** The fill, or the probe. */
  readonly fillId: string;
  readonly isFailure: boolean;
  /** The participant whose request may have provoked the failure; null when none can have. */
  readonly provokedBy?: string | null;
}

export interface StandingFacts {
  readonly standing: Standing;
  /** When the rule's own suspension ends; null when there is none. */
  readonly suspendedUntilMs: number | null;
  /** Those that the seller is responsible for, newest first. */
  readonly outcomes: readonly DispatchOutcome[];
}

export interface StandingStep {
  readonly standing: Standing;
  readonly reason: string;
  /** Fills with failed dispatches. */
  readonly causes: readonly string[];
}

/**
 * The due change; null when there is none. A seller leaves Probation after a whole window of
 * dispatches with few failures.
 */
export function nextStanding(facts: StandingFacts, nowMs: number): StandingStep | null {
  const { standing, suspendedUntilMs, outcomes } = facts;
  if (standing === 'Banned') return null;
  if (standing === 'Suspended') {
    const isOver = suspendedUntilMs !== null && suspendedUntilMs <= nowMs;
    return isOver ? { standing: 'Probation', reason: 'The suspension is over.', causes: [] } : null;
  }
  const window = countedOf(outcomes).slice(0, STANDING_WINDOW);
  const causes = window.filter(({ isFailure }) => isFailure).map(({ fillId }) => fillId);
  const due = standingOf(standing, causes.length, window.length);
  if (due === standing) return null;
  const reason = `${causes.length} of the last ${window.length} dispatches failed.`;
  return { standing: due, reason, causes };
}

/**
 * No single buyer determines a standing: of the failures that one may have provoked only the newest
 * count.
 */
function countedOf(outcomes: readonly DispatchOutcome[]): DispatchOutcome[] {
  const provoked = new Map<string, number>();
  return outcomes.filter(({ isFailure, provokedBy }) => {
    if (!isFailure || !provokedBy) return true;
    const count = (provoked.get(provokedBy) ?? 0) + 1;
    provoked.set(provokedBy, count);
    return count <= FAILURES_PER_OWNER;
  });
}

function standingOf(standing: Standing, failures: number, dispatches: number): Standing {
  if (failures >= SUSPENSION_FAILURES) return 'Suspended';
  if (failures >= PROBATION_FAILURES) return 'Probation';
  const isRecovered = dispatches === STANDING_WINDOW && failures <= RECOVERED_FAILURES;
  return isRecovered ? 'Active' : standing;
}

/** Whether a seller of this standing may offer capacity. */
export function mayOffer(standing: Standing): boolean {
  return standing === 'Active' || standing === 'Probation';
}

/** The operator's decision. */
export interface StandingOverride extends Partial<DecisionStamp> {
  readonly standing: Standing;
  readonly reason: string;
  readonly requestId: string;
}

/** The same, by the name of the decision. */
export type StandingDecision = Omit<StandingOverride, 'standing'>;

const DECISION_CHECKS = { reason: isText, requestId: isText, ...STAMP_CHECKS } as const;

export const isStandingDecision: Check = isShape(DECISION_CHECKS);
export const isStandingOverride: Check = isShape({
  standing: isOneOf(STANDINGS),
  ...DECISION_CHECKS,
});

/** A seller's standing, as its workflow follows it. */
export interface SellerStanding {
  readonly sellerId: string;
  readonly standing: Standing;
  /** The remaining time of the rule's suspension, by MongoDB's clock; null when there is none. */
  readonly suspendedMs: number | null;
}
