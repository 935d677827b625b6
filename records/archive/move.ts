/**
 * Moves finished records into the archive, oldest first. Each batch is one transaction, which writes
 * the copies and removes the originals: whatever dies, a record is in one place, and a snapshot sees
 * it once. A record of both places, as a mixed backup leaves it, is moved again.
 */
import type { mongo } from 'mongoose';
import { lowestUuidV7At } from '../../domain/ids';
import { eachAtOnce } from '../../fairness/each-at-once';
import { newestClosedDay } from '../closings/close-days';
import type { Records } from '../connect';
import { inTransaction } from '../mongodb/in-transaction';
import { isPermanent } from '../mongodb/permanent-error';
import type { ReadCollection } from '../mongodb/read-collection';
import { writable } from '../mongodb/writable';
import {
  ARCHIVED,
  ARCHIVE_AGE_MIN_MS,
  ARCHIVE_OF,
  type ArchivedName,
  timeOfRecord,
} from './archives';
import type { ArchivePositionDocument } from '../documents/archived';
import { CANDIDATE, type Candidate, movableOf } from './finished';
import type { PastSources } from './past';

type Sources = PastSources &
  Pick<Records, 'connection' | 'archivePositions' | 'closedDays' | 'contractOrders'>;

const RECORDS_PER_BATCH = 500;
const DAY_MS = 86_400_000;
/** A pass that is at its end begins again, for what ended late. */
const PASS_MS = DAY_MS;
/** The stored types are kept: a number of JavaScript would become an int32. */
const AS_STORED = { promoteValues: false, promoteLongs: false, useBigInt64: false } as const;

interface MoveOptions {
  /** Age of the youngest records that move; at least `ARCHIVE_AGE_MIN_MS`. */
  readonly ageMs: number;
  /** Begins no batch after this time. */
  readonly runMs: number;
  readonly now?: Date;
}

/**
 * Younger records stay. What the recent check of the invariants reads is of days that are not closed:
 * a day must lie between. @returns null while no day is closed
 */
async function archiveBefore(
  records: Pick<Sources, 'closedDays'>,
  ageMs: number,
  now = new Date(),
): Promise<Date | null> {
  const closed = await newestClosedDay(records);
  if (!closed) return null;
  const ageLimitMs = now.getTime() - Math.max(ageMs, ARCHIVE_AGE_MIN_MS);
  return new Date(Math.min(ageLimitMs, closed.until.getTime() - DAY_MS));
}

/**
 * A record that cannot be moved stays until the next pass, and holds up no other one.
 * @returns the number of moved records
 * @throws when records stay, after the others were moved
 */
export async function archiveFinished(records: Sources, options: MoveOptions): Promise<number> {
  const { ageMs, runMs, now = new Date() } = options;
  const before = await archiveBefore(records, ageMs, now);
  if (!before) return 0;
  const endsMs = performance.now() + runMs;
  let moved = 0;
  const errors: unknown[] = [];
  for (let isMore = true; isMore && performance.now() < endsMs;) {
    isMore = false;
    for (const of of ARCHIVED) {
      const step = await moveNext(records, of, before, now);
      moved += step.moved;
      isMore ||= step.isMore;
      errors.push(...step.errors);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `records stay: ${String(errors[0])}`);
  return moved;
}

/** Looks at the next records behind the position. */
async function moveNext(
  records: Sources,
  of: ArchivedName,
  before: Date,
  now: Date,
): Promise<{ readonly moved: number; readonly isMore: boolean; readonly errors: unknown[] }> {
  const position = await positionOf(records, of, now);
  const found = await candidatesBehind(records, of, position, before);
  const errors: unknown[] = [];
  const movable = await movableOf(records, of, found, before);
  const moved = await moveThose(records, of, movable, errors);
  const last = found.at(-1);
  const isMore = found.length === RECORDS_PER_BATCH;
  const looked = last && { behindId: last._id, behindAt: new Date(timeOfRecord(of, last)) };
  const { _id, ...reached } = { ...position, ...looked, reachedEndAt: isMore ? null : now };
  await writable(records.archivePositions).replaceOne({ _id }, reached, { upsert: true });
  return { moved, isMore, errors };
}

async function positionOf(
  { archivePositions }: Sources,
  of: ArchivedName,
  now: Date,
): Promise<ArchivePositionDocument> {
  const known = await archivePositions.findOne({ _id: of });
  const isOver =
    known?.reachedEndAt != null && now.getTime() >= known.startedAt.getTime() + PASS_MS;
  if (known && !isOver) return known;
  return { _id: of, behindId: '', behindAt: new Date(0), startedAt: now, reachedEndAt: null };
}

async function candidatesBehind(
  records: Sources,
  of: ArchivedName,
  { behindId, behindAt }: ArchivePositionDocument,
  before: Date,
): Promise<Candidate[]> {
  const isJournals = of === 'journals';
  const range = isJournals
    ? {
        createdAt: { $gte: behindAt, $lt: before },
        $or: [{ createdAt: { $gt: behindAt } }, { _id: { $gt: behindId } }],
      }
    : { _id: { $gt: behindId, $lt: lowestUuidV7At(before.getTime()) } };
  const live = records[of] as unknown as mongo.Collection<Candidate>;
  return live
    .find(range as mongo.Filter<Candidate>, { projection: CANDIDATE[of] })
    .sort(isJournals ? { createdAt: 1, _id: 1 } : { _id: 1 })
    .limit(RECORDS_PER_BATCH)
    .toArray() as Promise<Candidate[]>;
}

/** A batch that MongoDB refuses for good moves record by record. */
async function moveThose(
  records: Sources,
  of: ArchivedName,
  ids: readonly string[],
  errors: unknown[],
): Promise<number> {
  try {
    return await moveTo(records, of, ids);
  } catch (err) {
    if (!isPermanent(err)) throw err;
  }
  let moved = 0;
  await eachAtOnce(ids, 1, async (id) => {
    moved += await moveTo(records, of, [id]);
  }).catch((err: unknown) => errors.push(err));
  return moved;
}

async function moveTo(records: Sources, of: ArchivedName, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const [live, archive] = [of, ARCHIVE_OF[of]].map((name) =>
    writable(records[name] as unknown as ReadCollection<{ _id: string }>),
  );
  const filter = { _id: { $in: [...ids] } };
  return records.connection.getClient().withSession((session) =>
    inTransaction(session, async () => {
      const documents = await live!.find(filter, { ...AS_STORED, session }).toArray();
      if (documents.length === 0) return 0;
      const copies = documents.map((document) => ({
        replaceOne: { filter: { _id: document._id }, replacement: document, upsert: true },
      }));
      await archive!.bulkWrite(copies, { session, ordered: false });
      await live!.deleteMany(filter, { session });
      return documents.length;
    }),
  );
}
