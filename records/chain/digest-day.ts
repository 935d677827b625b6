/**
 * The digest of a closed day: SHA-256 over its journals, its closings, its record and the digest of
 * the day before it. So the digest of a day stands for all days until then.
 */
import { createHash } from 'node:crypto';
import type { Records } from '../connect';
import type { ClosedDayDocument } from '../documents/closed-day';
import type { JournalDocument } from '../documents/journal';
import { SCAN_MAX_MS } from '../mongodb/read-limits';
import { closingText, journalText } from './canonical';
import { type JournalSources, journalsOfDay } from './journals-of-day';

export type DigestSources = JournalSources & Pick<Records, 'closings'>;

/** Another way to compute digests needs another name. */
const SCHEME = 'tokenbook closed day 1';

/**
 * @param before the closed day before it, if any
 * @param see is given each journal
 */
export async function digestDay(
  sources: DigestSources,
  day: ClosedDayDocument,
  before: ClosedDayDocument | null,
  see: (journal: JournalDocument) => void = () => undefined,
): Promise<string> {
  const { _id, from, until, journals, lastJournalId, digest } = day;
  return sha256([
    JSON.stringify([
      SCHEME,
      _id,
      from.toISOString(),
      until.toISOString(),
      before?.chain ? [before._id, before.chain.digest] : null,
      String(journals),
      lastJournalId,
      digest,
      String(day.postedImbalanceScale8),
      String(day.pendingImbalanceScale8),
      await sha256(journalTexts(sources, day, see)),
      await sha256(closingTexts(sources, day)),
    ]),
  ]);
}

async function* journalTexts(
  sources: JournalSources,
  day: ClosedDayDocument,
  see: (journal: JournalDocument) => void,
): AsyncGenerator<string> {
  let last = '';
  for await (const page of journalsOfDay(sources, day)) {
    let texts = '';
    for (const journal of page) {
      const text = `${journalText(journal)}\n`;
      if (text === last) continue; // what a mixed backup left in both places counts once
      last = text;
      texts += text;
      see(journal);
    }
    yield texts;
  }
}

/** By account. */
async function* closingTexts(
  { closings }: Pick<Records, 'closings'>,
  { _id: day }: ClosedDayDocument,
): AsyncGenerator<string> {
  const ofDay = { _id: { $gte: `${day} `, $lt: `${day}!` } };
  const found = closings.find(ofDay, { maxTimeMS: SCAN_MAX_MS }).sort({ _id: 1 });
  for await (const closing of found) yield `${closingText(closing)}\n`;
}

async function sha256(texts: Iterable<string> | AsyncIterable<string>): Promise<string> {
  const hash = createHash('sha256');
  for await (const text of texts) hash.update(text);
  return hash.digest('hex');
}
