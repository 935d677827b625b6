/** Orders: one key, one order, one charge. */
import {
  ANY_TEXT,
  byId,
  idsAround,
  idsSince,
  type Invariant,
  only,
  union,
  unless,
} from './invariant';

const isStatus = (status: string) => only({ $eq: ['$status', status] }, 1);

const oneFillPerOrder: Invariant = {
  id: 'I10',
  name: 'An order holds at most one live fill and is charged by at most one, which it names; no two idempotency keys name the same order.',
  collection: 'orders',
  violator: 'order',
  pipeline: (since) => [
    ...idsSince(since),
    {
      $project: {
        orders: { $literal: 1 },
        filled: isStatus('filled'),
        refused: isStatus('refused'),
        fillId: 1,
      },
    },
    union(
      'fills',
      ...idsAround(since),
      ...idsSince(since, 'orderId'),
      { $match: { status: { $in: ['reserved', 'settled'] }, kind: { $ne: 'capacity' } } },
      {
        $group: {
          _id: '$orderId',
          reserved: { $sum: isStatus('reserved') },
          settled: { $sum: isStatus('settled') },
          liveFillId: { $max: '$_id' },
        },
      },
    ),
    union(
      'idempotency',
      ...idsSince(since, 'orderId'),
      { $match: { orderId: { $type: 'string' }, _id: /^chat:/ } },
      { $group: { _id: '$orderId', keys: { $sum: 1 } } },
    ),
    byId(['orders', 'filled', 'refused', 'reserved', 'settled', 'keys'], {
      fillId: { $max: '$fillId' },
      liveFillId: { $max: '$liveFillId' },
    }),
    unless(
      { $lte: ['$keys', 1] },
      { $lte: [{ $add: ['$reserved', '$settled'] }, '$orders'] },
      { $lte: [{ $add: ['$reserved', '$settled', '$refused'] }, 1] },
      { $eq: ['$settled', '$filled'] },
      { $eq: [{ $ifNull: ['$fillId', null] }, { $ifNull: ['$liveFillId', null] }] },
    ),
  ],
};

const requestsUnderWay: Invariant = {
  id: 'I28',
  name: 'The number of concurrent requests of an account equals its reserved fills of chat requests and draws.',
  collection: 'balances',
  violator: 'account',
  pipeline: () => [
    { $project: { underWay: { $ifNull: ['$requestsUnderWay', 0] } } },
    union(
      'fills',
      { $match: { status: 'reserved', modelId: ANY_TEXT, isCounted: true } },
      { $group: { _id: '$accountId', underWay: { $sum: -1 } } },
    ),
    byId(['underWay']),
    unless({ $eq: ['$underWay', 0] }),
  ],
};

/** Attempts are planned before the first byte goes to the seller; a settled fill names the delivered one. */
const oneDeliveredAttempt: Invariant = {
  id: 'I16',
  name: 'A settled fill of a chat request or a draw has exactly one delivered attempt, any other at most one; no two attempts have one number.',
  collection: 'fills',
  violator: 'fill',
  pipeline: (since) => [
    ...idsSince(since),
    { $match: { status: { $ne: 'abandoned' }, kind: { $in: ['chat', 'draw'] } } },
    {
      $project: {
        status: 1,
        numbers: '$attempts.number',
        delivered: {
          $size: { $filter: { input: '$attempts', cond: { $eq: ['$$this.state', 'delivered'] } } },
        },
      },
    },
    unless(
      { $lte: ['$delivered', 1] },
      { $or: [{ $ne: ['$status', 'settled'] }, { $eq: ['$delivered', 1] }] },
      { $eq: [{ $size: { $setUnion: ['$numbers', []] } }, { $size: '$numbers' }] },
    ),
  ],
};

export const orderInvariants = [oneFillPerOrder, oneDeliveredAttempt, requestsUnderWay];
