/** Contracts: escrow, lots and resting orders balance exactly, in units and tokens. */
import { LOT_OVERDUE_MS } from '../../domain/lots';
import { lowestUuidV7At } from '../../domain/ids';
import {
  ANY_TEXT,
  are,
  byId,
  costOf,
  creditOf,
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
  sumOfLines,
  union,
  unless,
} from './invariant';

const LOT_PARTS = ['remaining', 'reserved', 'drawn', 'paid', 'refunded'];
const lotParts = LOT_PARTS.map((part) => `$${part}Tokens`);
const isStatus = (status: string) => ({ $eq: ['$status', status] });

/** The cost of a lot's undrawn tokens; each of its draws was rounded separately. */
const undrawnValue = costOf('$priceScale8', '$undrawnTokens');

function openLots(since: Since): Stage[] {
  return since ? [{ $match: { status: 'open', endsAt: { $gt: new Date(0) } } }] : [];
}

/** @param indexed what else the index of open records needs */
function sinceOrOpen(since: Since, indexed: Stage = {}): Stage[] {
  if (!since) return [];
  const isNew = { _id: { $gte: lowestUuidV7At(since.getTime()) } };
  return [{ $match: { $or: [isNew, { status: 'open', ...indexed }] } }];
}

const lotsAddUp: Invariant = {
  id: 'I22',
  name: 'For every lot, quantity = remaining + reserved + drawn + paid + refunded, none below zero; its escrow is the value of its undrawn tokens, and zero without any; reserved and drawn equal the sums of its draws.',
  collection: 'lots',
  violator: 'lot',
  pipeline: (since) => [
    ...openLots(since),
    {
      $addFields: {
        undrawnTokens: { $toLong: { $add: ['$remainingTokens', '$reservedTokens'] } },
      },
    },
    {
      $project: {
        lots: { $literal: 1 },
        addsUp: {
          $and: [
            { $eq: ['$quantityTokens', { $add: lotParts }] },
            ...lotParts.map((part) => ({ $gte: [part, 0] })),
            { $or: [isStatus('open'), { $eq: ['$remainingTokens', 0] }] },
            {
              $eq: [
                exact('$costScale8'),
                {
                  $add: [exact('$escrowScale8'), exact('$earnedScale8'), exact('$refundedScale8')],
                },
              ],
            },
            { $gte: ['$escrowScale8', 0] },
            { $or: [{ $gt: ['$undrawnTokens', 0] }, { $eq: ['$escrowScale8', 0] }] },
            {
              $lte: [
                { $abs: { $subtract: [exact('$escrowScale8'), undrawnValue] } },
                { $add: ['$draws', 2] },
              ],
            },
          ],
        },
        reserved: '$reservedTokens',
        drawn: '$drawnTokens',
      },
    },
    drawsOf(since),
    byId(['lots', 'reserved', 'drawn'], { addsUp: { $min: '$addsUp' } }),
    unless('$addsUp', { $eq: ['$lots', 1] }, ...are(0, 'reserved', 'drawn')),
  ],
};

/** The draws of each lot, as negative quantities. */
function drawsOf(since: Since): Stage {
  const sumOfDraws = [
    { $match: { kind: 'draw', status: { $in: ['reserved', 'settled'] } } },
    {
      $group: {
        _id: '$lotId',
        reserved: { $sum: only(isStatus('reserved'), negative('$quantityTokens')) },
        drawn: { $sum: only(isStatus('settled'), negative('$usedTokens')) },
      },
    },
    { $addFields: { addsUp: true } },
  ];
  if (!since) return union('fills', ...sumOfDraws);
  return union(
    'lots',
    ...openLots(since),
    { $lookup: { from: 'fills', localField: '_id', foreignField: 'lotId', as: 'draw' } },
    { $unwind: '$draw' },
    { $replaceWith: '$draw' },
    ...sumOfDraws,
  );
}

/** Debits minus credits of a journal's lines on escrow. */
const escrowDebited = sumOfLines(
  { $eq: ['$$line.account', 'platform:escrow'] },
  negative(creditOf('$$line')),
);

const escrowIsLots: Invariant = {
  id: 'I23',
  name: 'The escrow of every lot equals the sum of its journals.',
  collection: 'lots',
  violator: 'lot',
  pipeline: (since) => [
    ...idsSince(since, 'askId'),
    { $project: { lots: { $literal: 1 }, escrow: exact('$escrowScale8') } },
    union(
      'journals',
      ...journalsAround(since),
      { $match: { kind: { $in: ['escrow', 'draw', 'window_end', 'refund'] } } },
      { $project: { _id: '$reference', escrow: escrowDebited } },
    ),
    byId(['lots', 'escrow']),
    // Journals of a lot of an older ask.
    ...(since ? [{ $match: { lots: 1 } }] : []),
    unless({ $eq: ['$escrow', 0] }),
  ],
};

