/** Deposits money into an account, once per reference. Fails like `postToAccount`. */
import type { Collections } from '../collections';
import { depositEvent } from '../webhooks/events';
import { depositLines, newJournal } from './journal-lines';
import type { Posted } from './post-once';
import { postToAccount } from './post-to-account';
import type { Transaction } from './writes';

export interface Deposit {
  readonly accountId: string;
  /** Above zero. */
  readonly amountScale8: bigint;
  readonly reference: string;
}

export function deposit(collections: Collections): Transaction<Deposit, Posted<'posted'>> {
  return postToAccount(
    collections,
    ({ accountId, amountScale8, reference }) =>
      newJournal({
        _id: `deposit:${accountId}:${reference}`,
        kind: 'deposit',
        accountId,
        lines: depositLines(accountId, amountScale8),
        reference,
        createdAt: new Date(),
      }),
    depositEvent,
  );
}
