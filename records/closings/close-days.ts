/**
 * Closes the days of the ledger, oldest first. Repetition, by several processes at once too, writes
 * the same closings: the fence is raised before the journals of a day are summed, so none is added
 * afterwards (day-fence.ts). A day is closed once its record exists; a crash before leaves closings
 * that the next run writes again.
 */
import type { mongo } from 'mongoose';
import { type PastSources, pastJournals } from '../archive/past';
import type { Records } from '../connect';
import type { ClosedDayDocument } from '../documents/closed-day';
import { asDouble } from '../collections';
import { SCAN_MAX_MS } from '../mongodb/read-limits';
import { writable } from '../mongodb/writable';
import { accountSums, type Day, digestSums, ofDay, phaseSums } from './day-sums';
import { raiseDayFence } from './raise-day-fence';

type Sources = PastSources & Pick<Records, 'connection' | 'closings' | 'closedDays' | 'dayFences'>;

/**
 * A day is closed this long after its end. Processes of an earlier release do not know the fence, and
 * date their journals by their own clocks.
 */
export const CLOSING_DELAY_MS = 60 * 60_000;

const DAY_MS = 86_400_000;
const DUPLICATE_KEY = 11_000;
/** In the session of the raised fence: with all that was committed before it, and a majority has. */
const SCAN = {
  allowDiskUse: true,
  maxTimeMS: SCAN_MAX_MS,
  readConcern: { level: 'majority' },
} as const;

/**
 * @param now the time by MongoDB's clock
 * @param daysMax closed at most
 * @returns the number of closed days
 */
export async function closeDays(sources: Sources, now: Date, daysMax = Infinity): Promise<number> {
  let closed = 0;
  let last = await newestClosedDay(sources);
  while (closed < daysMax) {
    const day = await nextDay(sources, last);
    if (!day || now.getTime() < day.until.getTime() + CLOSING_DELAY_MS) break;
    last = await closeDay(sources, day, last, now);
    closed += 1;
  }
  return closed;
}

export function newestClosedDay({
  closedDays,
}: Pick<Records, 'closedDays'>): Promise<ClosedDayDocument | null> {
  return closedDays.find({}).sort({ _id: -1 }).limit(1).next();
}

/** The first day with a journal after the last closed one. */
async function nextDay(
  records: Sources,
  last: Pick<ClosedDayDocument, 'until'> | null,
): Promise<Day | null> {
  const [first] = await pastJournals(records).page({
    filter: last ? { createdAt: { $gte: last.until } } : {},
    sorting: 'oldest',
    limit: 1,
    projection: { createdAt: 1 },
  });
  if (!first) return null;
  const from = Math.floor(first.createdAt.getTime() / DAY_MS) * DAY_MS;
  return { from: new Date(from), until: new Date(from + DAY_MS) };
}

async function closeDay(
  sources: Sources,
  day: Day,
  last: ClosedDayDocument | null,
  now: Date,
): Promise<ClosedDayDocument> {
  const summary = await sources.connection.getClient().withSession(async (session) => {
    await raiseDayFence(sources, day.until, session);
    await writeClosings(sources, day, session);
    return summaryOf(sources, day, last, session);
  });
  const closed = { ...summary, closedAt: now };
  try {
    await writable(sources.closedDays).insertOne({
      ...closed,
      journals: asDouble(closed.journals),
    });
  } catch (err) {
    if ((err as { code?: number }).code !== DUPLICATE_KEY) throw err; // another process was first
  }
  return closed;
}

/** Of each account with journals on the day, from its previous closing. */
async function writeClosings(
  { journals, closings }: Sources,
  day: Day,
  session: mongo.ClientSession,
): Promise<void> {
  const previous = { $first: '$previous.total' };
  const units = (sum: string) => ({ $toLong: `$${sum}` });
  const total = (field: string, sum: unknown) => ({
    $add: [{ $ifNull: [{ $getField: { field, input: previous } }, 0] }, sum],
  });
  const sums = {
    postedScale8: units('posted'),
    heldScale8: units('held'),
    earnedScale8: units('earned'),
    journals: { $toDouble: '$journals' },
  };
  await journals
    .aggregate(
      [
        ...ofDay(day),
        ...accountSums(),
        {
          $lookup: {
            from: closings.collectionName,
            localField: '_id',
            foreignField: 'account',
            pipeline: [
              { $match: { until: { $lte: day.from } } },
              { $sort: { until: -1 } },
              { $limit: 1 },
            ],
            as: 'previous',
          },
        },
        {
          $project: {
            _id: { $concat: [`${nameOf(day)} `, '$_id'] },
            account: '$_id',
            until: day.until,
            day: sums,
            total: Object.fromEntries(
              Object.entries(sums).map(([field, sum]) => [field, total(field, sum)]),
            ),
          },
        },
        { $merge: { into: closings.collectionName, whenMatched: 'replace' } },
      ],
      { ...SCAN, session },
    )
    .toArray();
}

async function summaryOf(
  { journals }: Sources,
  day: Day,
  last: ClosedDayDocument | null,
  session: mongo.ClientSession,
): Promise<Omit<ClosedDayDocument, 'closedAt'>> {
  const digests = await journals
    .aggregate<Pick<ClosedDayDocument, 'journals' | 'digest' | 'lastJournalId'>>(
      [...ofDay(day), ...digestSums()],
      { ...SCAN, session },
    )
    .toArray();
  const { journals: count = 0, digest = '0', lastJournalId = '' } = digests[0] ?? {};
  const phases = await journals
    .aggregate<{ _id: string; imbalance: bigint }>(
      [...ofDay(day), ...phaseSums(), { $set: { imbalance: { $toLong: '$imbalance' } } }],
      { ...SCAN, session },
    )
    .toArray();
  const imbalanceOf = (phase: string) =>
    BigInt(phases.find(({ _id }) => _id === phase)?.imbalance ?? 0n);
  return {
    _id: nameOf(day),
    ...day,
    journals: count,
    digest,
    lastJournalId,
    postedImbalanceScale8: (last?.postedImbalanceScale8 ?? 0n) + imbalanceOf('posted'),
    pendingImbalanceScale8: (last?.pendingImbalanceScale8 ?? 0n) + imbalanceOf('pending'),
  };
}

function nameOf({ from }: Day): string {
  return from.toISOString().slice(0, 10);
}
