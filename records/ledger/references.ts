/** Journals that are written once per reference: deposits, corrections, payouts. */
import { fail } from '../../domain/errors';
import type { JournalDocument } from '../journal';
import type { Step } from './writes';

/**
 * A repeated reference: returns its journal, or fails with `idempotency_conflict` for another
 * amount.
 */
export function repeatedReference(
  known: JournalDocument,
  asked: JournalDocument,
): Step<{ readonly status: 'duplicate'; readonly journal: JournalDocument }> {
  const [was, is] = [known.lines[0], asked.lines[0]];
  if (was?.amountScale8 !== is?.amountScale8 || was?.side !== is?.side) {
    const message = 'The reference was used with another amount.';
    return {
      kind: 'failure',
      error: fail('idempotency_conflict', { param: 'reference', message }),
    };
  }
  return { kind: 'answer', answer: { status: 'duplicate', journal: known } };
}
