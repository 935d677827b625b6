/**
 * Usage and charge: what a seller reports, whether it can be believed, and how many tokens the
 * buyer pays for (decisions section 3 rule 3 and section 6 "Dispatch and failing over").
 */
import type { TokenUsage } from './chat';

/** A seller's report, checked. `totalTokens` is prompt + completion, or with the reasoning added. */
export interface ReportedUsage extends TokenUsage {
  readonly reasoningTokens: number;
}

/**
 * Reads the `usage` object of an answer. Counts must be whole, safe and not negative. A total that
 * is not the sum of its parts is repaired to the sum, unless the difference is exactly the
 * reasoning that some sellers report beside the completion. Anything else counts as no report.
 */
export function readUsage(value: unknown): ReportedUsage | null {
  if (typeof value !== 'object' || value === null) return null;
  const report = value as Record<string, unknown>;
  const promptTokens = countOf(report['prompt_tokens']);
  const completionTokens = countOf(report['completion_tokens']);
  if (promptTokens === null || completionTokens === null) return null;
  const sum = promptTokens + completionTokens;
  if (!Number.isSafeInteger(sum)) return null;
  const details = report['completion_tokens_details'];
  const reasoningTokens =
    typeof details === 'object' && details !== null
      ? (countOf((details as Record<string, unknown>)['reasoning_tokens']) ?? 0)
      : 0;
  const withReasoning = sum + reasoningTokens;
  const totalTokens = report['total_tokens'] === withReasoning ? withReasoning : sum;
  return { promptTokens, completionTokens, totalTokens, reasoningTokens };
}

/** A seller's `usage` as the buyer may read it: its details kept, its total as it is charged. */
export function shownUsage(value: unknown): object | null {
  const report = readUsage(value);
  return report && { ...(value as object), total_tokens: report.totalTokens };
}

function countOf(value: unknown): number | null {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : null;
}

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
      readonly by: 'seller' | 'buyer';
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
 * The charge of a delivery. Answered: the reported total, else our count. Cut by the seller: the
 * completion tokens delivered, not the prompt. Cut by the buyer: prompt and delivered tokens.
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
    delivery.kind === 'cut' && delivery.by === 'seller'
      ? completionTokens
      : (report ?? own).totalTokens;
  return {
    usedTokens: Math.min(owed, counted.reservedTokens),
    usage: report
      ? {
          promptTokens: report.promptTokens,
          completionTokens: report.completionTokens,
          totalTokens: report.totalTokens,
        }
      : own,
    usageFlag: report && isImplausible(report, own.totalTokens) ? 'implausible' : null,
  };
}

/** Over twice our own count, with no reasoning (which we cannot see) to explain it. */
export function isImplausible(report: ReportedUsage, countedTotalTokens: number): boolean {
  return report.reasoningTokens === 0 && report.totalTokens > 2 * countedTotalTokens;
}
