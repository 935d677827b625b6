/** Puts money into an account, once per reference. */
import { fail } from '../../domain/errors';
import type { Collections } from '../collections';
import type { JournalDocument } from '../journal';
import { depositLines, newJournal } from './journal-lines';
import { readBatch } from './reads';
import { repeatedReference } from './references';
import { insert, type Step, type Transaction } from './writes';

export interface Deposit {
  readonly accountId: string;
  readonly amountScale8: bigint;
  readonly reference: string;
}

export interface DepositResult {
  readonly status: 'deposited' | 'duplicate';
  readonly journal: JournalDocument;
}

const INT64_MAX = 2n ** 63n - 1n;

/**
 * Fails with `not_found` for an unknown account, with `idempotency_conflict` for a reference that
 * was used with another amount, and with `invalid_request` when the balance cannot hold the amount.
 */
export function deposit(collections: Collections): Transaction<Deposit, DepositResult> {
  return {
    async plan(requests) {
      const accountIds = requests.map(({ accountId }) => accountId);
      const { journals, accounts, balances } = await readBatch(collections, {
        journals: requests.map(journalId),
        accounts: accountIds,
        balances: accountIds,
      });
      return requests.map((request): Step<DepositResult> => {
        const { accountId, amountScale8 } = request;
        const known = journals.get(journalId(request));
        if (known) return repeatedReference(known, depositJournal(request));
        if (!accounts.has(accountId)) return { kind: 'failure', error: fail('not_found') };
        const posted = balances.get(accountId)?.postedScale8 ?? 0n;
        if (posted > INT64_MAX - amountScale8) {
          const message = 'The balance would pass the largest amount.';
          return { kind: 'failure', error: fail('invalid_request', { param: 'amount', message }) };
        }
        const journal = depositJournal(request);
        return {
          kind: 'write',
          writes: {
            balance: { accountId, postedScale8: amountScale8, heldScale8: 0n, neededScale8: 0n },
            journals: [insert(journal)],
          },
          answer: { status: 'deposited', journal },
        };
      });
    },
  };
}

function journalId({ accountId, reference }: Deposit): string {
  return `deposit:${accountId}:${reference}`;
}

function depositJournal(request: Deposit): JournalDocument {
  const { accountId, amountScale8, reference } = request;
  return newJournal({
    _id: journalId(request),
    kind: 'deposit',
    accountId,
    lines: depositLines(accountId, amountScale8),
    reference,
    createdAt: new Date(),
  });
}
