/**
 * What a seller reports as used: at the top level, in a choice (Kimi) or in `x_groq`; numbers, or
 * digits in strings (MONEY-6).
 */
import { isObject, type JsonObject, objectsIn } from '../json-object';

/** A validated report. The total is charged, and never below the sum of the parts. */
export interface ReportedUsage {
  /** Null when the seller reports the total only. */
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  readonly totalTokens: number;
  /** Tokens that nobody sees: those reported as such, and what the total has beyond its parts. */
  readonly reasoningTokens: number;
}

/** `implausible`: far above our count. `too_low`: far below it, so that our count is charged. */
export const USAGE_FLAGS = ['implausible', 'too_low'] as const;
export type UsageFlag = (typeof USAGE_FLAGS)[number];

export interface Usage {
  readonly report: ReportedUsage;
  /** For the buyer: the seller's details are retained, its total is the charged one. */
  readonly shown: JsonObject;
}

/** The complete report in a chunk or in a whole answer. */
export function usageIn(answer: JsonObject): Usage | null {
  if (!hasUsage(answer)) return null;
  for (const value of placesOf(answer)) {
    const report = readUsage(value);
    if (report) return { report, shown: { ...value, total_tokens: report.totalTokens } };
  }
  return null;
}

/** Without any report: the buyer gets one usage, at the end. Null members stay. */
export function withoutUsage(answer: JsonObject): JsonObject {
  if (!hasUsage(answer)) return answer;
  const { usage, x_groq: groq, choices, ...rest } = answer;
  return {
    ...rest,
    ...(Array.isArray(choices) ? { choices: choices.map(withoutOwnUsage) } : { choices }),
    ...(usage === null ? { usage } : {}),
    ...(isObject(groq) ? { x_groq: withoutOwnUsage(groq) } : {}),
  };
}

function withoutOwnUsage(value: unknown): unknown {
  if (!isObject(value) || !isObject(value['usage'])) return value;
  const { usage: _usage, ...rest } = value;
  return rest;
}

/** Of each chunk: most have none. */
function hasUsage({ usage, choices, x_groq: groq }: JsonObject): boolean {
  if (isObject(usage) || isObject(groq)) return true;
  return Array.isArray(choices) && choices.some((choice) => isObject(choice?.['usage']));
}

function placesOf({ usage, choices, x_groq: groq }: JsonObject): JsonObject[] {
  const inChoices = objectsIn(choices).map((choice) => choice['usage']);
  const inGroq = isObject(groq) ? groq['usage'] : null;
  return [usage, ...inChoices, inGroq].filter(isObject);
}

/**
 * Counts must be whole, safe and not negative. The total takes precedence: it may include tokens
 * outside its parts, such as hidden reasoning. Without a total, or with one below its parts, their
 * sum is used. Anything else counts as no report.
 */
function readUsage(report: JsonObject): ReportedUsage | null {
  // Gateways in front of other APIs keep the names of those.
  const promptTokens = partOf(report['prompt_tokens'] ?? report['input_tokens']);
  const completionTokens = partOf(report['completion_tokens'] ?? report['output_tokens']);
  if (promptTokens === undefined || completionTokens === undefined) return null;
  const total = countOf(report['total_tokens']);
  if (total === null && (promptTokens === null || completionTokens === null)) return null;
  const sum = (promptTokens ?? 0) + (completionTokens ?? 0);
  if (!Number.isSafeInteger(sum)) return null;
  const totalTokens = Math.max(total ?? 0, sum);
  const details = report['completion_tokens_details'];
  const reasoning = isObject(details) ? (countOf(details['reasoning_tokens']) ?? 0) : 0;
  const areBothKnown = promptTokens !== null && completionTokens !== null;
  const beyondParts = areBothKnown ? totalTokens - sum : 0;
  return {
    promptTokens,
    completionTokens,
    totalTokens,
    reasoningTokens: Math.max(reasoning, beyondParts),
  };
}

/** Null when it is not reported; undefined when it is invalid. */
function partOf(value: unknown): number | null | undefined {
  return value === undefined || value === null ? null : (countOf(value) ?? undefined);
}

function countOf(value: unknown): number | null {
  const count = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(count) && (count as number) >= 0 ? (count as number) : null;
}
