/** Whether a journal balances, computed beside MongoDB. */
import type { JournalDocument, JournalLine } from '../documents/journal';

/** Whether debits equal credits in each phase, and no amount is below one. */
export function isBalanced(journal: JournalDocument): boolean {
  return (
    journal.lines.length > 1 &&
    journal.lines.every(({ amountScale8 }) => amountScale8 > 0n) &&
    imbalanceOf(journal, 'posted') === 0n &&
    imbalanceOf(journal, 'pending') === 0n
  );
}

/** Debits minus credits. */
export function imbalanceOf({ lines }: JournalDocument, of: JournalLine['phase']): bigint {
  return lines
    .filter(({ phase }) => phase === of)
    .reduce(
      (sum, { side, amountScale8: amount }) => sum + (side === 'debit' ? amount : -amount),
      0n,
    );
}
