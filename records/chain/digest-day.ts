/**
 * The digest of a closed day: SHA-256 over its journals, its closings, its record and the digest of
 * the day before it. So the digest of a day stands for all days until then.
 */
import { type Hash, createHash } from 'node:crypto';
import type { ClosedDayDocument, DayChain } from '../closed-day';
import type { Records } from '../connect';
import type { JournalDocument } from '../journal';
import { SCAN_MAX_MS } from '../read-limits';
import { closingText, journalText } from './canonical';

const HOURS = 24;
const HOUR_MS = 3_600_000;
/** Another way to compute digests needs another name. */
const SCHEME = 'tokenbook closed day 1';

/** One digest for each hour, so that a difference is found within it. */
export class HourDigests {
  private readonly hashes: readonly Hash[];

  constructor(private readonly from: Date) {
    this.hashes = Array.from({ length: HOURS }, () => createHash('sha256'));
  }

  /** In the order of `journalsOfDay`. */
  add(journal: JournalDocument): void {
    const hour = Math.floor((journal.createdAt.getTime() - this.from.getTime()) / HOUR_MS);
    this.hashes[hour]!.update(`${journalText(journal)}\n`);
  }

  /** Hexadecimal, of the hours from 0 to 23. */
  end(): string[] {
    return this.hashes.map((hash) => hash.digest('hex'));
  }
}

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
  { previous, hours, closings }: Omit<DayChain, 'digest'>,
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
    hours,
    closings,
  ]);
  return createHash('sha256').update(text).digest('hex');
}
