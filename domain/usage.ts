/** The charge of an answer, and the plausibility of the seller's report (MONEY-6, MONEY-7, MONEY-8). */
import type { ReportedUsage, UsageFlag } from './answers/reported-usage';
import type { TokenUsage } from './chat';

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
  readonly usageFlag: UsageFlag | null;
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
  const reported = delivery.kind === 'answered' ? delivery.usage : null;
  const isLow = reported !== null && isTooLow(reported, completionTokens);
  const report = isLow ? null : reported;
  const owed =
    delivery.kind === 'cut' && delivery.by !== 'buyer'
      ? completionTokens
      : (report ?? own).totalTokens;
  return {
    usedTokens: Math.min(owed, counted.reservedTokens),
    usage: report ? completed(report, own) : own,
    usageFlag: isLow ? 'too_low' : flagOf(report, own.totalTokens),
  };
}

function flagOf(report: ReportedUsage | null, countedTotalTokens: number): UsageFlag | null {
  return report && isImplausible(report, countedTotalTokens) ? 'implausible' : null;
}

/** Nothing, or less than half of the text that we counted: no report. */
function isTooLow(report: ReportedUsage, countedCompletionTokens: number): boolean {
  const generatedTokens = report.totalTokens - (report.promptTokens ?? 0);
  return report.totalTokens === 0 || 2 * generatedTokens < countedCompletionTokens;
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
