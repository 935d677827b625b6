/**
 * Reputation: a score from 0 to 100 of a seller's results (STANDING-7), and its tier as buyers see
 * it (STANDING-8).
 */
import { FAILURES_PER_OWNER, STANDING_WINDOW } from './standing';

export type VenueClass = 'prime' | 'standard' | 'basic' | 'unrated';

/** @param score the newest score; null when none was recorded yet */
export function venueClassOf(score: number | null): VenueClass {
  if (score === null) return 'unrated';
  if (score >= 90) return 'prime';
  return score >= 70 ? 'standard' : 'basic';
}

export const SCORED_DAYS = 30;

/** An answer is on time within this plus an allowance per token. */
const IN_TIME_MS = 5_000;
const IN_TIME_PER_TOKEN_MS = 30;

/** The counts behind the score. */
export interface ReputationTally {
  /** Requests sent to the seller, and answered ones. */
  readonly matched: number;
  readonly filled: number;
  /** Requests with a measured time, and those on time. */
  readonly observed: number;
  readonly inTime: number;
  /** Answers, and the complete and plausible ones. */
  readonly responses: number;
  readonly wellFormed: number;
}

export const EMPTY_TALLY: ReputationTally = {
  matched: 0,
  filled: 0,
  observed: 0,
  inTime: 0,
  responses: 0,
  wellFormed: 0,
};

export interface ReputationScore {
  readonly score: number;
  readonly fillRate: number;
  readonly latencyAdherence: number;
  readonly qualityRate: number;
}

/** The end of a request at one seller. */
export type DispatchEnd =
  | {
      readonly kind: 'answered';
      readonly durationMs: number;
      readonly usedTokens: number;
      /** Neither broken nor with implausible usage. */
      readonly isWellFormed: boolean;
    }
  | { readonly kind: 'timeout' | 'malformed' | 'failed' }
  /** A throttle, an invalid request, a disconnected buyer: the seller is not responsible. */
  | { readonly kind: 'excused' };

export function tallyOf(end: DispatchEnd): ReputationTally {
  switch (end.kind) {
    case 'answered': {
      const allowedMs = IN_TIME_MS + end.usedTokens * IN_TIME_PER_TOKEN_MS;
      return {
        matched: 1,
        filled: 1,
        observed: 1,
        inTime: end.durationMs <= allowedMs ? 1 : 0,
        responses: 1,
        wellFormed: end.isWellFormed ? 1 : 0,
      };
    }
    case 'timeout':
      return { ...EMPTY_TALLY, matched: 1, observed: 1 };
    case 'malformed':
      return { ...EMPTY_TALLY, matched: 1, responses: 1 };
    case 'failed':
      return { ...EMPTY_TALLY, matched: 1 };
    case 'excused':
      return EMPTY_TALLY;
  }
}

/** Whether it lowers a rate: a late or implausible answer, and every failure. */
export function isFlaw({
  matched,
  filled,
  observed,
  inTime,
  responses,
  wellFormed,
}: ReputationTally): boolean {
  return filled < matched || inTime < observed || wellFormed < responses;
}

/**
 * The newest counted ends, oldest first: for a flaw the owner whose request may have provoked it,
 * otherwise an empty string.
 */
export type CountedEnds = readonly string[];

/**
 * No single buyer determines a score or a standing: of any twenty consecutively counted ends, few
 * are flaws that one owner of buyers may have provoked.
 * @param provokedBy empty when no request can have provoked it
 * @returns the ends with this one; null when it is not counted
 */
export function countEnd(newest: CountedEnds, provokedBy: string): CountedEnds | null {
  const others = newest.slice(1 - STANDING_WINDOW);
  const provoked = others.filter((owner) => owner === provokedBy).length;
  if (provokedBy !== '' && provoked >= FAILURES_PER_OWNER) return null;
  return [...others, provokedBy];
}

export function addTallies(a: ReputationTally, b: ReputationTally): ReputationTally {
  return {
    matched: a.matched + b.matched,
    filled: a.filled + b.filled,
    observed: a.observed + b.observed,
    inTime: a.inTime + b.inTime,
    responses: a.responses + b.responses,
    wellFormed: a.wellFormed + b.wellFormed,
  };
}

/** The score of the counts, from the rates as displayed; null for a seller without requests. */
export function scoreOf(tally: ReputationTally): ReputationScore | null {
  if (tally.matched === 0) return null;
  const fillRate = rate(tally.filled, tally.matched);
  const latencyAdherence = rate(tally.inTime, tally.observed);
  const qualityRate = rate(tally.wellFormed, tally.responses);
  const score = 100 * (0.5 * fillRate + 0.3 * latencyAdherence + 0.2 * qualityRate);
  return { score: rounded(score, 2), fillRate, latencyAdherence, qualityRate };
}

/** A rate without observations is 0: a seller that never answered has shown no quality. */
function rate(part: number, whole: number): number {
  return whole === 0 ? 0 : rounded(part / whole, 4);
}

function rounded(value: number, decimals: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals;
}
