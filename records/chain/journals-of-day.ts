/**
 * The journals of a day, live and archived, by time and id. Each page is read in one snapshot: a
 * journal that moves into the archive meanwhile is read once, and no snapshot lasts for long.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { unionWithArchive } from '../archive/with-archive';
import { atOneMoment } from '../mongodb/at-one-moment';
import type { Day } from '../closings/day-sums';
import type { Records } from '../connect';
import type { JournalDocument } from '../documents/journal';
import { isUnavailable } from '../mongodb/unavailable';
import { journalText } from './canonical';

export type JournalSources = Pick<Records, 'connection' | 'journals'>;

/** Few: the process does other work between two pages. */
const JOURNALS_PER_PAGE = 500;
const TRIES = 5;
const PAUSE_MS = 500;

interface Position {
  readonly at: Date;
  readonly id: string;
}

/** Of one time and id: the journal, or what a mixed backup left in both places. */
interface Place {
  readonly _id: Position;
  readonly journals: readonly JournalDocument[];
}

export async function* journalsOfDay(
  sources: JournalSources,
  { from, until }: Day,
): AsyncGenerator<JournalDocument[]> {
  let behind: Position = { at: from, id: '' };
  for (;;) {
    const places = await readPage(sources, behind, until);
    if (places.length > 0) yield places.flatMap(({ journals }) => differing(journals));
    const last = places.at(-1);
    if (!last || places.length < JOURNALS_PER_PAGE) return;
    behind = last._id;
  }
}

async function readPage(
  { connection, journals }: JournalSources,
  { at, id }: Position,
  until: Date,
): Promise<Place[]> {
  const isBehind = {
    createdAt: { $gte: at, $lt: until },
    $or: [{ createdAt: { $gt: at } }, { _id: { $gt: id } }],
  };
  const part = [
    { $match: isBehind },
    { $sort: { createdAt: 1, _id: 1 } },
    { $limit: JOURNALS_PER_PAGE },
  ];
  const stages = [
    ...part,
    unionWithArchive('journals', part),
    { $group: { _id: { at: '$createdAt', id: '$_id' }, journals: { $push: '$$ROOT' } } },
    { $sort: { '_id.at': 1, '_id.id': 1 } },
    { $limit: JOURNALS_PER_PAGE },
  ];
  for (let tries = 1; ; tries += 1) {
    try {
      return await atOneMoment(connection, (session) =>
        journals.aggregate<Place>(stages, { session }).toArray(),
      );
    } catch (err) {
      if (tries === TRIES || !isUnavailable(err)) throw err;
      await delay(PAUSE_MS);
    }
  }
}

/** A record that is in both places with one content counts once. */
function differing(journals: readonly JournalDocument[]): readonly JournalDocument[] {
  if (journals.length === 1) return journals;
  return [...new Map(journals.map((journal) => [journalText(journal), journal])).values()];
}
