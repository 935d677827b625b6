/** The members of an object as they were written, to the last blank. */
import { membersOf } from '../../domain/json-members';

test.each([
  ['{}', []],
  [' { } ', []],
  ['{"a":1}', [['a', '1', '"a":1']]],
  [
    '{ "a" : 1.0 , "b":[1,{"c":2},"]"],"d":{"e":"}"} }',
    [
      ['a', ' 1.0 ', ' "a" : 1.0 '],
      ['b', '[1,{"c":2},"]"]', ' "b":[1,{"c":2},"]"]'],
      ['d', '{"e":"}"} ', '"d":{"e":"}"} '],
    ],
  ],
  [
    '{"a\\"":"\\\\","b,:{":"x\\\\\\",:","\\u0061":-0}',
    [
      ['a"', '"\\\\"', '"a\\"":"\\\\"'],
      ['b,:{', '"x\\\\\\",:"', '"b,:{":"x\\\\\\",:"'],
      ['a', '-0', '"\\u0061":-0'],
    ],
  ],
  [
    '\n{"n":12345678901234567890,"n":[[],[]],"o":{}}\n',
    [
      ['n', '12345678901234567890', '"n":12345678901234567890'],
      ['n', '[[],[]]', '"n":[[],[]]'],
      ['o', '{}', '"o":{}'],
    ],
  ],
])('of %s', (text, members) => {
  const found = membersOf(Buffer.from(text));
  expect(found.map(({ name, value, text: own }) => [name, String(value), String(own)])).toEqual(
    members,
  );
});
