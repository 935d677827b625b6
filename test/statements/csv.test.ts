import { csvRow } from '../../domain/csv';

test.each([
  ['plain', 'plain'],
  ['with, comma', '"with, comma"'],
  ['with "quotes"', '"with ""quotes"""'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['=cmd|"/c calc"!A1', `"'=cmd|""/c calc""!A1"`],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['  =1', "'  =1"],
  ['＝1', "'＝1"],
  ['|calc', "'|calc"],
  ['＋1', "'＋1"],
  ['－1', "'－1"],
  ['＠a', "'＠a"],
  ['\n=1', `"'\n=1"`],
  ['1=1', '1=1'],
  ['a-b', 'a-b'],
  ['two\rlines', '"two\rlines"'],
  ['', ''],
  ['\r=1', `"'\r=1"`],
])('%j', (text, expected) => {
  expect(csvRow([text])).toBe(`${expected}\r\n`);
});

test('amounts and gaps stand as they are', () => {
  expect(csvRow(['a', { amount: '-1.5' }, null, { amount: '2' }])).toBe('a,-1.5,,2\r\n');
});
