/**
 * The journals of a day, live and archived, by time and id. Each page is read in one snapshot: a
 * journal that moves into the archive meanwhile is read once, and no snapshot lasts for long.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { mongo } from 'mongoose';
import { atOneMoment } from '../at-one-moment';
import type { Day } from '../closings/day-sums';
import type { Records } from '../connect';
import type { JournalDocument } from '../journal';
import type { ReadCollection } from '../read-collection';
import { isUnavailable } from '../unavailable';
import { journalText } from './canonical';

export type JournalSources = Pick<Records, 'connection' | 'journals' | 'archivedJournals'>;

/** Few: the process does other work between two pages. */
const JOURNALS_PER_PAGE = 500;
const TRIES = 5;
const PAUSE_MS = 500;

interface Position {
  readonly at: Date;
  readonly id: string;
}

export async function* journalsOfDay(
  sources: JournalSources,
  { from, until }: Day,
): AsyncGenerator<JournalDocument[]> {
  let behind: Position = { at: from, id: '' };
  for (;;) {
    const lists = await readPage(sources, behind, until);
    const page = merged(lists);
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (!last || lists.every(isLast)) return;
    behind = { at: last.createdAt, id: last._id };
  }
}

async function readPage(
  { connection, journals, archivedJournals }: JournalSources,
  behind: Position,
  until: Date,
): Promise<JournalDocument[][]> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await atOneMoment(connection, async (session) => [
        await readBehind(journals, behind, until, session),
        await readBehind(archivedJournals, behind, until, session),
      ]);
    } catch (err) {
      if (tries === TRIES || !isUnavailable(err)) throw err;
      await delay(PAUSE_MS);
    }
  }
}

function readBehind(
  journals: ReadCollection<JournalDocument>,
  { at, id }: Position,
  until: Date,
  session: mongo.ClientSession,
): Promise<JournalDocument[]> {
  return journals
    .find(
      {
        createdAt: { $gte: at, $lt: until },
        $or: [{ createdAt: { $gt: at } }, { _id: { $gt: id } }],
      },
      { session },
    )
    .sort({ createdAt: 1, _id: 1 })
    .limit(JOURNALS_PER_PAGE)
    .toArray();
}

function isLast(list: readonly JournalDocument[]): boolean {
  return list.length < JOURNALS_PER_PAGE;
}

/** As far as every list reaches. A record that is in both places with one content counts once. */
function merged(lists: readonly JournalDocument[][]): JournalDocument[] {
  const ends = lists.filter((list) => !isLast(list)).map((list) => list.at(-1)!);
  const all = lists.flat().sort(compare);
  return all.filter((journal, index) => {
    if (ends.some((end) => compare(journal, end) > 0)) return false;
    const previous = all[index - 1];
    const isTwice = previous !== undefined && compare(previous, journal) === 0;
    return !isTwice || journalText(previous) !== journalText(journal);
  });
}

/** In the order of MongoDB, which compares texts by their bytes in UTF-8. */
function compare(one: JournalDocument, other: JournalDocument): number {
  const byTime = one.createdAt.getTime() - other.createdAt.getTime();
  return byTime || Buffer.compare(Buffer.from(one._id), Buffer.from(other._id));
}
