/** `traceparent` as W3C Trace Context defines it (API-13). */
import fc from 'fast-check';
import {
  formatTraceparent,
  parseTraceparent,
  traceIdOf,
  traceparentsOf,
} from '../../domain/trace-context';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';
const VALID = `00-${TRACE}-${SPAN}-01`;

const digits = (length: number) =>
  fc
    .array(fc.constantFrom(...'0123456789abcdef'), { minLength: length, maxLength: length })
    .map((all) => all.join(''));
const id = (length: number) => digits(length).filter((one) => /[^0]/.test(one));

test('every valid context is read back as it was written', () => {
  fc.assert(
    fc.property(id(32), id(16), fc.constantFrom(0, 1, 2, 3), (traceId, spanId, flags) => {
      const context = { traceId, spanId, flags };
      const written = formatTraceparent(context);
      expect(written).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-0[0-3]$/);
      expect(parseTraceparent(written)).toEqual(context);
      expect(traceIdOf(written)).toBe(traceId);
    }),
  );
});

test('of the flags, those with a meaning are kept', () => {
  fc.assert(
    fc.property(digits(2), (flags) => {
      const read = parseTraceparent(`00-${TRACE}-${SPAN}-${flags}`);
      expect(read?.flags).toBe(Number.parseInt(flags, 16) % 4);
    }),
  );
});

test('no text makes it fail, and what it accepts has valid ids', () => {
  const almost = fc
    .tuple(fc.nat(VALID.length), fc.string({ maxLength: 3 }), fc.nat(3))
    .map(([at, text, less]) => VALID.slice(0, at) + text + VALID.slice(at + less));
  fc.assert(
    fc.property(fc.oneof(fc.string(), almost), (text) => {
      const read = parseTraceparent(text);
      const again = read && parseTraceparent(formatTraceparent(read));
      expect(again).toEqual(read);
    }),
    { numRuns: 1_000 },
  );
});

test.each([
  ['a later version', `01-${TRACE}-${SPAN}-01`],
  ['a later version with more fields', `cc-${TRACE}-${SPAN}-01-what-comes`],
  ['the last version', `fe-${TRACE}-${SPAN}-01-`],
])('reads %s by the fields that it knows', (_what, header) => {
  expect(parseTraceparent(header)).toEqual({ traceId: TRACE, spanId: SPAN, flags: 1 });
});

test.each([
  ['nothing', undefined],
  ['an empty header', ''],
  ['two headers', `${VALID}, ${VALID}`],
  ['the forbidden version', `ff-${TRACE}-${SPAN}-01`],
  ['more fields in version 00', `${VALID}-`],
  ['a later version with more digits', `01-${TRACE}-${SPAN}-011`],
  ['a trace id of zeros', `00-${'0'.repeat(32)}-${SPAN}-01`],
  ['a parent id of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
  ['upper case', VALID.toUpperCase()],
  ['31 digits', `00-${TRACE.slice(1)}-${SPAN}-01`],
  ['33 digits', `00-${TRACE}0-${SPAN}-01`],
  ['a letter that is no digit', `00-${TRACE.slice(1)}g-${SPAN}-01`],
  ['a space', ` ${VALID}`],
  ['a line break', `${VALID}\n`],
])('ignores %s', (_what, header) => {
  expect(parseTraceparent(header)).toBeNull();
});

test('a workflow has the contexts of what it is about, each once; older ones have none', () => {
  const other = `00-${TRACE}-${'1'.repeat(16)}-01`;
  const orders = [{ traceparent: VALID }, {}, { traceparent: other }, { traceparent: VALID }];
  expect(traceparentsOf([{ orders }])).toEqual([VALID, other]);
  expect(traceparentsOf([{ traceparent: VALID }])).toEqual([VALID]);
  for (const older of [[], ['an endpoint'], [null], [{ orderId: '1' }], [{ orders: [{}] }]]) {
    expect(traceparentsOf(older)).toEqual([]);
  }
});
