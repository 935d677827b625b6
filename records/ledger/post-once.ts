/**
 * Deposits, corrections and payouts: one journal each, once per its id, which contains the reference
 * of the request. A repetition finds the journal and changes nothing.
 */
import { fail } from '../../domain/errors';
import type { Collections } from '../collections';
import type { JournalDocument } from '../documents/journal';
import { byId } from './reads';
import type { Step, Transaction } from './writes';

export interface Posting<Request> {
  readonly request: Request;
  readonly journal: JournalDocument;
}

export interface Posted<Status extends string> {
  readonly status: Status | 'duplicate';
  readonly journal: JournalDocument;
}

/**
 * Fails with `idempotency_conflict` for a reference that was used with another amount.
 * @param stepsOf what posts them for the first time; one for each
 */
export function postOnce<Request, Status extends string>(
  { journals }: Pick<Collections, 'journals'>,
  journalOf: (request: Request) => JournalDocument,
  stepsOf: (postings: readonly Posting<Request>[]) => Promise<Step<Posted<Status>>[]>,
): Transaction<Request, Posted<Status>> {
  return {
    async plan(requests) {
      const postings = requests.map((request) => ({ request, journal: journalOf(request) }));
      const ids = postings.map(({ journal }) => journal._id);
      const [known, steps] = await Promise.all([byId(journals, ids), stepsOf(postings)]);
      return postings.map(({ journal }, at) => {
        const posted = known.get(journal._id);
        return posted ? repeated(posted, journal) : steps[at]!;
      });
    },
  };
}

function repeated(known: JournalDocument, asked: JournalDocument): Step<Posted<never>> {
  const [was, is] = [known.lines[0], asked.lines[0]];
  if (was?.amountScale8 === is?.amountScale8 && was?.side === is?.side) {
    return { kind: 'answer', answer: { status: 'duplicate', journal: known } };
  }
  const message = 'The reference was used with another amount.';
  return { kind: 'failure', error: fail('idempotency_conflict', { param: 'reference', message }) };
}

/** Of more than the payable or available balance, or beyond the maximum one. */
export function refusedAmount(message: string): Step<never> {
  return { kind: 'failure', error: fail('invalid_request', { param: 'amount', message }) };
}
