/** What a buyer reads of the sellers that were asked in vain. The attempts of its order have recorded it. */
import { type AskedEnd, type AskedSeller, namingAsked } from '../../domain/asked-sellers';
import type { Refusal } from '../../domain/chat';
import type { Records } from '../../records/connect';
import type { FillDocument } from '../../records/documents/fill';
import type { DispatchOutcome, FailureReason } from '../dispatch/outcome';

const ENDS: Readonly<Record<FailureReason, AskedEnd>> = {
  address_refused: 'unreachable',
  connect_failed: 'unreachable',
  connect_timeout: 'unreachable',
  connection_lost: 'connection_lost',
  first_byte_timeout: 'silence',
  silence: 'silence',
  first_token_timeout: 'too_slow',
  answer_timeout: 'too_slow',
  deadline: 'deadline',
  status: 'status',
  malformed: 'malformed',
  answer_too_large: 'too_large',
  seller_error: 'error_object',
  unfinished: 'unfinished',
  no_connection: 'no_connection',
  exchange_fault: 'exchange',
  dns_failed: 'exchange',
  aborted: 'unknown',
};

/** Ends that are true whatever the exchange did meanwhile. */
const OUR_LIMITS: readonly AskedEnd[] = ['deadline', 'no_connection', 'unknown'];

/** Outcomes of attempts that delivered nothing. */
export type EndedAttempt = Extract<DispatchOutcome, { status: unknown }>;

export function endOf(outcome: EndedAttempt): AskedEnd {
  if (outcome.kind === 'throttled') return 'busy';
  if (outcome.kind === 'refused_request') return 'refused';
  const end = ENDS[outcome.reason];
  return outcome.blame === 'none' && !OUR_LIMITS.includes(end) ? 'exchange' : end;
}

/** The refusal with the sellers that were asked, as text and as fields. */
export async function withAsked(
  { fills }: Pick<Records, 'fills'>,
  orderId: string,
  refusal: Refusal,
): Promise<Refusal> {
  const asked = await askedFor(fills, orderId);
  if (asked.length === 0) return refusal;
  const { passed, message } = refusal;
  // A seller's refusal keeps its own words.
  return { ...refusal, asked, message: passed ? message : namingAsked(message, asked) };
}

async function askedFor(fills: Records['fills'], orderId: string): Promise<AskedSeller[]> {
  return askedIn(await fills.find({ orderId }).toArray());
}

/** In the order in which they were asked first. */
export function askedIn(ofOrder: readonly FillDocument[]): AskedSeller[] {
  const attempts = ofOrder
    .flatMap(({ sellerId, attempts: rows }) => rows.map((row) => ({ ...row, sellerId })))
    .sort((a, b) => a.startedAt.getTime() - b.startedAt.getTime() || a.number - b.number);
  const asked = new Map<string, AskedSeller>();
  for (const { sellerId, end, status = null } of attempts) {
    const times = (asked.get(sellerId)?.attempts ?? 0) + 1;
    asked.set(sellerId, {
      seller_id: sellerId,
      attempts: times,
      reason: end ?? 'unknown',
      status,
    });
  }
  return [...asked.values()];
}
