/** Credits or debits an account by one journal, once per reference. */
import { fail } from '../../domain/errors';
import { formatScale8 } from '../../domain/money';
import type { Collections } from '../collections';
import type { JournalDocument } from '../journal';
import type { WebhookEventDocument } from '../webhook-event';
import { readBatch } from './reads';
import { repeatedReference } from './references';
import { insert, type Step, type Transaction } from './writes';

interface Posting {
  readonly accountId: string;
  /** Above zero: a credit to the account. Below: a debit. */
  readonly amountScale8: bigint;
}

export interface PostedOnce {
  readonly status: 'posted' | 'duplicate';
  readonly journal: JournalDocument;
}

const INT64_MAX = 2n ** 63n - 1n;

/**
 * Fails with `not_found` for an unknown account, with `idempotency_conflict` for a reference that
 * was used with another amount, and with `invalid_request` for more than the available balance or
 * the maximum balance.
 * @param journalOf the journal of a request; its id contains the reference
 * @param eventOf what webhooks tell about it; absent for nothing
 */
export function postOnce<Request extends Posting>(
  collections: Collections,
  journalOf: (request: Request) => JournalDocument,
  eventOf?: (
    journal: JournalDocument,
    accountId: string,
    amountScale8: bigint,
  ) => WebhookEventDocument,
): Transaction<Request, PostedOnce> {
  return {
    async plan(requests) {
      const postings = requests.map((request) => ({ request, journal: journalOf(request) }));
      const accountIds = requests.map(({ accountId }) => accountId);
      const { journals, accounts, balances } = await readBatch(collections, {
        journals: postings.map(({ journal }) => journal._id),
        accounts: accountIds,
        balances: accountIds,
      });
      return postings.map(({ request, journal }): Step<PostedOnce> => {
        const { accountId, amountScale8 } = request;
        const known = journals.get(journal._id);
        if (known) return repeatedReference(known, journal);
        if (!accounts.has(accountId)) return { kind: 'failure', error: fail('not_found') };
        const { postedScale8 = 0n, heldScale8 = 0n } = balances.get(accountId) ?? {};
        const availableScale8 = postedScale8 - heldScale8;
        if (availableScale8 + amountScale8 < 0n) {
          return refusedAmount(`Only ${formatScale8(availableScale8)} USD are available.`);
        }
        if (postedScale8 > INT64_MAX - amountScale8) {
          return refusedAmount('The balance would exceed the maximum amount.');
        }
        const neededScale8 = amountScale8 < 0n ? -amountScale8 : 0n;
        return {
          kind: 'write',
          writes: {
            balance: { accountId, postedScale8: amountScale8, heldScale8: 0n, neededScale8 },
            journals: [insert(journal)],
            ...(eventOf
              ? { webhookEvents: [insert(eventOf(journal, accountId, amountScale8))] }
              : {}),
          },
          answer: { status: 'posted', journal },
        };
      });
    },
  };
}

function refusedAmount(message: string): Step<PostedOnce> {
  return { kind: 'failure', error: fail('invalid_request', { param: 'amount', message }) };
}
