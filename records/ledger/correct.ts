/**
 * Corrects an account: a new journal with a reason, once per reference. Earlier postings stay
 * unchanged. A debit never exceeds the available balance. Fails like `postToAccount`.
 */
import type { Collections } from '../collections';
import { correctionLines, newJournal } from './journal-lines';
import type { Posted } from './post-once';
import { postToAccount } from './post-to-account';
import type { Transaction } from './writes';

export interface Correction {
  readonly accountId: string;
  /** Above zero: a credit to the account. Below: a debit. */
  readonly amountScale8: bigint;
  readonly reference: string;
  readonly reason: string;
}

export function correct(collections: Collections): Transaction<Correction, Posted<'posted'>> {
  return postToAccount(collections, ({ accountId, amountScale8, reference, reason }) =>
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
