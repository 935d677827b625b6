/** Holds: created once, resolved once, and equal to the held balances. */
import {
  ANY_TEXT,
  byId,
  costOf,
  exact,
  HOLD_ADDS_UP,
  idsSince,
  type Invariant,
  journalsAround,
  lookup,
  negative,
  only,
  type Since,
  type Stage,
  union,
  unless,
} from './invariant';

const isOpen = { $eq: ['$status', 'open'] };
const count = (kind: string) => ({ $sum: only({ $eq: ['$kind', kind] }, 1) });

/** The holds within fills; separate holds have documents of their own. */
const HOLDS_OF_FILLS = [
  { $match: { hold: { $type: 'object' } } },
  {
    $replaceWith: {
      $mergeObjects: [
        '$hold',
        {
          _id: '$_id',
          accountId: '$accountId',
          referenceId: '$orderId',
          priceScale8: '$priceScale8',
          quantityTokens: '$quantityTokens',
        },
      ],
    },
  },
];

const holdsAddUp: Invariant = {
  id: 'I5',
  name: 'Every hold of a chat request balances to the unit (captured, released or open), has one journal that created it and, once resolved, one that resolved it.',
  collection: 'holds',
  violator: 'hold',
  pipeline: (since) => [
    { $match: { reason: 'chat' } },
    ...idsSince(since),
    union('fills', ...idsSince(since), ...HOLDS_OF_FILLS),
    {
      $project: {
        holds: { $literal: 1 },
        open: only(isOpen, 1),
        captured: only({ $eq: ['$status', 'captured'] }, 1),
        addsUp: {
          $and: [
            ...HOLD_ADDS_UP,
            { $gte: ['$openScale8', 0] },
            { $eq: [{ $eq: ['$status', 'captured'] }, { $gt: ['$capturedScale8', 0] }] },
          ],
        },
      },
    },
    union(
      'journals',
      ...journalsAround(since),
      ...idsSince(since, 'holdId'),
      { $match: { holdId: { $type: 'string' }, $expr: { $eq: ['$holdId', '$fillId'] } } },
      {
        $group: {
          _id: '$holdId',
          taken: count('hold'),
          captures: count('capture'),
          releases: count('release'),
        },
      },
      { $addFields: { addsUp: true } },
    ),
    byId(['holds', 'open', 'captured', 'taken', 'captures', 'releases'], {
      addsUp: { $min: '$addsUp' },
    }),
    unless(
      '$addsUp',
      { $eq: ['$holds', 1] },
      { $eq: ['$taken', 1] },
      { $eq: ['$captures', '$captured'] },
      { $eq: [{ $add: ['$open', '$captures', '$releases'] }, 1] },
    ),
  ],
};

const holdsMatchBalances: Invariant = {
  id: 'I6',
  name: 'The held balance of every account equals the sum of its open holds.',
  collection: 'holds',
  violator: 'account',
  pipeline: (since) => [
    ...(since ? [{ $match: { status: 'open', accountId: ANY_TEXT } }] : []),
    union(
      'fills',
      ...(since ? [{ $match: { 'hold.status': 'open', accountId: ANY_TEXT } }] : []),
      ...HOLDS_OF_FILLS,
    ),
    { $project: { _id: '$accountId', held: exact('$openScale8') } },
    union('balances', { $project: { held: { $multiply: [exact('$heldScale8'), -1] } } }),
    byId(['held']),
    unless({ $eq: ['$held', 0] }),
  ],
};

const capturesWithinHolds: Invariant = {
  id: 'I7',
  name: 'No hold of a chat request captures a negative amount or more than it holds, and each is price x quantity at a price within the ceiling of its order.',
  collection: 'holds',
  violator: 'hold',
  pipeline: (since) => [
    { $match: { reason: 'chat' } },
    ...idsSince(since),
    union('fills', ...idsSince(since), ...HOLDS_OF_FILLS),
    ...withCeilings(since),
    unless(
      { $gte: ['$capturedScale8', 0] },
      { $lte: ['$capturedScale8', '$amountScale8'] },
      {
        $eq: [exact('$amountScale8'), { $ceil: costOf('$priceScale8', '$quantityTokens') }],
      },
      { $lte: ['$priceScale8', '$ceilingScale8'] },
    ),
  ],
};

/** Sets `ceilingScale8` to that of the order. All records are grouped: a lookup sees no archive. */
function withCeilings(since: Since): Stage[] {
  if (since) {
    return [
      lookup('orders', 'referenceId', 'order'),
      { $set: { ceilingScale8: { $first: '$order.ceilingScale8' } } },
    ];
  }
  const fields = ['amountScale8', 'capturedScale8', 'priceScale8', 'quantityTokens'];
  const parts = Object.fromEntries(['_id', ...fields].map((field) => [field, `$${field}`]));
  return [
    { $project: { _id: '$referenceId', hold: parts } },
    union('orders', { $project: { ceilingScale8: 1 } }),
    {
      $group: {
        _id: '$_id',
        ceilingScale8: { $max: '$ceilingScale8' },
        holds: { $push: '$hold' },
      },
    },
    { $unwind: '$holds' },
    { $replaceWith: { $mergeObjects: ['$holds', { ceilingScale8: '$ceilingScale8' }] } },
  ];
}

const keySums: Invariant = {
  id: 'I31',
  name: "What a limited key holds equals the open holds of its requests, and a key's use the cost of all its settled ones.",
  collection: 'fills',
  violator: 'key',
  pipeline: (since) => [
    ...(since ? [{ $match: { 'hold.status': 'open', accountId: ANY_TEXT } }] : []),
    { $match: { keyId: ANY_TEXT } },
    {
      $project: {
        _id: '$keyId',
        held: only('$isCapped', exact('$hold.openScale8')),
        used: only({ $eq: ['$status', 'settled'] }, exact('$costScale8')),
      },
    },
    union('buyerkeys', {
      $project: { held: negative(sumOf('heldScale8')), used: negative(sumOf('usedScale8')) },
    }),
    byId(['held', 'used']),
    unless({ $eq: ['$held', 0] }, ...(since ? [] : [{ $eq: ['$used', 0] }])),
  ],
};

/** Zero before the first request that counts. */
function sumOf(name: string): Stage {
  return { $toDecimal: { $ifNull: [`$spend.${name}`, 0] } };
}

export const holdInvariants = [holdsAddUp, holdsMatchBalances, capturesWithinHolds, keySums];
