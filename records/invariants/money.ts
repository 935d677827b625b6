/** Double entry and balances. */
import { EARNING_KINDS } from '../documents/journal';
import {
  are,
  byId,
  creditOf,
  exact,
  type Invariant,
  lookup,
  negative,
  only,
  type Since,
  type Stage,
  sumOfLines,
  union,
  unless,
} from './invariant';

const DAY_MS = 86_400_000;

const credited = creditOf('$lines');

function postedSince(since: Since): Stage[] {
  return since ? [{ $match: { createdAt: { $gte: since } } }] : [];
}

/** Credits minus debits of a journal in one phase. */
function balanceOf(phase: string): Stage {
  return sumOfLines({ $eq: ['$$line.phase', phase] }, creditOf('$$line'));
}

const isAmount = {
  $and: [{ $eq: [{ $type: '$$line.amountScale8' }, 'long'] }, { $gt: ['$$line.amountScale8', 0] }],
};

const journalsBalance: Invariant = {
  id: 'I1',
  name: 'Every journal has at least two lines of positive amounts, and its debits equal its credits in each phase.',
  collection: 'journals',
  violator: 'journal',
  pipeline: (since) => [
    ...postedSince(since),
    {
      $match: {
        $expr: {
          $or: [
            { $lt: [{ $size: '$lines' }, 2] },
            { $not: { $allElementsTrue: { $map: { input: '$lines', as: 'line', in: isAmount } } } },
            { $ne: [balanceOf('posted'), 0] },
            { $ne: [balanceOf('pending'), 0] },
          ],
        },
      },
    },
  ],
};

const booksBalance: Invariant = {
  id: 'I2',
  name: 'Over all journals, posted debits equal posted credits and pending debits equal pending credits.',
  collection: 'journals',
  violator: 'phase',
  pipeline: (since) => [
    ...postedSince(since),
    { $unwind: '$lines' },
    { $group: { _id: '$lines.phase', imbalance: { $sum: negative(credited) } } },
    ...(since ? closedImbalances(since) : []),
    unless({ $eq: ['$imbalance', 0] }),
  ],
};

/** Adds those of all closed days. */
function closedImbalances(since: Date): Stage[] {
  const imbalances = [
    { phase: 'posted', imbalance: exact('$postedImbalanceScale8') },
    { phase: 'pending', imbalance: exact('$pendingImbalanceScale8') },
  ];
  return [
    union(
      'closeddays',
      { $match: { _id: { $gte: dayBefore(since) }, until: since } },
      { $project: { imbalances } },
      { $unwind: '$imbalances' },
      { $project: { _id: '$imbalances.phase', imbalance: '$imbalances.imbalance' } },
    ),
    byId(['imbalance']),
  ];
}

function dayBefore(time: Date): string {
  return new Date(time.getTime() - DAY_MS).toISOString().slice(0, 10);
}

const isPosted = { $eq: ['$lines.phase', 'posted'] };

const balancesReplay: Invariant = {
  id: 'I3',
  name: 'Every balance equals the replay of its journals, posted and held, and its version is their number.',
  collection: 'journals',
  violator: 'account',
  pipeline: (since) => [
    ...postedSince(since),
    { $unwind: '$lines' },
    { $match: { 'lines.account': /^buyer:/ } },
    {
      $group: {
        _id: { journal: '$_id', account: { $substrBytes: ['$lines.account', 6, -1] } },
        posted: { $sum: only(isPosted, credited) },
        held: { $sum: { $cond: [isPosted, 0, negative(credited)] } },
      },
    },
    { $project: { _id: '$_id.account', posted: 1, held: 1, journals: { $literal: 1 } } },
    union('balances', ...(since ? closingsOf('buyer', since) : []), {
      $project: {
        posted: { $subtract: [closed('postedScale8'), exact('$postedScale8')] },
        held: { $subtract: [closed('heldScale8'), exact('$heldScale8')] },
        journals: { $subtract: [closed('journals'), '$version'] },
      },
    }),
    byId(['posted', 'held', 'journals']),
    unless(...are(0, 'posted', 'held', 'journals')),
  ],
};

/** Sets `closing` to the newest closing of the account or seller with this id. */
function closingsOf(owner: 'buyer' | 'seller', until: Date): Stage[] {
  return [
    { $set: { ledgerAccount: { $concat: [`${owner}:`, '$_id'] } } },
    {
      $lookup: {
        from: 'closings',
        localField: 'ledgerAccount',
        foreignField: 'account',
        pipeline: [{ $match: { until: { $lte: until } } }, { $sort: { until: -1 } }, { $limit: 1 }],
        as: 'closing',
      },
    },
    { $set: { closing: { $first: '$closing.total' } } },
  ];
}

/** Zero without a closing. */
function closed(sum: string): Stage {
  return { $toDecimal: { $ifNull: [`$closing.${sum}`, 0] } };
}

const isEarning = { $in: ['$kind', [...EARNING_KINDS]] };
const isSeller = { $eq: ['$$line.account', { $concat: ['seller:', '$sellerId'] }] };
const sellerAmount = sumOfLines(isSeller, creditOf('$$line'));

const payablesReplay: Invariant = {
  id: 'I3b',
  name: "A seller's payouts, and its earnings at its checkpoint, equal the replay of its journals; payouts never exceed earnings.",
  collection: 'journals',
  violator: 'seller',
  pipeline: (since) => [
    ...postedSince(since),
    { $match: { sellerId: { $gt: '' } } },
    lookup('payables', 'sellerId', 'payable'),
    {
      $group: {
        _id: '$sellerId',
        owed: { $sum: sellerAmount },
        paid: { $sum: { $cond: [isEarning, 0, negative(sellerAmount)] } },
        earned: {
          $sum: only(
            {
              $and: [isEarning, { $lte: ['$createdAt', { $first: '$payable.earnedUntil' }] }],
            },
            sellerAmount,
          ),
        },
      },
    },
    union('payables', {
      $project: {
        paid: negative(exact('$paidScale8')),
        earned: negative(exact('$earnedScale8')),
        earnedUntil: 1,
      },
    }),
    byId(['owed', 'paid', 'earned'], { earnedUntil: { $max: '$earnedUntil' } }),
    ...(since ? addClosings(since) : []),
    unless({ $gte: ['$owed', 0] }, ...are(0, 'paid', 'earned')),
  ],
};

/** A checkpoint before the closing is not read: the earnings are summed from the closing. */
function addClosings(since: Date): Stage[] {
  const paid = { $subtract: [closed('earnedScale8'), closed('postedScale8')] };
  const isRead = { $gte: ['$earnedUntil', since] };
  return [
    ...closingsOf('seller', since),
    {
      $project: {
        owed: { $add: ['$owed', closed('postedScale8')] },
        paid: { $add: ['$paid', paid] },
        earned: only(isRead, { $add: ['$earned', closed('earnedScale8')] }),
      },
    },
  ];
}

const nothingOverdrawn: Invariant = {
  id: 'I4',
  name: 'No account is overdrawn: the held balance is never below zero nor above the posted balance.',
  collection: 'balances',
  violator: 'account',
  pipeline: () => [
    unless({ $gte: ['$heldScale8', 0] }, { $gte: ['$postedScale8', '$heldScale8'] }),
  ],
};

export const moneyInvariants = [
  journalsBalance,
  booksBalance,
  balancesReplay,
  payablesReplay,
  nothingOverdrawn,
];