const contractsAreLots: Invariant = {
  id: 'I24',
  name: "Every contract equals the sum of its lots and of its order's fills, in quantity and cost.",
  collection: 'contracts',
  violator: 'contract',
  pipeline: (since) => [
    ...idsSince(since),
    { $project: { contracts: { $literal: 1 }, ...sums(1) } },
    union('lots', ...idsSince(since, 'contractId'), {
      $project: { _id: '$contractId', ...sums(-1) },
    }),
    byId(['contracts', 'tokens', 'cost']),
    lookup('contracts', '_id', 'contract'),
    { $set: { contract: { $first: '$contract' } } },
    // By its id: no index leads from a contract to its order.
    lookup('contractorders', 'contract.orderId', 'order'),
    { $set: { order: { $first: '$order' } } },
    unless(
      { $eq: ['$contracts', 1] },
      ...are(0, 'tokens', 'cost'),
      { $eq: ['$order.contractId', '$_id'] },
      { $eq: ['$order.filledTokens', '$contract.quantityTokens'] },
      { $eq: ['$order.costScale8', '$contract.costScale8'] },
    ),
  ],
};

function sums(sign: 1 | -1): Stage {
  return {
    tokens: { $multiply: ['$quantityTokens', sign] },
    cost: { $multiply: [exact('$costScale8'), sign] },
  };
}

const ordersAddUp: Invariant = {
  id: 'I25',
  name: 'For every contract order, quantity = filled + open + closed, and only an open order has an open quantity.',
  collection: 'contractOrders',
  violator: 'contract order',
  pipeline: (since) => [
    ...sinceOrOpen(since),
    unless(
      { $eq: ['$quantityTokens', { $add: ['$filledTokens', '$openTokens', '$closedTokens'] }] },
      { $gte: ['$filledTokens', 0] },
      { $gte: ['$closedTokens', 0] },
      { $eq: [isStatus('open'), { $gt: ['$openTokens', 0] }] },
      { $eq: [isStatus('filled'), { $eq: ['$filledTokens', '$quantityTokens'] }] },
    ),
  ],
};

const restingHolds: Invariant = {
  id: 'I26',
  name: 'A contract order holds its limit x its open quantity, rounded up, and its hold balances: amount = captured + released + open.',
  collection: 'holds',
  violator: 'contract order',
  pipeline: (since) => [
    ...sinceOrOpen(since, { accountId: ANY_TEXT }),
    { $match: { reason: 'order' } },
    lookup('contractorders', '_id', 'order'),
    { $set: { order: { $first: '$order' } } },
    { $set: { openTokens: { $toLong: '$order.openTokens' } } },
    unless(
      { $eq: ['$priceScale8', '$order.limitPriceScale8'] },
      {
        $eq: [exact('$openScale8'), { $ceil: costOf('$order.limitPriceScale8', '$openTokens') }],
      },
      ...HOLD_ADDS_UP,
      { $gte: ['$capturedScale8', 0] },
    ),
  ],
};

/** A contract trade is recorded at its match, by the journal that moves its cost into escrow. */
const capacityTrades: Invariant = {
  id: 'I27',
  name: 'Every fill of a contract order has one lot, one trade and, unless its cost is zero, one journal into escrow, at a price between its ask and its limit.',
  collection: 'fills',
  violator: 'fill',
  pipeline: (since) => [
    ...idsSince(since),
    { $match: { kind: 'capacity', status: 'settled' } },
    { $project: { fill: '$$ROOT' } },
    // A lookup would not see the archive.
    union('trades', ...idsSince(since), { $project: { costScale8: '$grossScale8' } }),
    union('lots', ...idsSince(since), {
      $project: { lot: { quantityTokens: '$quantityTokens', costScale8: '$costScale8' } },
    }),
    {
      $group: {
        _id: '$_id',
        fill: { $max: '$fill' },
        trade: { $push: '$costScale8' },
        lot: { $push: '$lot' },
      },
    },
    { $match: { fill: { $type: 'object' } } },
    { $replaceWith: { $mergeObjects: ['$fill', { trade: '$trade', lot: '$lot' }] } },
    lookup('asks', 'askId', 'ask'),
    lookup('contractorders', 'orderId', 'order'),
    { $set: { quantity: { $toLong: '$quantityTokens' } } },
    unless(
      { $eq: [{ $size: '$lot' }, 1] },
      { $eq: [{ $size: '$trade' }, 1] },
      { $eq: ['$quantityTokens', { $first: '$lot.quantityTokens' }] },
      { $eq: ['$costScale8', { $first: '$lot.costScale8' }] },
      { $eq: ['$costScale8', { $first: '$trade' }] },
      { $gte: ['$priceScale8', { $first: '$ask.priceScale8' }] },
      { $lte: ['$priceScale8', { $first: '$order.limitPriceScale8' }] },
      {
        $lte: [
          { $abs: { $subtract: [exact('$costScale8'), costOf('$priceScale8', '$quantity')] } },
          1,
        ],
      },
    ),
  ],
};

/** Its workflow closes a lot when the window ends, and maintenance what that missed. */
const lotsEnd: Invariant = {
  id: 'I30',
  name: 'No lot is open two minutes after its window.',
  collection: 'lots',
  violator: 'lot',
  pipeline: () => [
    {
      $match: { status: 'open', endsAt: { $lt: new Date(Date.now() - LOT_OVERDUE_MS) } },
    },
  ],
};

export const contractInvariants = [
  lotsAddUp,
  escrowIsLots,
  contractsAreLots,
  ordersAddUp,
  restingHolds,
  capacityTrades,
  lotsEnd,
];
