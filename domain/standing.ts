/**
 * The standing of a seller (STANDING-1): what the outcomes of its dispatches make
 * of it. A ban, and a suspension without an end, are the operator's and only he ends them (STANDING-2).
 */

export const STANDINGS = ['Active', 'Probation', 'Suspended', 'Banned'] as const;
export type Standing = (typeof STANDINGS)[number];

/** How many of the newest dispatches count. */
export const STANDING_WINDOW = 20;
const PROBATION_FAILURES = 5;
const SUSPENSION_FAILURES = 10;

/** How many of these may be failures that one buyer, or buyers of one owner, may have provoked. */
export const FAILURES_PER_OWNER = 2;

/** A dispatch: one request at one seller, however often it was tried there, or a probe of ours that failed. */
export interface DispatchOutcome {
  /** The fill, or the probe. */
  readonly fillId: string;
  readonly isFailure: boolean;
  /** Whose request may have provoked the failure; null when nobody's can have. */
  readonly provokedBy?: string | null;
}

export interface StandingFacts {
  readonly standing: Standing;
  /** When the rule's own suspension ends; null when there is none. */
  readonly suspendedUntilMs: number | null;
  /** Those that the seller answers for, newest first. */
  readonly outcomes: readonly DispatchOutcome[];
}

export interface StandingStep {
  readonly standing: Standing;
  readonly reason: string;
  /** Fills whose dispatches failed. */
  readonly causes: readonly string[];
}

/**
 * The change that is due, null when there is none. From Probation a seller comes back when a whole
 * window of dispatches speaks for it.
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

/** No buyer decides over a seller: of the failures that one may have provoked the newest ones count. */
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
  return dispatches < STANDING_WINDOW ? standing : 'Active';
}

/** Whether a seller of this standing may offer capacity. */
export function mayOffer(standing: Standing): boolean {
  return standing === 'Active' || standing === 'Probation';
}

/** What the operator decides. */
export interface StandingOverride {
  readonly standing: Standing;
  readonly reason: string;
  readonly requestId: string;
}

/** How a seller stands, as its workflow follows it. */
export interface SellerStanding {
  readonly sellerId: string;
  readonly standing: Standing;
  /** How long the rule's suspension goes on, by the clock that decides; null when there is none. */
  readonly suspendedMs: number | null;
}
