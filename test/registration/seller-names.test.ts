/** Names that a person reads as one name are compared as one (MATCH-9). */
import { nameKey } from '../../domain/seller-names';

test.each([
  ['case', 'NORTH star'],
  ['width', 'Ｎｏｒｔｈ　ｓｔａｒ'],
  ['spaces at the ends', ' North star  '],
  ['repeated spaces', 'North   star'],
  ['a space that does not break', 'North\u00A0star'],
  ['a zero-width space', 'No\u200Brth star'],
  ['a joiner before a space at the end', 'North star \u200D'],
  ['a soft hyphen', 'North\u00AD star'],
  ['an override of direction', '\u202DNorth star'],
  ['a byte order mark', '\uFEFFNorth star'],
])('%s makes no other name', (_what, name) => {
  expect(nameKey(name)).toBe('north star');
});

test.each([
  ['ΣΊΣΥΦΟΣ', 'σίσυφος'],
  ['STRASSE', 'straße'],
  ['ﬁrst', 'FIRST'],
  ['Cafe\u0301', 'CAFÉ'],
])('%s and %s are one name', (one, other) => {
  expect(nameKey(one)).toBe(nameKey(other));
});

test.each(['North', 'North star 2', 'Nórth star', 'Northstar'])('%s is another name', (name) => {
  expect(nameKey(name)).not.toBe('north star');
});
