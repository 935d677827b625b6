/**
 * The journals of a day, live and archived, by time and id. Each page is read in one snapshot: a
 * journal that moves into the archive meanwhile is read once, and no snapshot lasts for long.
 */
import { unionWithArchive } from '../archive/with-archive';
import type { Day } from '../closings/day-sums';
import type { Records } from '../connect';
import type { JournalDocument } from '../documents/journal';
import { atOneMoment } from '../mongodb/at-one-moment';

export type JournalSources = Pick<Records, 'connection' | 'journals'>;

/** Few: the process does other work between two pages. */
const JOURNALS_PER_PAGE = 500;

export async function* journalsOfDay(
  { connection, journals }: JournalSources,
  { from, until }: Day,
): AsyncGenerator<JournalDocument[]> {
  let behind = { createdAt: from, _id: '' };
  for (;;) {
    const { createdAt: at, _id: id } = behind;
    const range = { $gte: at, $lt: until };
    const sorted = [{ $sort: { createdAt: 1, _id: 1 } }, { $limit: JOURNALS_PER_PAGE }];
    const isBehind = { $or: [{ createdAt: { $gt: at } }, { _id: { $gt: id } }] };
    const part = [{ $match: { createdAt: range, ...isBehind } }, ...sorted];
    const stages = [...part, unionWithArchive('journals', part), ...sorted];
    const page = await atOneMoment(connection, (session) =>
      journals.aggregate<JournalDocument>(stages, { session }).toArray(),
    );
    yield page;
    const last = page.at(-1);
    if (!last || page.length < JOURNALS_PER_PAGE) return;
    behind = last;
  }
}
