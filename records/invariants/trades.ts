/** Trades: every settled fill has one trade and one payment, exact to the unit. */
import {
  costOf,
  exact,
  idsSince,
  type Invariant,
  journalsAround,
  only,
  roundedHalfUp,
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
    {
      $group: {
        _id: '$_id',
        fills: { $sum: '$fills' },
        owed: { $sum: '$owed' },
        trades: { $sum: '$trades' },
        captures: { $sum: '$captures' },
        sellers: { $addToSet: '$sellerId' },
      },
    },
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
  const amounts = {
    $map: {
      input: { $ifNull: [{ $first: '$capture.lines' }, []] },
      as: 'line',
      in: only(isOurs, exact('$$line.amountScale8')),
    },
  };
  return { $sum: amounts };
}

const tradesPayExactly: Invariant = {
  id: 'I9',
  name: "For every trade of a chat request the buyer pays price x quantity at the ask's price, rounded half up once, and the seller's part and the fee make up what he pays.",
  collection: 'trades',
  violator: 'trade',
  pipeline: (since) => [
    ...idsSince(since),
    { $lookup: { from: 'fills', localField: '_id', foreignField: '_id', as: 'fill' } },
    { $match: { 'fill.kind': { $ne: 'capacity' } } },
    { $addFields: { captureId: { $concat: ['capture:', '$_id'] } } },
    { $lookup: { from: 'journals', localField: 'captureId', foreignField: '_id', as: 'capture' } },
    { $lookup: { from: 'asks', localField: 'askId', foreignField: '_id', as: 'ask' } },
    unless(
      { $eq: ['$priceScale8', { $first: '$ask.priceScale8' }] },
      { $eq: ['$sellerId', { $first: '$ask.sellerId' }] },
      {
        $eq: [exact('$grossScale8'), roundedHalfUp(costOf('$priceScale8', '$quantityTokens'))],
      },
      { $eq: [exact('$grossScale8'), { $add: [exact('$netScale8'), exact('$feeScale8')] }] },
      { $eq: [exact('$grossScale8'), postedOn({ $concat: ['buyer:', '$accountId'] })] },
      { $eq: [exact('$netScale8'), postedOn({ $concat: ['seller:', '$sellerId'] })] },
      { $eq: [exact('$feeScale8'), postedOn('platform:fees')] },
    ),
  ],
};

export const tradeInvariants = [settledOncePaidOnce, tradesPayExactly];
