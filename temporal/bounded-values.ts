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

/** Cut at its end. */
export function boundedSummary(text: string): string {
  if (Buffer.byteLength(text) <= SUMMARY_BYTES_MAX) return text;
  const kept = new TextDecoder().decode(Buffer.from(text).subarray(0, SUMMARY_BYTES_MAX - 3));
  // A character that was cut becomes one U+FFFD.
  return kept.replace(/\uFFFD$/, '');
}

function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
