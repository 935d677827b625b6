/**
 * Corrects an account: a new journal with a reason, once per reference. What was posted before stays
 * as it is. A correction takes no more than is available.
 */
import { fail } from '../../domain/errors';
import { formatScale8 } from '../../domain/money';
import type { Collections } from '../collections';
import type { JournalDocument } from '../journal';
import { correctionLines, newJournal } from './journal-lines';
import { readBatch } from './reads';
import { repeatedReference } from './references';
import { insert, type Step, type Transaction } from './writes';

export interface Correction {
  readonly accountId: string;
  /** Above zero: the account gets it. Below: it is taken from it. */
  readonly amountScale8: bigint;
  readonly reference: string;
  readonly reason: string;
}

export interface CorrectionResult {
  readonly status: 'corrected' | 'duplicate';
  readonly journal: JournalDocument;
}

const INT64_MAX = 2n ** 63n - 1n;

/**
 * Fails with `not_found` for an unknown account, with `idempotency_conflict` for a reference that
 * was used with another amount, and with `invalid_request` for more than is available, or more than
 * the balance can hold.
 */
export function correct(collections: Collections): Transaction<Correction, CorrectionResult> {
  return {
    async plan(requests) {
      const accountIds = requests.map(({ accountId }) => accountId);
      const { journals, accounts, balances } = await readBatch(collections, {
        journals: requests.map(journalId),
        accounts: accountIds,
        balances: accountIds,
      });
      return requests.map((request): Step<CorrectionResult> => {
        const { accountId, amountScale8 } = request;
        const journal = correctionJournal(request);
        const known = journals.get(journal._id);
        if (known) return repeatedReference(known, journal);
        if (!accounts.has(accountId)) return failure(fail('not_found'));
        const { postedScale8 = 0n, heldScale8 = 0n } = balances.get(accountId) ?? {};
        const availableScale8 = postedScale8 - heldScale8;
        if (availableScale8 + amountScale8 < 0n) {
          return refusedAmount(`Only ${formatScale8(availableScale8)} USD are available.`);
        }
        if (postedScale8 > INT64_MAX - amountScale8) {
          return refusedAmount('The balance would pass the largest amount.');
        }
        const neededScale8 = amountScale8 < 0n ? -amountScale8 : 0n;
        return {
          kind: 'write',
          writes: {
            balance: { accountId, postedScale8: amountScale8, heldScale8: 0n, neededScale8 },
            journals: [insert(journal)],
          },
          answer: { status: 'corrected', journal },
        };
      });
    },
  };
}

function refusedAmount(message: string): Step<CorrectionResult> {
  return failure(fail('invalid_request', { param: 'amount', message }));
}

function failure(error: Error): Step<CorrectionResult> {
  return { kind: 'failure', error };
}

function journalId({ accountId, reference }: Correction): string {
  return `correction:${accountId}:${reference}`;
}

function correctionJournal(request: Correction): JournalDocument {
  const { accountId, amountScale8, reference, reason } = request;
  return newJournal({
    _id: journalId(request),
    kind: 'correction',
    accountId,
    lines: correctionLines(accountId, amountScale8),
    reference,
    reason,
    createdAt: new Date(),
  });
}
