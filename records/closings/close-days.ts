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
import {
  closingsOf,
  type Day,
  dayName,
  type Digest,
  digestSums,
  NO_JOURNALS,
  ofDay,
  imbalances,
} from './day-sums';
import { raiseDayFence } from './raise-day-fence';
import { isDuplicate } from '../mongodb/duplicate-key';

type Sources = PastSources & Pick<Records, 'connection' | 'closings' | 'closedDays' | 'dayFences'>;

/**
 * A day is closed this long after its end. Processes of an earlier release do not know the fence, and
 * date their journals by their own clocks.
 */
export const CLOSING_DELAY_MS = 60 * 60_000;

const DAY_MS = 86_400_000;
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
    const { journals, closings } = sources;
    const merge = { $merge: { into: closings.collectionName, whenMatched: 'replace' } };
    await journals.aggregate([...closingsOf(day), merge], { ...SCAN, session }).toArray();
    return summaryOf(sources, day, last, session);
  });
  const closed = { ...summary, closedAt: now };
  try {
    await writable(sources.closedDays).insertOne({
      ...closed,
      journals: asDouble(closed.journals),
    });
  } catch (err) {
    if (!isDuplicate(err)) throw err; // another process was first
  }
  return closed;
}

async function summaryOf(
  { journals }: Sources,
  day: Day,
  last: ClosedDayDocument | null,
  session: mongo.ClientSession,
): Promise<Omit<ClosedDayDocument, 'closedAt'>> {
  const sum = <Sums extends object>(stages: mongo.BSON.Document[]) =>
    journals.aggregate<Sums>([...ofDay(day), ...stages], { ...SCAN, session }).next();
  const digest = await sum<Digest>(digestSums());
  const moved = await sum<{ posted: bigint; pending: bigint }>(imbalances());
  return {
    _id: dayName(day),
    ...day,
    ...(digest ?? NO_JOURNALS),
    postedImbalanceScale8: (last?.postedImbalanceScale8 ?? 0n) + BigInt(moved?.posted ?? 0n),
    pendingImbalanceScale8: (last?.pendingImbalanceScale8 ?? 0n) + BigInt(moved?.pending ?? 0n),
  };
}
