/**
 * Takes snapshots of reputations (STANDING-7): of every seller whose score has changed, and of
 * every other seller once a day. Measures public figures that are due.
 *
 * The results of a seller's requests are counted once, fill by fill in the order of their ids; only
 * the newest ones, whose order may still change, are read again. A run costs as much as there are
 * new fills, and concurrent runs count nothing twice.
 */
import { eachAtOnce } from '../../fairness/each-at-once';
import {
  EMPTY_TALLY,
  type ReputationScore,
  SCORED_DAYS,
  addTallies,
  scoreOf,
} from '../../domain/reputation';
import {
  type DayTally,
  type ReputationDocument,
  type ReputationSnapshot,
  SNAPSHOTS_KEPT,
} from '../documents/reputation';
import type { ReadCollections } from '../collections';
import { type CountSources, countFills, dayOf } from './count-fills';
import { figuresOfSeller } from './figures';
import type { ReadCollection } from '../mongodb/read-collection';
import { writable } from '../mongodb/writable';
import { isDuplicate } from '../mongodb/duplicate-key';

type Sources = CountSources & Pick<ReadCollections, 'sellers' | 'reputations'>;

const DAY_MS = 86_400_000;
const SELLERS_PER_LOOK = 2_000;

/**
 * @param windowMs how old a failure must be to be counted
 * @returns the number of snapshots
 * @throws when some sellers have none, after the others had their turn
 */
export async function takeReputationSnapshots(
  sources: Sources,
  now = new Date(),
  windowMs = 0,
): Promise<number> {
  const ids = new Set([...(await busySellers(sources)), ...(await dueSellers(sources, now))]);
  const times = { now, failuresTo: new Date(now.getTime() - windowMs) };
  let taken = 0;
  await eachAtOnce([...ids], 1, async (sellerId) => {
    if (await takeSnapshot(sources, sellerId, times)) taken += 1;
  });
  return taken;
}

/** The last seller of the previous run, by records object. */
const seenTo = new WeakMap<object, string>();

/** The sellers among the next ones with uncounted fills. */
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

/** Those whose newest snapshot is a day old, or whose figures are due. */
async function dueSellers({ reputations }: Sources, now: Date): Promise<string[]> {
  const snapshotAt = { $lte: new Date(now.getTime() - DAY_MS) };
  const found = await reputations
    .find(
      { $or: [{ snapshotAt }, { figuresDueAt: { $lte: now, $type: 'date' } }] },
      { projection: { _id: 1 }, limit: SELLERS_PER_LOOK },
    )
    .toArray();
  return found.map(({ _id }) => _id);
}

async function takeSnapshot(
  sources: Sources,
  sellerId: string,
  times: { readonly now: Date; readonly failuresTo: Date },
): Promise<boolean> {
  const { now } = times;
  const known = await sources.reputations.findOne({ _id: sellerId });
  const oldestDay = dayOf(now.getTime() - (SCORED_DAYS - 1) * DAY_MS);
  const counted = await countFills(sources, sellerId, known, times);
  const scored = counted.days.filter(({ day }) => day >= oldestDay);
  const score = scoreOf([...scored, counted.unsettled].reduce(addTallies, EMPTY_TALLY));
  const snapshot = score && isDue(known, score, now) ? { ...score, takenAt: now } : null;
  const isMeasured = (known?.figuresDueAt ?? now) <= now;
  const figures = isMeasured ? await figuresOfSeller(sources, sellerId, now) : null;
  if (!snapshot && !figures && counted.fillId === (known?.countedFillId ?? null)) return false;
  const isWritten = await write(sources.reputations, known, {
    sellerId,
    countedFillId: counted.fillId,
    countedEnds: [...counted.ends],
    days: scored,
    snapshot,
    figures,
    now,
  });
  return isWritten && snapshot !== null;
}

function isDue(known: ReputationDocument | null, score: ReputationScore, now: Date): boolean {
  const newest = known?.snapshots[0];
  if (!newest || now.getTime() - newest.takenAt.getTime() >= DAY_MS) return true;
  const names = ['score', 'fillRate', 'latencyAdherence', 'qualityRate'] as const;
  return names.some((name) => newest[name] !== score[name]);
}

/** Writes nothing when another run was first. */
async function write(
  reputations: ReadCollection<ReputationDocument>,
  known: ReputationDocument | null,
  change: {
    sellerId: string;
    countedFillId: string | null;
    countedEnds: string[];
    days: DayTally[];
    snapshot: ReputationSnapshot | null;
    figures: Awaited<ReturnType<typeof figuresOfSeller>> | null;
    now: Date;
  },
): Promise<boolean> {
  const { sellerId, countedFillId, countedEnds, days, snapshot, figures, now } = change;
  try {
    const result = await writable(reputations).updateOne(
      {
        _id: sellerId,
        countedFillId: known?.countedFillId ?? null,
        snapshotAt: known?.snapshotAt ?? null,
      },
      {
        $set: {
          countedFillId,
          countedEnds,
          days,
          updatedAt: now,
          ...(snapshot && { snapshotAt: now }),
          ...figures,
        },
        $push: {
          snapshots: { $each: snapshot ? [snapshot] : [], $position: 0, $slice: SNAPSHOTS_KEPT },
        },
      },
      { upsert: known === null },
    );
    return result.modifiedCount + result.upsertedCount === 1;
  } catch (err) {
    if (isDuplicate(err)) return false;
    throw err;
  }
}
