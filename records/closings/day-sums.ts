/** The sums of the journals of one day, as stages over the journals. */
import type { mongo } from 'mongoose';
import { unionWithArchive } from '../archive/with-archive';
import { EARNING_KINDS, type JournalKind } from '../documents/journal';

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

/** One document with the sums of a `DayMoneyDocument`, of all accounts together. */
export function moneySums(): Stage[] {
  const owner = { $arrayElemAt: [{ $split: ['$lines.account', ':'] }, 0] };
  const sumOf = (sign: 1 | -1, ...conditions: unknown[]) => ({
    $sum: { $cond: [{ $and: conditions }, { $multiply: [credited, sign] }, 0] },
  });
  const is = (kind: JournalKind) => ({ $eq: ['$kind', kind] });
  const isBuyer = { $and: [isPosted, { $eq: [owner, 'buyer'] }] };
  const isSeller = { $and: [isPosted, { $eq: [owner, 'seller'] }] };
  const sums = {
    depositsScale8: sumOf(1, isBuyer, is('deposit')),
    payoutsScale8: sumOf(-1, isSeller, is('payout')),
    chargedScale8: sumOf(-1, isBuyer, is('capture')),
    soldAheadScale8: sumOf(-1, isBuyer, is('escrow')),
    refundsScale8: sumOf(1, isBuyer, is('refund')),
    earnedScale8: sumOf(1, isSeller, isEarning),
    feesScale8: sumOf(1, isPosted, { $eq: ['$lines.account', 'platform:fees'] }),
    correctionsScale8: sumOf(1, isBuyer, is('correction')),
    heldScale8: sumOf(-1, { $not: isPosted }, { $eq: [owner, 'buyer'] }, is('hold')),
  };
  const units = Object.keys(sums).map((name) => [name, { $toLong: `$${name}` }]);
  return [
    { $unwind: '$lines' },
    { $group: { _id: null, ...sums } },
    { $project: { _id: 0, ...Object.fromEntries(units) } },
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
