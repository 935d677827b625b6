/** What is still held at the end of a day is held, by whoever computes it. Pure. */
import { DayTotals } from '../../records/chain/day-totals';
import type { JournalDocument, JournalLine } from '../../records/journal';
import {
  captureLines,
  depositLines,
  holdLines,
  newJournal,
  releaseLines,
} from '../../records/ledger/journal-lines';

const journal = (kind: JournalDocument['kind'], lines: JournalLine[]) =>
  newJournal({
    _id: `${kind}:x`,
    kind,
    accountId: 'b',
    lines,
    createdAt: new Date(0),
  });

test('holds add to it; captures and releases take all of theirs from it', () => {
  const totals = new DayTotals();
  const held = () => totals.accounts.get('buyer:b')!;
  totals.add(journal('deposit', depositLines('b', 200n)));
  expect(held()).toMatchObject({ postedScale8: 200n, heldScale8: 0n });
  for (const amount of [60n, 20n, 5n]) totals.add(journal('hold', holdLines('b', amount)));
  expect(held()).toMatchObject({ postedScale8: 200n, heldScale8: 85n });
  const costs = { holdScale8: 60n, costScale8: 40n, feeScale8: 4n };
  totals.add(journal('capture', captureLines({ accountId: 'b', sellerId: 's', ...costs })));
  expect(held()).toMatchObject({ postedScale8: 160n, heldScale8: 25n });
  totals.add(journal('release', releaseLines('b', 20n)));
  expect(held()).toMatchObject({ postedScale8: 160n, heldScale8: 5n, earnedScale8: -40n });
});
