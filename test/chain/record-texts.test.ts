/** What a digest of a day is computed from: every field of its records, and whether its journals balance. */
import { isBalanced } from '../../records/chain/balance';
import { closingText, isJournal, journalText } from '../../records/chain/canonical';
import type { ClosingDocument } from '../../records/documents/closing';
import type { JournalDocument, JournalLine } from '../../records/documents/journal';
import {
  captureLines,
  depositLines,
  holdLines,
  newJournal,
  payoutLines,
} from '../../records/ledger/journal-lines';

const COSTS = { accountId: 'b', sellerId: 's', holdScale8: 60n, costScale8: 40n, feeScale8: 4n };

const journal: JournalDocument = {
  _id: 'capture:h',
  kind: 'capture',
  accountId: 'b',
  sellerId: 's',
  fillId: 'f',
  holdId: 'h',
  orderId: 'o',
  lines: captureLines(COSTS),
  reference: 'r',
  reason: 'why',
  createdAt: new Date(1e3),
};
const sums = { postedScale8: 1n, heldScale8: 2n, earnedScale8: 3n, journals: 4 };
const closing: ClosingDocument = {
  _id: '2026-01-01 buyer:b',
  account: 'buyer:b',
  until: new Date(5e3),
  day: sums,
  total: {
    ...sums,
    postedScale8: 9n,
  },
};

describe('the text of a journal', () => {
  test('begins with its id and its kind, and has its amounts as strings', () => {
    const parts = JSON.parse(journalText(journal)) as unknown[];
    expect(parts.slice(0, 7)).toEqual(['capture:h', 'capture', 'b', 's', 'f', 'h', 'o']);
    expect(parts[7]).toEqual(
      journal.lines.map((line) => [line.account, line.phase, line.side, `${line.amountScale8}`]),
    );
    expect(parts.slice(8)).toEqual(['r', 'why', '1970-01-01T00:00:01.000Z']);
  });

  test.each(Object.keys(journal).filter((name) => name !== 'lines' && name !== 'createdAt'))(
    'changes with its %s',
    (name) => {
      expect(journalText({ ...journal, [name]: 'other' })).not.toBe(journalText(journal));
    },
  );

  test('changes with its time, with each part of a line, and with the order of its lines', () => {
    const [first, ...others] = journal.lines as [JournalLine, ...JournalLine[]];
    const changed: Partial<JournalDocument>[] = [
      { createdAt: new Date(1_001) },
      { lines: [...others, first] },
      { lines: others },
      { lines: [{ ...first, account: 'buyer:c' }, ...others] },
      { lines: [{ ...first, phase: 'pending' === first.phase ? 'posted' : 'pending' }, ...others] },
      { lines: [{ ...first, side: 'debit' === first.side ? 'credit' : 'debit' }, ...others] },
      { lines: [{ ...first, amountScale8: first.amountScale8 + 1n }, ...others] },
    ];
    const texts = changed.map((parts) => journalText({ ...journal, ...parts }));
    expect(new Set([journalText(journal), ...texts]).size).toBe(changed.length + 1);
  });

  test('changes with a field that this release does not know, and with the type of an amount', () => {
    const unknown = { ...journal, other: 1 } as JournalDocument;
    const [first, ...others] = journal.lines as [JournalLine, ...JournalLine[]];
    const line = { ...first, amountScale8: Number(first.amountScale8) } as never;
    const odd = [
      unknown,
      { ...journal, lines: [line, ...others] },
      { ...journal, lines: [{ ...first, other: 1 } as never, ...others] },
    ];
    for (const each of odd) {
      expect(isJournal(each)).toBe(false);
      expect(journalText(each)).not.toBe(journalText(journal));
    }
    expect(isJournal(journal)).toBe(true);
    expect(isJournal({ ...journal, lines: null } as never)).toBe(false);
  });
});

test('the text of a closing changes with each of its fields', () => {
  const more = { postedScale8: 7n, heldScale8: 7n, earnedScale8: 7n, journals: 7 };
  const changed: Partial<ClosingDocument>[] = [
    { _id: 'other' },
    { account: 'buyer:c' as const },
    { until: new Date(5_001) },
    ...Object.entries(more).flatMap(([name, value]) => [
      { day: { ...closing.day, [name]: value } },
      { total: { ...closing.total, [name]: value } },
    ]),
    { other: 1 } as never,
  ];
  const texts = changed.map((parts) => closingText({ ...closing, ...parts }));
  expect(new Set([closingText(closing), ...texts]).size).toBe(changed.length + 1);
});

describe('the lines of a journal', () => {
  const post = (kind: JournalDocument['kind'], lines: JournalLine[]) =>
    newJournal({
      _id: `${kind}:x`,
      kind,
      accountId: 'b',
      lines,
      createdAt: new Date(0),
    });
  const day = [
    post('deposit', depositLines('b', 100n)),
    post('hold', holdLines('b', 60n)),
    post('capture', captureLines(COSTS)),
    post('payout', payoutLines('s', 30n)),
  ];

  test('a journal balances in each phase, with amounts above zero and more than one line', () => {
    expect(day.every(isBalanced)).toBe(true);
    const [debit, credit] = depositLines('b', 5n) as [JournalLine, JournalLine];
    const changed: JournalLine[][] = [
      [],
      [debit],
      [debit, { ...credit, amountScale8: 4n }],
      [debit, { ...credit, phase: 'pending' }],
      [debit, credit, { ...debit, amountScale8: 0n }],
      [
        { ...debit, amountScale8: -5n },
        { ...credit, amountScale8: -5n },
      ],
    ];
    for (const lines of changed) expect(isBalanced({ ...day[0]!, lines })).toBe(false);
  });
});
