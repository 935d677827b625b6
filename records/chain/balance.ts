/** Whether a journal balances, computed beside MongoDB. */
import type { JournalDocument } from '../documents/journal';

/** Whether debits equal credits in each phase, and no amount is below one. */
export function isBalanced({ lines }: JournalDocument): boolean {
  const imbalance = new Map<string, bigint>();
  for (const { phase, side, amountScale8: amount } of lines) {
    imbalance.set(phase, (imbalance.get(phase) ?? 0n) + (side === 'debit' ? amount : -amount));
  }
  return (
    lines.length > 1 &&
    lines.every(({ amountScale8 }) => amountScale8 > 0n) &&
    [...imbalance.values()].every((sum) => sum === 0n)
  );
}
