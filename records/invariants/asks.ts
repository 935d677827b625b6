/** Capacity is never sold twice and never lost. */
import { are, byId, idsAround, idsSince, type Invariant, only, union, unless } from './invariant';

const PARTS = ['remaining', 'reserved', 'sold', 'expired', 'cancelled'];
const parts = PARTS.map((part) => `$${part}Tokens`);
const isStatus = (status: string) => ({ $eq: ['$status', status] });

const capacityIsConserved: Invariant = {
  id: 'I11',
  name: 'For every ask, capacity = remaining + reserved + sold + expired + cancelled, none below zero; reserved and sold equal the sums of its fills, and only an active ask has a remainder.',
  collection: 'asks',
  violator: 'ask',
  pipeline: (since) => [
    ...idsSince(since),
    {
      $project: {
        asks: { $literal: 1 },
        addsUp: {
          $and: [
            { $eq: ['$capacityTokens', { $add: parts }] },
            ...parts.map((part) => ({ $gte: [part, 0] })),
            { $or: [isStatus('active'), { $eq: ['$remainingTokens', 0] }] },
          ],
        },
        reserved: '$reservedTokens',
        sold: '$soldTokens',
      },
    },
    union(
      'fills',
      ...idsAround(since),
      ...idsSince(since, 'askId'),
      {
        $match: {
          status: { $in: ['reserved', 'settled'] },
          kind: since ? 'chat' : { $ne: 'draw' },
        },
      },
      {
        $group: {
          _id: '$askId',
          reserved: { $sum: only(isStatus('reserved'), { $multiply: ['$quantityTokens', -1] }) },
          sold: { $sum: only(isStatus('settled'), { $multiply: ['$usedTokens', -1] }) },
        },
      },
      { $addFields: { addsUp: true } },
    ),
    ...(since ? [soldIntoLots(since)] : []),
    byId(['asks', 'reserved', 'sold'], { addsUp: { $min: '$addsUp' } }),
    unless('$addsUp', { $eq: ['$asks', 1] }, ...are(0, 'reserved', 'sold')),
  ],
};

/** A fill of a contract order has the time of its order in its id; its lot names the ask. */
function soldIntoLots(since: Date) {
  const sold = { $sum: { $multiply: ['$quantityTokens', -1] } };
  return union(
    'lots',
    ...idsSince(since, 'askId'),
    { $group: { _id: '$askId', sold } },
    { $addFields: { addsUp: true } },
  );
}

export const askInvariants = [capacityIsConserved];
