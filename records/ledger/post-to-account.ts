/** Credits or debits an account by one journal, once per reference. */
import { fail } from '../../domain/errors';
import { formatScale8 } from '../../domain/money';
import type { Collections } from '../collections';
import type { JournalDocument } from '../documents/journal';
import type { WebhookEventDocument } from '../documents/webhook-event';
import { type Posted, type Posting, postOnce, refusedAmount } from './post-once';
import { readBatch } from './reads';
import { insert, type Step, type Transaction } from './writes';

interface AccountChange {
  readonly accountId: string;
  /** Above zero: a credit to the account. Below: a debit. */
  readonly amountScale8: bigint;
}

const INT64_MAX = 2n ** 63n - 1n;

/**
 * Fails as `postOnce`, with `not_found` for an unknown account, and with `invalid_request` for more
 * than the available balance or the maximum balance.
 * @param eventOf what webhooks tell about it; absent for nothing
 */
export function postToAccount<Request extends AccountChange>(
  collections: Collections,
  journalOf: (request: Request) => JournalDocument,
  eventOf?: (
    journal: JournalDocument,
    accountId: string,
    amountScale8: bigint,
  ) => WebhookEventDocument,
): Transaction<Request, Posted<'posted'>> {
  return postOnce(collections, journalOf, async (postings) => {
    const accountIds = postings.map(({ request }) => request.accountId);
    const read = { accounts: accountIds, balances: accountIds };
    const { accounts, balances } = await readBatch(collections, read);
    return postings.map(({ request, journal }: Posting<Request>): Step<Posted<'posted'>> => {
      const { accountId, amountScale8 } = request;
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
  });
}
