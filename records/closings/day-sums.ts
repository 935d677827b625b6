/** The sums of the journals of one day, as stages over the journals. */
import type { mongo } from 'mongoose';
import { unionWithArchive } from '../archive/with-archive';
import type { ClosedDayDocument } from '../documents/closed-day';
import { closingSchema } from '../documents/closing';
import { creditOf } from '../invariants/invariant';
import { EARNING_KINDS, type JournalKind } from '../documents/journal';

type Stage = mongo.BSON.Document;

export interface Day {
  /** Inclusive. */
  readonly from: Date;
  /** Exclusive. */
  readonly until: Date;
}

const isPosted = { $eq: ['$lines.phase', 'posted'] };
const credited = creditOf('$lines');
const isEarning = { $in: ['$kind', [...EARNING_KINDS]] };

/** The journals of a day, live and archived. */
export function ofDay({ from, until }: Day): Stage[] {
  const isOnDay = { $match: { createdAt: { $gte: from, $lt: until } } };
  return [isOnDay, unionWithArchive('journals', [isOnDay])];
}

/** The closing of each account with journals on the day, from its previous one. */
export function closingsOf(day: Day): Stage[] {
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
  const totals = Object.entries(sums).map(([field, sum]) => [field, total(field, sum)]);
  return [
    ...ofDay(day),
    ...accountSums(),
    {
      $lookup: {
        from: closingSchema.get('collection'),
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
        _id: { $concat: [`${dayName(day)} `, '$_id'] },
        account: '$_id',
        until: day.until,
        day: sums,
        total: Object.fromEntries(totals),
      },
    },
  ];
}

export function dayName({ from }: Day): string {
  return from.toISOString().slice(0, 10);
}

/**
 * Each buyer's and each seller's sums: `{ _id: account, posted, held, earned, journals }`, the
 * amounts as decimals.
 */
function accountSums(): Stage[] {
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

/** One document with debits minus credits in each phase, or nothing without journals. */
export function imbalances(): Stage[] {
  const debited = { $multiply: [credited, -1] };
  const posted = { $sum: { $cond: [isPosted, debited, 0] } };
  const pending = { $sum: { $cond: [isPosted, 0, debited] } };
  return [
    { $unwind: '$lines' },
    { $group: { _id: null, posted, pending } },
    { $project: { _id: 0, posted: { $toLong: '$posted' }, pending: { $toLong: '$pending' } } },
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

export type Digest = Pick<ClosedDayDocument, 'journals' | 'digest' | 'lastJournalId'>;
export const NO_JOURNALS: Digest = { journals: 0, digest: '0', lastJournalId: '' };

/** One `Digest`, or nothing without journals. */
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
    { $unset: ['_id', 'last'] },
  ];
}
