/** Trades: every settled fill has one trade and one payment, exact to the unit. */
import {
  byId,
  costOf,
  exact,
  idsSince,
  type Invariant,
  journalsAround,
  lookup,
  only,
  roundedHalfUp,
  sumOfLines,
  union,
  unless,
} from './invariant';

const settledOncePaidOnce: Invariant = {
  id: 'I8',
  name: 'Settled fill, trade and, unless the cost is zero, capture with its seller belong together one to one.',
  collection: 'fills',
  violator: 'fill',
  pipeline: (since) => [
    ...idsSince(since),
    { $match: { status: 'settled', kind: { $ne: 'draw' } } },
    {
      $project: {
        fills: { $literal: 1 },
        owed: only({ $and: [{ $gt: ['$costScale8', 0] }, { $ne: ['$kind', 'capacity'] }] }, 1),
        sellerId: 1,
      },
    },
    union('trades', ...idsSince(since), { $project: { trades: { $literal: 1 }, sellerId: 1 } }),
    union(
      'journals',
      ...journalsAround(since),
      ...idsSince(since, 'fillId'),
      { $match: { kind: 'capture' } },
      { $project: { _id: '$fillId', captures: { $literal: 1 }, sellerId: 1 } },
    ),
    byId(['fills', 'owed', 'trades', 'captures'], { sellers: { $addToSet: '$sellerId' } }),
    unless(
      { $eq: ['$fills', 1] },
      { $eq: ['$trades', 1] },
      { $eq: ['$captures', '$owed'] },
      { $eq: [{ $size: '$sellers' }, 1] },
    ),
  ],
};

/** Sum of the posted lines of the trade's capture on one account. */
function postedOn(account: unknown) {
  const isOurs = {
    $and: [{ $eq: ['$$line.phase', 'posted'] }, { $eq: ['$$line.account', account] }],
  };
  return sumOfLines(isOurs, exact('$$line.amountScale8'));
}

const TRADE_FIELDS = [
  'askId',
  'accountId',
  'sellerId',
  'priceScale8',
  'quantityTokens',
  'grossScale8',
  'netScale8',
  'feeScale8',
];

const tradesPayExactly: Invariant = {
  id: 'I9',
  name: "For every trade of a chat request the buyer pays price x quantity at the ask's price, rounded half up once, and the seller's part and the fee make up what he pays.",
  collection: 'trades',
  violator: 'trade',
  pipeline: (since) => [
    ...idsSince(since),
    { $project: { trade: Object.fromEntries(TRADE_FIELDS.map((field) => [field, `$${field}`])) } },
    union('fills', ...idsSince(since), { $project: { kind: 1 } }),
    union(
      'journals',
      ...journalsAround(since),
      ...idsSince(since, 'fillId'),
      { $match: { kind: 'capture' } },
      { $project: { _id: '$fillId', lines: 1 } },
    ),
    {
      $group: {
        _id: '$_id',
        trade: { $max: '$trade' },
        kind: { $max: '$kind' },
        lines: { $max: '$lines' },
      },
    },
    { $match: { trade: { $type: 'object' }, kind: { $ne: 'capacity' } } },
    lookup('asks', 'trade.askId', 'ask'),
    unless(
      { $eq: ['$trade.priceScale8', { $first: '$ask.priceScale8' }] },
      { $eq: ['$trade.sellerId', { $first: '$ask.sellerId' }] },
      {
        $eq: [
          exact('$trade.grossScale8'),
          roundedHalfUp(costOf('$trade.priceScale8', '$trade.quantityTokens')),
        ],
      },
      {
        $eq: [
          exact('$trade.grossScale8'),
          { $add: [exact('$trade.netScale8'), exact('$trade.feeScale8')] },
        ],
      },
      {
        $eq: [exact('$trade.grossScale8'), postedOn({ $concat: ['buyer:', '$trade.accountId'] })],
      },
      {
        $eq: [exact('$trade.netScale8'), postedOn({ $concat: ['seller:', '$trade.sellerId'] })],
      },
      { $eq: [exact('$trade.feeScale8'), postedOn('platform:fees')] },
    ),
  ],
};

export const tradeInvariants = [settledOncePaidOnce, tradesPayExactly];
