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

export interface Counted {
  /** Our count of the prompt. */
  readonly promptTokens: number;
  /** The most that an honest seller reports for it. */
  readonly plausiblePromptTokens: number;
  readonly reservedTokens: number;
}

/**
 * The charge of a delivery. Answered: the reported total, otherwise our count. Broken by the buyer:
 * prompt and delivered tokens. Broken otherwise: the delivered completion tokens, without the
 * prompt.
 */
export function chargeOf(delivery: Delivery, counted: Counted): Charge {
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
    usageFlag: isLow
      ? 'too_low'
      : flagOf(report, counted.plausiblePromptTokens + 2 * completionTokens),
  };
}

function flagOf(report: ReportedUsage | null, plausibleTokens: number): UsageFlag | null {
  return report && isImplausible(report, plausibleTokens) ? 'implausible' : null;
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
 * More than an honest report has: twice our count of texts and three times that of media. Reasoning
 * is excluded, because it is invisible to us; it is part of the generated tokens, so it cannot
 * explain prompt tokens.
 */
function isImplausible(report: ReportedUsage, plausibleTokens: number): boolean {
  const generatedTokens = report.totalTokens - (report.promptTokens ?? 0);
  const reasoningTokens = Math.min(report.reasoningTokens, generatedTokens);
  return report.totalTokens - reasoningTokens > plausibleTokens;
}
