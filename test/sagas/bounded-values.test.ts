/** What others write fits into a workflow: the limits are in bytes. */
import { MODEL, REQUEST_IDS } from '../../workflows/search-attributes';
import { boundedAttributes, boundedSummary } from '../../temporal/bounded-values';

const VALUE_BYTES_MAX = 2_048;
const SUMMARY_BYTES_MAX = 400;
const QUOTES = 2;

test('a value of as many bytes as Temporal takes is kept, and a longer one is left out', () => {
  const longest = { key: MODEL, value: 'x'.repeat(VALUE_BYTES_MAX - QUOTES) };
  expect(boundedAttributes([longest])).toEqual([longest]);
  expect(boundedAttributes([{ ...longest, value: `${longest.value}x` }])).toEqual([]);
  const wide = { key: MODEL, value: 'é'.repeat(VALUE_BYTES_MAX / 2) };
  expect(boundedAttributes([wide])).toEqual([]);
});

test('a list keeps as many values as fit', () => {
  // ["…","…"]: brackets, and quotes and a comma for each value but the last one's comma.
  const value = Array.from({ length: 16 }, (_, at) => String(at).padEnd(125, 'x'));
  const bytes = (list: readonly string[]) => Buffer.byteLength(JSON.stringify(list));
  const full = [...value.slice(0, 15), 'x'.repeat(VALUE_BYTES_MAX - bytes(value.slice(0, 15)) - 3)];
  expect(bytes(full)).toBe(VALUE_BYTES_MAX);
  expect(boundedAttributes([{ key: REQUEST_IDS, value: full }])[0]!.value).toEqual(full);
  const longer = [...full.slice(0, 15), `${full[15]}x`];
  expect(boundedAttributes([{ key: REQUEST_IDS, value: longer }])[0]!.value).toHaveLength(15);
});

test('a summary ends at the limit, and in no half character', () => {
  const longest = 'x'.repeat(SUMMARY_BYTES_MAX);
  expect(boundedSummary(longest)).toBe(longest);
  expect(Buffer.byteLength(boundedSummary(`${longest}x`))).toBeLessThanOrEqual(SUMMARY_BYTES_MAX);
  const wide = boundedSummary('é'.repeat(SUMMARY_BYTES_MAX));
  expect(Buffer.byteLength(wide)).toBeLessThanOrEqual(SUMMARY_BYTES_MAX);
  expect(wide).toMatch(/^é+$/);
});
