/**
 * The digest of a closed day: SHA-256 over its journals, its closings, its record and the digest of
 * the day before it. So the digest of a day stands for all days until then.
 */
import { createHash } from 'node:crypto';
import type { ClosedDayDocument, DayChain } from '../documents/closed-day';
import type { Records } from '../connect';
import { SCAN_MAX_MS } from '../mongodb/read-limits';
import { closingText } from './canonical';

/** Another way to compute digests needs another name. */
const SCHEME = 'tokenbook closed day 1';

/** Of the closings of a day by account. */
export async function digestClosings(
  { closings }: Pick<Records, 'closings'>,
  day: string,
): Promise<string> {
  const hash = createHash('sha256');
  const found = closings.find({ _id: ofDayId(day) }, { maxTimeMS: SCAN_MAX_MS }).sort({ _id: 1 });
  for await (const closing of found) hash.update(`${closingText(closing)}\n`);
  return hash.digest('hex');
}

/** Ids of the closings of a day. */
export function ofDayId(day: string) {
  return { $gte: `${day} `, $lt: `${day}!` };
}

/** Of the record of a day and what it is chained to. */
export function digestDay(
  day: ClosedDayDocument,
  { previous, journals: ofJournals, closings }: Omit<DayChain, 'digest'>,
): string {
  const { _id, from, until, journals, lastJournalId, digest } = day;
  const text = JSON.stringify([
    SCHEME,
    _id,
    from.toISOString(),
    until.toISOString(),
    previous && [previous.day, previous.digest],
    String(journals),
    lastJournalId,
    digest,
    String(day.postedImbalanceScale8),
    String(day.pendingImbalanceScale8),
    ofJournals,
    closings,
  ]);
  return createHash('sha256').update(text).digest('hex');
}
