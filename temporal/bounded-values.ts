/**
 * Search attributes and summaries within Temporal's limits, whatever others wrote into them: a start
 * with a longer one is refused for good.
 */
import type { SearchAttributePair } from '@temporalio/common';

/** Of the value of one attribute, as JSON. */
const VALUE_BYTES_MAX = 2_048;
const SUMMARY_BYTES_MAX = 400;

/** Leaves out a value that is too long, and the end of a list that is too long. */
export function boundedAttributes(
  attributes: readonly SearchAttributePair[],
): SearchAttributePair[] {
  return attributes.flatMap((attribute) => {
    const { value } = attribute;
    if (!Array.isArray(value)) return jsonBytes(value) <= VALUE_BYTES_MAX ? attribute : [];
    const fitting = [...value];
    while (jsonBytes(fitting) > VALUE_BYTES_MAX) fitting.pop();
    return { ...attribute, value: fitting } as SearchAttributePair;
  });
}

const DETAILS_BYTES_MAX = 4_096;
const MEMO_IDS_MAX = 100;
const MEMO_ID_LENGTH_MAX = 128;

/** The request that a workflow is for, in its memo, as in log lines and answers. */
export function memoOf(...requestIds: readonly string[]) {
  const bounded = requestIds.slice(0, MEMO_IDS_MAX).map((id) => id.slice(0, MEMO_ID_LENGTH_MAX));
  return { request_id: bounded.length === 1 ? bounded[0] : bounded };
}

/** `...8f1c`: enough to recognise an id that stands in full in the details. */
export const shortId = (id: string) => `...${id.slice(-4)}`;

/** Markdown, one line for each pair with a value; cut at its end. */
export function boundedDetails(lines: Readonly<Record<string, string | number | null>>): string {
  const text = Object.entries(lines)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `- ${name}: ${value}`)
    .join('\n');
  return cut(text, DETAILS_BYTES_MAX);
}

/** Cut at its end. */
export function boundedSummary(text: string): string {
  return cut(text, SUMMARY_BYTES_MAX);
}

function cut(text: string, bytesMax: number): string {
  if (Buffer.byteLength(text) <= bytesMax) return text;
  const kept = new TextDecoder().decode(Buffer.from(text).subarray(0, bytesMax - 3));
  // A character that was cut becomes one U+FFFD.
  return kept.replace(/\uFFFD$/, '');
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
