/**
 * Usage and charge: the seller's report, its plausibility, and the charged tokens (MONEY-6,
 * MONEY-7, MONEY-8).
 */
import type { TokenUsage } from './chat';

/** A validated report. The total is charged, and never below the sum of the parts. */
export interface ReportedUsage {
  /** Null when the seller reports the total only. */
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  readonly totalTokens: number;
  readonly reasoningTokens: number;
}

/**
 * Reads the `usage` object of an answer. Counts must be whole, safe and not negative. The total
 * takes precedence: it may include tokens outside its parts, such as hidden reasoning. Without a
 * total, or with one below its parts, their sum is used. Anything else counts as no report.
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

/** A seller's `usage` for the buyer: its details are retained, its total is the charged one. */
export function shownUsage(value: unknown): object | null {
  const report = readUsage(value);
  return report && { ...(value as object), total_tokens: report.totalTokens };
}

/** Null when it is not reported; undefined when it is invalid. */
function partOf(value: unknown): number | null | undefined {
  return value === undefined || value === null ? null : (countOf(value) ?? undefined);
}

function countOf(value: unknown): number | null {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : null;
}

/** Who broke a stream: `exchange` when it could no longer be relayed. */
export type CutBy = 'seller' | 'buyer' | 'exchange';

/** The inputs of a charge, after the first byte. */
export type Delivery =
  | {
      readonly kind: 'answered';
      readonly usage: ReportedUsage | null;
      /** The exchange's count of the delivered tokens. */
      readonly completionTokens: number;
    }
  | {
      readonly kind: 'cut';
      readonly by: CutBy;
      readonly deliveredCompletionTokens: number;
    };

export interface Charge {
  /** The tokens that the buyer pays for; never above the reserved quantity. */
  readonly usedTokens: number;
  /** As reported by the seller, otherwise as counted by the exchange. */
  readonly usage: TokenUsage;
  readonly usageFlag: 'implausible' | null;
}

/**
 * The charge of a delivery. Answered: the reported total, otherwise our count. Broken by the buyer:
 * prompt and delivered tokens. Broken otherwise: the delivered completion tokens, without the
 * prompt.
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

/**
 * Derives an unreported part from the total and the other part, with our own count of the prompt.
 */
function completed(report: ReportedUsage, own: TokenUsage): TokenUsage {
  const { totalTokens } = report;
  const promptTokens =
    report.promptTokens ?? Math.min(own.promptTokens, totalTokens - (report.completionTokens ?? 0));
  const completionTokens = report.completionTokens ?? totalTokens - promptTokens;
  return { promptTokens, completionTokens, totalTokens };
}

/**
 * More than twice our own count, excluding reasoning, which is invisible to us. Reasoning is part
 * of the generated tokens: it cannot explain prompt tokens.
 */
export function isImplausible(report: ReportedUsage, countedTotalTokens: number): boolean {
  const generatedTokens = report.totalTokens - (report.promptTokens ?? 0);
  const reasoningTokens = Math.min(report.reasoningTokens, generatedTokens);
  return report.totalTokens - reasoningTokens > 2 * countedTotalTokens;
}
