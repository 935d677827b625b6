/**
 * Corrects an account: a new journal with a reason, once per reference. What was posted before stays
 * as it is. A correction takes no more than is available. Fails as `postOnce` does.
 */
import type { Collections } from '../collections';
import { correctionLines, newJournal } from './journal-lines';
import { type PostedOnce, postOnce } from './post-once';
import type { Transaction } from './writes';

export interface Correction {
  readonly accountId: string;
  /** Above zero: the account gets it. Below: it is taken from it. */
  readonly amountScale8: bigint;
  readonly reference: string;
  readonly reason: string;
}

export function correct(collections: Collections): Transaction<Correction, PostedOnce> {
  return postOnce(collections, ({ accountId, amountScale8, reference, reason }) =>
    newJournal({
      _id: `correction:${accountId}:${reference}`,
      kind: 'correction',
      accountId,
      lines: correctionLines(accountId, amountScale8),
      reference,
      reason,
      createdAt: new Date(),
    }),
  );
}
