/** The newest closing of an account: sums start from it. */
import type { ClosingDocument } from '../documents/closing';
import type { LedgerAccount } from '../documents/journal';
import type { ReadCollection } from '../mongodb/read-collection';

/** @param until the closing ends at or before this time; null for the newest one */
export function newestClosing(
  closings: ReadCollection<ClosingDocument>,
  account: LedgerAccount,
  until: Date | null = null,
): Promise<ClosingDocument | null> {
  return closings
    .find({ account, ...(until ? { until: { $lte: until } } : {}) })
    .sort({ until: -1 })
    .limit(1)
    .next();
}
