/**
 * Takes snapshots of reputations (decisions section 3 rule 11): of every seller whose score has
 * changed, and of every other one once a day.
 *
 * What a seller made of its requests is counted once, fill by fill in the order of their ids; only
 * the newest ones, whose order may still change, are looked at again the next time. So a look costs
 * what is new, and looks at the same time count nothing twice.
 */
import type { mongo } from 'mongoose';
import { timeOfUuidV7, uuidV7At } from '../../domain/ids';
import {
  EMPTY_TALLY,
  type ReputationScore,
  type ReputationTally,
  SCORED_DAYS,
  addTallies,
  scoreOf,
  tallyOf,
} from '../../domain/reputation';
import type { Collections } from '../collections';
import {
  type DayTally,
  type ReputationDocument,
  type ReputationSnapshot,
  SNAPSHOTS_KEPT,
} from '../reputation';
import { type EndedFill, endOf } from './end-of-fill';

type Sources = Pick<Collections, 'sellers' | 'fills' | 'reputations'>;

const DAY_MS = 86_400_000;
/**
 * A fill older than this comes with no younger one behind it. Ids are of the time that their request
 * came in at: a fail-over may make one as late as a whole answer takes.
 */
const SETTLED_ORDER_MS = 15 * 60_000;
const SELLERS_PER_LOOK = 2_000;
const FILLS_PER_READ = 5_000;
const READS_PER_LOOK = 10;
const DUPLICATE_KEY = 11_000;
const NO_DIGITS = '00000000-0000-4000-8000-000000000000';

/** @returns how many were taken */
export async function takeReputationSnapshots(sources: Sources, now = new Date()): Promise<number> {
  const ids = new Set([...(await busySellers(sources)), ...(await longUnseen(sources, now))]);
  let taken = 0;
  for (const sellerId of ids) {
    if (await takeSnapshot(sources, sellerId, now)) taken += 1;
  }
  return taken;
}

/** Up to which seller the last look went, by the records that were looked at. */
const seenTo = new WeakMap<object, string>();

/** Of the next sellers, those that have fills behind those that were counted. */
async function busySellers({ sellers, fills, reputations }: Sources): Promise<string[]> {
  const counted = { $ifNull: [{ $first: '$reputation.countedFillId' }, ''] };
  const isFresh = { $and: [{ $eq: ['$sellerId', '$$seller'] }, { $gt: ['$_id', '$$counted'] }] };
  const found = await sellers
    .aggregate<{ _id: string; isBusy: boolean }>([
      { $match: { _id: { $gt: seenTo.get(sellers) ?? '' } } },
      { $sort: { _id: 1 } },
      { $limit: SELLERS_PER_LOOK },
      { $project: { _id: 1 } },
      {
        $lookup: {
          from: reputations.collectionName,
          localField: '_id',
          foreignField: '_id',
          pipeline: [{ $project: { countedFillId: 1 } }],
          as: 'reputation',
        },
      },
      {
        $lookup: {
          from: fills.collectionName,
          let: { seller: '$_id', counted },
          pipeline: [{ $match: { $expr: isFresh } }, { $limit: 1 }, { $project: { _id: 1 } }],
          as: 'fresh',
        },
      },
      { $project: { _id: 1, isBusy: { $gt: [{ $size: '$fresh' }, 0] } } },
    ])
    .toArray();
  seenTo.set(sellers, found.length === SELLERS_PER_LOOK ? found.at(-1)!._id : '');
  return found.flatMap(({ _id, isBusy }) => (isBusy ? _id : []));
}

async function longUnseen({ reputations }: Sources, now: Date): Promise<string[]> {
  const found = await reputations
    .find(
      { snapshotAt: { $lte: new Date(now.getTime() - DAY_MS) } },
      { projection: { _id: 1 }, limit: SELLERS_PER_LOOK },
    )
    .toArray();
  return found.map(({ _id }) => _id);
}

