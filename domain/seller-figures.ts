/** Public figures of a seller in one instrument: how fast it answers, and how well (STANDING-10). */
import type { CallCounts } from './answers/calls';

/** The end of a request at a seller; other ends say nothing here. */
export type FiguredEnd =
  | { readonly kind: 'refused' }
  | {
      readonly kind: 'answered';
      /** Null for an answer that was not streamed. */
      readonly firstByteMs: number | null;
      readonly durationMs: number;
      readonly completionTokens: number;
      readonly calls: CallCounts | null;
    };

export interface Percentiles {
  readonly p50: number;
  readonly p95: number;
}

export interface SellerFigures {
  readonly answered: number;
  readonly refused: number;
  /** From 0 to 1; null without a request. */
  readonly refusedShare: number | null;
  readonly firstByteMs: Percentiles | null;
  readonly tokensPerSecond: Percentiles | null;
  readonly calls: number;
  readonly parsedCallsShare: number | null;
}

export function figuresOf(ends: readonly FiguredEnd[]): SellerFigures {
  const answers = ends.filter((end) => end.kind === 'answered');
  const refused = ends.length - answers.length;
  const sumOf = (name: keyof CallCounts) =>
    answers.reduce((sum, { calls }) => sum + (calls?.[name] ?? 0), 0);
  const calls = sumOf('made');
  return {
    answered: answers.length,
    refused,
    refusedShare: share(refused, ends.length),
    firstByteMs: percentiles(answers.flatMap(({ firstByteMs }) => firstByteMs ?? [])),
    tokensPerSecond: percentiles(answers.flatMap((answer) => speedOf(answer) ?? [])),
    calls,
    parsedCallsShare: share(sumOf('parsed'), calls),
  };
}

/** From the request on: an answer that is held back and sent at once is not faster. */
function speedOf(answer: { readonly durationMs: number; readonly completionTokens: number }) {
  const { durationMs, completionTokens } = answer;
  return completionTokens > 0 ? (1_000 * completionTokens) / Math.max(durationMs, 1) : null;
}

/** Nearest rank: each is a value that was measured. */
function percentiles(values: readonly number[]): Percentiles | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const at = (part: number) => Math.round(10 * sorted[Math.ceil(part * sorted.length) - 1]!) / 10;
  return { p50: at(0.5), p95: at(0.95) };
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((10_000 * part) / whole) / 10_000;
}
