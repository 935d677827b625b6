/**
 * Prompts that buyers leave unpaid: one who leaves a stream before its first byte pays nothing, although
 * its seller has worked, up to a bound of prompt tokens an account and hour. The hour begins with the first
 * of them. Counted in MongoDB, in one conditional write: what Redis holds may be forged, and would charge
 * somebody. A process that dies between the count and the end of the order counts its prompt twice.
 */
import { asDouble } from '../../records/collections';
import type { Records } from '../../records/connect';
import { writable } from '../../records/mongodb/writable';

const HOUR_MS = 3_600_000;

interface LeftPrompt {
  readonly accountId: string;
  readonly promptTokens: number;
}

/** Counts the prompt if it is free. @returns false when it must be paid: more than `freeTokens` would be unpaid */
export async function mayLeaveUnpaid(
  { accounts }: Pick<Records, 'accounts'>,
  { accountId, promptTokens }: LeftPrompt,
  freeTokens: number,
): Promise<boolean> {
  const isCurrent = { $gt: ['$unpaidPrompts.since', { $subtract: ['$$NOW', HOUR_MS] }] };
  const unpaid = { $cond: [isCurrent, '$unpaidPrompts.tokens', asDouble(0)] };
  const tokens = { $add: [unpaid, asDouble(promptTokens)] };
  const since = { $cond: [isCurrent, '$unpaidPrompts.since', '$$NOW'] };
  const counted = await writable(accounts).findOneAndUpdate(
    { _id: accountId, $expr: { $lte: [tokens, freeTokens] } },
    [{ $set: { unpaidPrompts: { since, tokens } } }],
  );
  return counted !== null;
}
