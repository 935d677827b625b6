/** Bounds of bodies, to the last value: counted in the text, and again in what was parsed. */
import fc from 'fast-check';
import { BODY_LIMITS, CHAT_LIMITS, parseBody } from '../../domain/json-body';
import { JsonScan } from '../../domain/json-scan';
import { hasMoreValues } from '../../domain/json-values';

const parseText = (text: string, { members }: { members: number }) =>
  parseBody({ bytes: Buffer.from(text), members });

/** Lists, objects and their members, each counted once. */
function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, inner) => sum + valuesIn(inner), 1);
}

describe('the values of a text', () => {
  test.each([
    ['1', 1],
    ['[1]', 2],
    ['[1,2,3]', 4],
    ['{"a":1,"b":{"c":[1]}}', 5],
    ['{"[{,":"[[[,,,"}', 2],
    ['{"a\\\\":[1,2]}', 4],
    ['["\\"","\\\\\\"",",,,",1]', 5],
    ['["\\\\",[1]]', 4],
    ['["\\"[[[[[["]', 2],
    ['["\\\\\\"[[[[[[",1]', 3],
  ])('%s has %d', (text, values) => {
    expect(hasMoreValues(text, values)).toBe(false);
    expect(hasMoreValues(text, values - 1)).toBe(true);
  });

  test('of any JSON are no more than it has, and an unfinished string hides the rest', () => {
    fc.assert(
      fc.property(fc.json({ noUnicodeString: false }), (text) => {
        const values = valuesIn(JSON.parse(text));
        // Empty lists and objects count as if they had a member.
        expect(hasMoreValues(text, values * 2)).toBe(false);
        expect(hasMoreValues(text, 0)).toBe(text.length > 0);
      }),
    );
    expect(hasMoreValues('["[[[[[[[[', 3)).toBe(false);
  });

  test('are not counted in a text that is shorter than they may be many', () => {
    expect(hasMoreValues('[[[[', 4)).toBe(false);
    expect(hasMoreValues('[[[[[', 4)).toBe(true);
  });
});

describe('the scan', () => {
  const told = (text: string, limits: { levels: number; entries: number; values: number }) =>
    new JsonScan(limits).feed(Buffer.from(text));
  const wide = { levels: 9, entries: 99, values: 999 };

  test('names the limit that is exceeded', () => {
    expect(told('[1,2,3]', { ...wide, entries: 2 })).toBe(
      'an object or a list of more than 2 entries',
    );
    expect(told('[[[1]]]', { ...wide, levels: 2 })).toBe('more than 2 levels');
    expect(told('[1,2,3]', { ...wide, values: 3 })).toBe('more than 3 values');
  });

  test('counts the entries of each list anew, at the same level and after a deeper one', () => {
    const limits = { ...wide, entries: 3 };
    expect(told('[[1,2,3],[1,2,3],[1,2,3]]', limits)).toBeNull();
    expect(told('[[1,2,3],{"a":1,"b":2,"c":3},4]', limits)).toBeNull();
    expect(told('[1,[1,2,3],3,4]', limits)).toMatch(/entries/);
    expect(told('[[1,2,3,4]]', limits)).toMatch(/entries/);
  });

  test('leaves closing brackets without an opening one to the parser', () => {
    expect(told(']]]}}}[1]', { ...wide, levels: 1 })).toBeNull();
    expect(told(']]]}}}[[1]]', { ...wide, levels: 1 })).toMatch(/levels/);
  });

  test('knows an escaped sign whose piece ends with the backslash, and an empty piece', () => {
    const pieces = ['["\\', '', '"[[[[', '\\\\', '",[', '1]]'];
    const scan = new JsonScan({ levels: 2, entries: 2, values: 4 });
    expect(pieces.map((piece) => scan.feed(Buffer.from(piece)))).toEqual(Array(6).fill(null));
    expect(scan.members).toBe(0);
    const again = new JsonScan({ levels: 1, entries: 9, values: 9 });
    expect(again.feed(Buffer.from('["\\'))).toBeNull();
    expect(again.feed(Buffer.from('"x","",[1]]'))).toBe('more than 1 levels');
    const closed = new JsonScan({ levels: 1, entries: 9, values: 9 });
    expect(closed.feed(Buffer.from('["\\\\'))).toBeNull();
    expect(closed.feed(Buffer.from('",[1]]'))).toBe('more than 1 levels');
  });

  test('stays at the limit that it has told', () => {
    const scan = new JsonScan({ levels: 1, entries: 9, values: 9 });
    expect(scan.feed(Buffer.from('[['))).toBe('more than 1 levels');
    expect(scan.feed(Buffer.from(']'))).toBe('more than 1 levels');
  });
});

describe('what was parsed', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

  test('has at most 32 levels, of lists and objects', () => {
    expect(parseText(nested(32), { members: 0 })).toBeInstanceOf(Array);
    expect(() => parseText(nested(33), { members: 0 })).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        message: 'The body has more than 32 levels.',
      }),
    );
    expect(() => parseText(nested(200_000), { members: 0 })).toThrow(/32 levels/);
  });

  test('may have texts of any length', () => {
    const text = JSON.stringify({ a: 'long '.repeat(1_000), b: ['', 'b'] });
    expect(parseText(text, { members: 2 })).toEqual(JSON.parse(text));
  });

  test('has the members that the scan has counted, neither more nor fewer', () => {
    expect(parseText('{"a":{"b":1},"c":[{"d":null}]}', { members: 4 })).toEqual({
      a: { b: 1 },
      c: [{ d: null }],
    });
    for (const members of [3, 5]) {
      expect(() => parseText('{"a":{"b":1},"c":[{"d":null}]}', { members })).toThrow(
        expect.objectContaining({
          code: 'invalid_request',
          message: 'The body has a duplicate name in one object.',
        }),
      );
    }
  });

  test.each([
    ['1e999', 'The body has a number too large.'],
    ['[[-1e999]]', 'The body has a number too large.'],
    ['{"__proto__":1}', 'The body has a field named __proto__.'],
    ['{', 'The body is not valid JSON.'],
    ['', 'The body is not valid JSON.'],
  ])('%s is refused: %s', (text, message) => {
    expect(() => parseText(text, { members: 1 })).toThrow(
      expect.objectContaining({ code: 'invalid_request', message }),
    );
  });

  test('is text in UTF-8 only', () => {
    expect(parseText('"ä€😀"', { members: 0 })).toBe('ä€😀');
    for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0x80]]) {
      expect(() => parseBody({ bytes: Buffer.from(bytes), members: 0 })).toThrow(
        expect.objectContaining({ code: 'invalid_request', message: 'The body is not UTF-8.' }),
      );
    }
    expect(parseBody({ bytes: Buffer.from('1.5'), members: 0 })).toBe(1.5);
  });

  test('may be a chat of ten thousand messages, or another body of a thousand entries', () => {
    expect(CHAT_LIMITS).toEqual({ levels: 32, entries: 10_000, values: 50_000 });
    expect(BODY_LIMITS).toEqual({ levels: 32, entries: 1_000, values: 10_000 });
  });
});
