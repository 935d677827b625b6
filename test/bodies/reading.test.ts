/** Bodies before and while they are parsed: structure, members as written, and whose turn it is. */
import fc from 'fast-check';
import { FairQueue } from '../../fairness/fair-queue';
import { BODY_LIMITS, CHAT_LIMITS, parseBody } from '../../domain/json-body';
import { membersOf } from '../../domain/json-members';
import { type JsonLimits, JsonScan } from '../../domain/json-scan';

const scanned = (text: string, limits: JsonLimits = CHAT_LIMITS, step = 7) => {
  const bytes = Buffer.from(text);
  const scan = new JsonScan(limits);
  for (let at = 0; at < bytes.length; at += step) {
    const excess = scan.feed(bytes.subarray(at, at + step));
    if (excess !== null) return { excess, members: scan.members };
  }
  return { excess: null, members: scan.members };
};
const read = (text: string) =>
  parseBody({ bytes: Buffer.from(text), members: scanned(text).members });

describe('the scan of a text', () => {
  const limits = { levels: 4, entries: 5, values: 12 };

  test.each([
    ['levels', '[[[[1]]]]', '[[[[[1]]]]]'],
    ['entries of a list', '[1,2,3,4,5]', '[1,2,3,4,5,6]'],
    [
      'members of an object',
      '{"a":1,"b":1,"c":1,"d":1,"e":1}',
      '{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1}',
    ],
    ['values', '[[1,2,3],[1,2,3],[1,2]]', '[[1,2,3],[1,2,3],[1,2,3]]'],
  ])('stops at more %s than it may hold', (_what, within, beyond) => {
    for (const step of [1, 2, 1_000]) {
      expect(scanned(within, limits, step).excess).toBeNull();
      expect(scanned(beyond, limits, step).excess).toMatch(/more than/);
    }
  });

  test('reads nothing in strings, wherever the pieces are cut', () => {
    const text = '{"a,b:[[[[[[":"\\\\\\"]]]{{{{{{,,,,,,,,,","c":"\\\\"}';
    for (let step = 1; step < 12; step += 1) {
      expect(scanned(text, limits, step)).toEqual({ excess: null, members: 2 });
    }
  });

  test('counts the members of any JSON, in pieces of any size', () => {
    const membersIn = (value: unknown): number =>
      typeof value !== 'object' || value === null
        ? 0
        : Object.values(value).reduce(
            (sum: number, inner) => sum + membersIn(inner),
            Array.isArray(value) ? 0 : Object.keys(value).length,
          );
    fc.assert(
      fc.property(
        fc.json({ noUnicodeString: false }),
        fc.integer({ min: 1, max: 9 }),
        (text, step) => {
          expect(scanned(text, { levels: 99, entries: 9_999, values: 9_999 }, step)).toEqual({
            excess: null,
            members: membersIn(JSON.parse(text)),
          });
        },
      ),
    );
  });

  test.each<[string, JsonLimits]>([
    ['[],', BODY_LIMITS],
    ['[],', CHAT_LIMITS],
    ['1E20,', CHAT_LIMITS],
    ['{"":{}},', CHAT_LIMITS],
    ['[[],[]],', CHAT_LIMITS],
    ['"",', CHAT_LIMITS],
  ])('of two megabytes of %s ends long before their end', (piece, of) => {
    const bytes = Buffer.from(`[${piece.repeat(2_000_000 / piece.length)}1]`);
    const scan = new JsonScan(of);
    let at = 0;
    while (at < bytes.length && scan.feed(bytes.subarray(at, at + 1_000)) === null) at += 1_000;
    expect(at).toBeLessThan(200_000);
  });
});

describe('a body', () => {
  test.each([['{"a":1,"a":2}'], ['{"x":[{"b":{"a":1,"\\u0061":2}}]}'], ['{"a":{},"a":{"b":1}}']])(
    '%s says a name twice: refused',
    (text) => {
      expect(() => read(text)).toThrow(/duplicate name/);
    },
  );

  test.each([
    ['__proto__', '{"a":[{"__proto__":1}]}', /__proto__/],
    ['__proto__, escaped', '{"a":{"\\u005f_proto__":{}}}', /__proto__/],
    ['a number beyond a double', '{"a":1e999}', /number/],
    ['no JSON', '{"a":1', /valid JSON/],
  ])('with %s is refused', (_what, text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  test('that is not UTF-8 is refused', () => {
    const bytes = Buffer.from([0x22, 0xff, 0x22]);
    expect(() => parseBody({ bytes, members: 0 })).toThrow(/UTF-8/);
  });

  test('may name constructor and prototype', () => {
    const text = '{"constructor":{"prototype":1},"prototype":[{"constructor":null}]}';
    expect(JSON.stringify(read(text))).toBe(text);
  });

  test('has at most 1,000 names in one object', () => {
    const object = (count: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at])));
    expect(read(object(1_000))).toHaveProperty('k999');
    expect(() => read(object(1_001))).toThrow(/1000 keys/);
  });
});

test('members are what was written, for any JSON object', () => {
  fc.assert(
    fc.property(
      fc
        .dictionary(fc.string({ unit: 'binary' }), fc.jsonValue())
        .filter((made) => !Object.hasOwn(made, '__proto__')),
      fc.constantFrom(undefined, 1, '\t'),
      (made, space) => {
        const members = membersOf(Buffer.from(JSON.stringify(made, null, space)));
        const again = JSON.parse(`{${members.map(({ text }) => text).join(',')}}`);
        expect(again).toEqual(JSON.parse(JSON.stringify(made)));
        expect(members.map(({ name }) => name)).toEqual(Object.keys(made));
        for (const { name, value } of members)
          expect(JSON.parse(String(value))).toEqual(again[name]);
      },
    ),
  );
});

describe('a fair queue', () => {
  test('lets owners take turns, whoever has more', () => {
    const queue = new FairQueue<number>({ perOwner: 9, all: 99 });
    for (const at of [1, 2, 3]) queue.push('many', at);
    queue.push('one', 1);
    queue.push('two', 1);
    const order = Array.from({ length: 5 }, () => queue.next()!.owner);
    expect(order).toEqual(['many', 'one', 'two', 'many', 'many']);
    expect([queue.next(), queue.size]).toEqual([null, 0]);
  });

  test('passes over an owner that may not go now, who keeps his turn', () => {
    const queue = new FairQueue<number>({ perOwner: 9, all: 99 });
    queue.push('a', 1);
    queue.push('b', 2);
    expect(queue.next((owner) => owner !== 'a')).toEqual({ owner: 'b', entry: 2 });
    expect(queue.next((owner) => owner !== 'a')).toBeNull();
    expect(queue.next()).toEqual({ owner: 'a', entry: 1 });
  });

  test('is bounded for each owner and in all', () => {
    const queue = new FairQueue<number>({ perOwner: 2, all: 3 });
    const pushed = ['a', 'a', 'a', 'b', 'c', 'b'].map((owner) => queue.push(owner, 0));
    expect(pushed).toEqual(['queued', 'queued', 'owner_full', 'queued', 'full', 'full']);
    queue.next();
    expect(queue.push('c', 0)).toBe('queued');
  });
});
