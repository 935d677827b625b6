/** The sums of the journals of one day, as stages over the journals. */
import type { mongo } from 'mongoose';
import { unionWithArchive } from '../archive/with-archive';
import { EARNING_KINDS } from '../journal';

type Stage = mongo.BSON.Document;

export interface Day {
  /** Inclusive. */
  readonly from: Date;
  /** Exclusive. */
  readonly until: Date;
}

const isPosted = { $eq: ['$lines.phase', 'posted'] };
const isCredit = { $eq: ['$lines.side', 'credit'] };
/** Decimals: exact in any sum. */
const amount = { $toDecimal: '$lines.amountScale8' };
const credited = { $cond: [isCredit, amount, { $multiply: [amount, -1] }] };
const isEarning = { $in: ['$kind', [...EARNING_KINDS]] };

/** The journals of a day, live and archived. */
export function ofDay({ from, until }: Day): Stage[] {
  const isOnDay = { $match: { createdAt: { $gte: from, $lt: until } } };
  return [isOnDay, unionWithArchive('journals', [isOnDay])];
}

/**
 * Each buyer's and each seller's sums: `{ _id: account, posted, held, earned, journals }`, the
 * amounts as decimals.
 */
export function accountSums(): Stage[] {
  return [
    { $unwind: '$lines' },
    { $match: { 'lines.account': /^(buyer|seller):/ } },
    {
      $group: {
        _id: { journal: '$_id', account: '$lines.account' },
        posted: { $sum: { $cond: [isPosted, credited, 0] } },
        held: { $sum: { $cond: [isPosted, 0, { $multiply: [credited, -1] }] } },
        earned: { $sum: { $cond: [{ $and: [isPosted, isEarning] }, credited, 0] } },
      },
    },
    {
      $group: {
        _id: '$_id.account',
        posted: { $sum: '$posted' },
        held: { $sum: '$held' },
        earned: { $sum: '$earned' },
        journals: { $sum: 1 },
      },
    },
  ];
}

/** Debits minus credits by phase: `{ _id: phase, imbalance }`. */
export function phaseSums(): Stage[] {
  return [
    { $unwind: '$lines' },
    {
      $group: { _id: '$lines.phase', imbalance: { $sum: { $multiply: [credited, -1] } } },
    },
  ];
}

/** One document: `{ journals, digest, lastJournalId }`. */
export function digestSums(): Stage[] {
  return [
    {
      $group: {
        _id: null,
        journals: { $sum: 1 },
        digest: { $sum: { $toDecimal: { $toHashedIndexKey: '$$ROOT' } } },
        last: { $max: { createdAt: '$createdAt', id: '$_id' } },
      },
    },
    { $set: { digest: { $toString: '$digest' }, lastJournalId: '$last.id' } },
    { $unset: 'last' },
  ];
}