async function takeSnapshot(sources: Sources, sellerId: string, now: Date): Promise<boolean> {
  const known = await sources.reputations.findOne({ _id: sellerId });
  const oldestDay = dayOf(now.getTime() - (SCORED_DAYS - 1) * DAY_MS);
  const days = new Map((known?.days ?? []).map((tally) => [tally.day, tally]));
  const counted = await countFills(sources, sellerId, known?.countedFillId ?? null, days, now);
  const scored = [...days.values()].filter(({ day }) => day >= oldestDay);
  const score = scoreOf([...scored, counted.unsettled].reduce(addTallies, EMPTY_TALLY));
  const snapshot = score && isDue(known, score, now) ? { ...score, takenAt: now } : null;
  if (!snapshot && counted.fillId === (known?.countedFillId ?? null)) return false;
  const isWritten = await write(sources.reputations, known, {
    sellerId,
    countedFillId: counted.fillId,
    days: scored,
    snapshot,
    now,
  });
  return isWritten && snapshot !== null;
}

interface Counted {
  /** The last fill that was counted for good. */
  readonly fillId: string | null;
  /** What ended behind it. */
  readonly unsettled: ReputationTally;
}

/** Counts into the days what can be counted for good. */
async function countFills(
  { fills }: Sources,
  sellerId: string,
  countedFillId: string | null,
  days: Map<string, DayTally>,
  now: Date,
): Promise<Counted> {
  let fillId = countedFillId;
  let unsettled = EMPTY_TALLY;
  const start = uuidV7At(now.getTime() - SCORED_DAYS * DAY_MS, NO_DIGITS);
  for (let reads = 0; reads < READS_PER_LOOK; reads += 1) {
    const behind = fillId !== null && fillId > start ? fillId : start;
    const read = await readFills(fills, sellerId, behind);
    let isInOrder = true;
    for (const fill of read) {
      const madeAtMs = timeOfUuidV7(fill._id);
      isInOrder &&= fill.status !== 'reserved' && madeAtMs < now.getTime() - SETTLED_ORDER_MS;
      const end = endOf(fill);
      const tally = end ? tallyOf(end) : EMPTY_TALLY;
      if (!isInOrder) unsettled = addTallies(unsettled, tally);
      else {
        const day = dayOf(madeAtMs);
        days.set(day, { day, ...addTallies(days.get(day) ?? EMPTY_TALLY, tally) });
        fillId = fill._id;
      }
    }
    if (!isInOrder || read.length < FILLS_PER_READ) break;
  }
  return { fillId, unsettled };
}

function readFills(
  fills: Sources['fills'],
  sellerId: string,
  behindId: string,
): Promise<EndedFill[]> {
  return fills
    .find({ sellerId, _id: { $gt: behindId } })
    .project<EndedFill>({ status: 1, attempts: 1, usedTokens: 1, usageFlag: 1 })
    .sort({ _id: 1 })
    .limit(FILLS_PER_READ)
    .toArray();
}

function isDue(known: ReputationDocument | null, score: ReputationScore, now: Date): boolean {
  const newest = known?.snapshots[0];
  if (!newest || now.getTime() - newest.takenAt.getTime() >= DAY_MS) return true;
  const names = ['score', 'fillRate', 'latencyAdherence', 'qualityRate'] as const;
  return names.some((name) => newest[name] !== score[name]);
}

/** Nothing is written when another look came first. */
async function write(
  reputations: mongo.Collection<ReputationDocument>,
  known: ReputationDocument | null,
  change: {
    sellerId: string;
    countedFillId: string | null;
    days: DayTally[];
    snapshot: ReputationSnapshot | null;
    now: Date;
  },
): Promise<boolean> {
  const { sellerId, countedFillId, days, snapshot, now } = change;
  try {
    const result = await reputations.updateOne(
      {
        _id: sellerId,
        countedFillId: known?.countedFillId ?? null,
        snapshotAt: known?.snapshotAt ?? null,
      },
      {
        $set: { countedFillId, days, updatedAt: now, ...(snapshot && { snapshotAt: now }) },
        $push: {
          snapshots: { $each: snapshot ? [snapshot] : [], $position: 0, $slice: SNAPSHOTS_KEPT },
        },
      },
      { upsert: known === null },
    );
    return result.modifiedCount + result.upsertedCount === 1;
  } catch (err) {
    if ((err as { code?: number }).code === DUPLICATE_KEY) return false;
    throw err;
  }
}

function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}
