/**
 * What a seller is taken to lack because it has refused it while another one served it (MATCH-19). A
 * refusal does not say which need was its reason: so it speaks for requests that need at least as much.
 */
import type { Needs } from './needs';

/** A request that a seller refused and another one of another owner served. */
export interface RefusedNeeds {
  readonly orderId: string;
  readonly modelId: string;
  /** The participant that asked: an account, or its owner with all accounts. */
  readonly participant: string;
  /** Names, as `lackOf` has them. */
  readonly needs: readonly string[];
  readonly contextTokens: number;
  readonly at: Date;
}

/** When a seller last served a need: its name, or as `context_window` a length. */
export interface ServedNeed {
  readonly modelId: string;
  readonly need: string;
  /** Of a length: at least this many tokens. */
  readonly tokens: number;
  readonly at: Date;
}

/** Of one seller. */
export interface LimitHistory {
  readonly refused: readonly RefusedNeeds[] | null | undefined;
  readonly served: readonly ServedNeed[] | null | undefined;
}

export interface WantedNeeds extends Pick<RefusedNeeds, 'modelId' | 'needs' | 'contextTokens'> {
  /** All of its own refusals count; null for nobody. */
  readonly participant: string | null;
}

export interface LearnedLimit {
  readonly modelId: string;
  /** Names of needs; `context_window` where the refused requests needed nothing else. */
  readonly lacks: readonly string[];
  /** Requests of at least this many tokens. */
  readonly contextTokens: number;
  readonly until: Date;
}

const REFUSALS = 3;
/** Of one participant, as for failures: nobody else is kept from a seller by one alone. */
const REFUSALS_PER_PARTICIPANT = 2;
const LEARNED_FOR_MS = 3_600_000;
/** Lengths that differ by less are alike. */
const LENGTH_STEP = 1.1;
export const LENGTH = 'context_window';
/** What is older says nothing. */
export const REFUSALS_KEPT_MS = 2 * LEARNED_FOR_MS;

export function needNames({ features, inputModalities, outputModalities }: Needs): string[] {
  const inputs = inputModalities.map((name) => `${name}_input`);
  const outputs = outputModalities.map((name) => `${name}_output`);
  return [...features, ...inputs, ...outputs].sort();
}

/** As it is compared with other lengths. */
export function servedLength({ contextTokens }: Pick<Needs, 'contextTokens'>): number {
  return Math.floor(LENGTH_STEP ** Math.floor(Math.log(contextTokens) / Math.log(LENGTH_STEP)));
}

/** Null when the seller may serve it. */
export function learnedLimit(
  { refused, served }: LimitHistory,
  wanted: WantedNeeds,
  now: Date,
): LearnedLimit | null {
  const counted = (refused ?? [])
    .filter((one) => isCovered(one, wanted) && !hasServed(served ?? [], one))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
  for (const last of counted.toReversed()) {
    const lastMs = last.at.getTime();
    if (lastMs <= now.getTime() - LEARNED_FOR_MS) return null;
    const window = counted.filter(({ at }) => {
      return at.getTime() > lastMs - LEARNED_FOR_MS && at.getTime() <= lastMs;
    });
    if (countOf(window, wanted.participant) < REFUSALS) continue;
    const needs = [...new Set(window.flatMap((one) => one.needs))].sort();
    return {
      modelId: wanted.modelId,
      lacks: needs.length > 0 ? needs : [LENGTH],
      contextTokens: Math.max(...window.map(({ contextTokens }) => contextTokens)),
      until: new Date(lastMs + LEARNED_FOR_MS),
    };
  }
  return null;
}

/** Those that count for everybody, each once. */
export function learnedLimits(history: LimitHistory, now: Date): LearnedLimit[] {
  const limits = new Map<string, LearnedLimit>();
  for (const one of history.refused ?? []) {
    const limit = learnedLimit(history, { ...one, participant: null }, now);
    if (!limit) continue;
    const name = `${limit.modelId} ${limit.lacks.join()}`;
    const known = limits.get(name);
    if (!known || limit.contextTokens < known.contextTokens) limits.set(name, limit);
  }
  return [...limits.values()];
}

/** Whether the request needs at least what was refused. */
function isCovered(refused: RefusedNeeds, wanted: WantedNeeds): boolean {
  return (
    refused.modelId === wanted.modelId &&
    refused.contextTokens <= wanted.contextTokens &&
    refused.needs.every((need) => wanted.needs.includes(need))
  );
}

/** Whether the seller has served each of its needs since an hour before: it was refused for something else. */
function hasServed(served: readonly ServedNeed[], refused: RefusedNeeds): boolean {
  const sinceMs = refused.at.getTime() - LEARNED_FOR_MS;
  const young = served.filter(
    ({ modelId, at }) => modelId === refused.modelId && at.getTime() >= sinceMs,
  );
  return (
    refused.needs.every((name) => young.some(({ need }) => need === name)) &&
    young.some(({ need, tokens }) => need === LENGTH && tokens >= servedLength(refused))
  );
}

function countOf(refused: readonly RefusedNeeds[], own: string | null): number {
  const counts = new Map<string, number>();
  for (const { participant } of refused) {
    const count = (counts.get(participant) ?? 0) + 1;
    const most = participant === own ? count : Math.min(count, REFUSALS_PER_PARTICIPANT);
    counts.set(participant, most);
  }
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
