/**
 * Usage and charge: what a seller reports, whether it can be believed, and how many tokens the
 * buyer pays for (MONEY-6, MONEY-7, MONEY-8).
 */
import type { TokenUsage } from './chat';

/** A seller's report, checked. The total is what is charged, and never below the sum of the parts. */
export interface ReportedUsage {
  /** Null where the seller reports the total without it. */
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  readonly totalTokens: number;
  readonly reasoningTokens: number;
}

/**
 * Reads the `usage` object of an answer. Counts must be whole, safe and not negative. The total
 * rules: it may count what its parts do not, such as thinking that the seller does not show.
 * Without one, or with one below its parts, their sum does. Anything else counts as no report.
 */
export function readUsage(value: unknown): ReportedUsage | null {
  if (typeof value !== 'object' || value === null) return null;
  const report = value as Record<string, unknown>;
  const promptTokens = partOf(report['prompt_tokens']);
  const completionTokens = partOf(report['completion_tokens']);
  if (promptTokens === undefined || completionTokens === undefined) return null;
  const total = countOf(report['total_tokens']);
  if (total === null && (promptTokens === null || completionTokens === null)) return null;
  const sum = (promptTokens ?? 0) + (completionTokens ?? 0);
  if (!Number.isSafeInteger(sum)) return null;
  const details = report['completion_tokens_details'];
  const reasoningTokens =
    typeof details === 'object' && details !== null
      ? (countOf((details as Record<string, unknown>)['reasoning_tokens']) ?? 0)
      : 0;
  return {
    promptTokens,
    completionTokens,
    totalTokens: Math.max(total ?? 0, sum),
    reasoningTokens,
  };
}

/** A seller's `usage` as the buyer may read it: its details kept, its total as it is charged. */
export function shownUsage(value: unknown): object | null {
  const report = readUsage(value);
  return report && { ...(value as object), total_tokens: report.totalTokens };
}

/** Null when it is not reported; undefined when it is no count. */
function partOf(value: unknown): number | null | undefined {
  return value === undefined || value === null ? null : (countOf(value) ?? undefined);
}

function countOf(value: unknown): number | null {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : null;
}

/** Who broke a stream off: `exchange` when we could no longer pass it on. */
export type CutBy = 'seller' | 'buyer' | 'exchange';

/** What came of a dispatch after its first byte, as far as the charge needs to know. */
export type Delivery =
  | {
      readonly kind: 'answered';
      readonly usage: ReportedUsage | null;
      /** Our own count of what was delivered. */
      readonly completionTokens: number;
    }
  | {
      readonly kind: 'cut';
      readonly by: CutBy;
      readonly deliveredCompletionTokens: number;
    };

export interface Charge {
  /** What the buyer pays for; never above the reserved quantity. */
  readonly usedTokens: number;
  /** As reported by the seller, else as counted by us. */
  readonly usage: TokenUsage;
  readonly usageFlag: 'implausible' | null;
}

/**
 * The charge of a delivery. Answered: the reported total, else our count. Cut by the
 * buyer: prompt and delivered tokens. Cut otherwise: the completion tokens delivered, not the prompt.
 */
export function chargeOf(
  delivery: Delivery,
  counted: { readonly promptTokens: number; readonly reservedTokens: number },
): Charge {
  const completionTokens =
    delivery.kind === 'answered' ? delivery.completionTokens : delivery.deliveredCompletionTokens;
  const own: TokenUsage = {
    promptTokens: counted.promptTokens,
    completionTokens,
    totalTokens: counted.promptTokens + completionTokens,
  };
  const report = delivery.kind === 'answered' ? delivery.usage : null;
  const owed =
    delivery.kind === 'cut' && delivery.by !== 'buyer'
      ? completionTokens
      : (report ?? own).totalTokens;
  return {
    usedTokens: Math.min(owed, counted.reservedTokens),
    usage: report ? completed(report, own) : own,
    usageFlag: report && isImplausible(report, own.totalTokens) ? 'implausible' : null,
  };
}

/** A part that the seller did not report is what the other leaves of the total, the prompt as we count it. */
function completed(report: ReportedUsage, own: TokenUsage): TokenUsage {
  const { totalTokens } = report;
  const promptTokens =
    report.promptTokens ?? Math.min(own.promptTokens, totalTokens - (report.completionTokens ?? 0));
  const completionTokens = report.completionTokens ?? totalTokens - promptTokens;
  return { promptTokens, completionTokens, totalTokens };
}

/**
 * Over twice our own count, the reasoning aside, which we cannot see. Reasoning is a part of what
 * was generated: a seller cannot explain the tokens of the prompt with it.
 */
export function isImplausible(report: ReportedUsage, countedTotalTokens: number): boolean {
  const generatedTokens = report.totalTokens - (report.promptTokens ?? 0);
  const reasoningTokens = Math.min(report.reasoningTokens, generatedTokens);
  return report.totalTokens - reasoningTokens > 2 * countedTotalTokens;
}
