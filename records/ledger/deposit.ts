/** Deposits money into an account, once per reference. Fails like `postOnce`. */
import type { Collections } from '../collections';
import { depositEvent } from '../webhooks/events';
import { depositLines, newJournal } from './journal-lines';
import { type PostedOnce, postOnce } from './post-once';
import type { Transaction } from './writes';

export interface Deposit {
  readonly accountId: string;
  /** Above zero. */
  readonly amountScale8: bigint;
  readonly reference: string;
}

export function deposit(collections: Collections): Transaction<Deposit, PostedOnce> {
  return postOnce(
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
