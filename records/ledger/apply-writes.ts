/**
 * Executes the writes of a batch in one MongoDB transaction: one bulk command per collection, one
 * conditional update per balance and per ask. Contended documents come first, so that a conflict or
 * a refusal shows before the other work is done.
 */
import type { mongo } from 'mongoose';
import type { AskDocument } from '../documents/ask';
import type { BalanceDocument } from '../documents/balance';
import { currentPause } from '../queries/judging-pauses';
import { asDouble, type Collections } from '../collections';
import { passFences, type Stripe } from './fence-stripes';
import { keyUpdates } from './key-spend';
import { passDayFence } from './pass-day-fence';
import { execute, Refused, type WriteContext } from './write-commands';
import type { AskChange, BalanceChange, RequestsChange, TakenTokens, Writes } from './writes';

const INT64_MAX = 2n ** 63n - 1n;

/** Written after the contended collections, in this order. */
const UNCONTENDED = [
  'lots',
  'contractOrders',
  'contracts',
  'tickets',
  'payables',
  'fills',
  'orders',
  'holds',
  'journals',
  'trades',
  'answers',
  'webhookEvents',
] as const;

export async function applyWrites(
  ctx: WriteContext,
  collections: Collections,
  batch: readonly Writes[],
  stripe: Stripe,
): Promise<void> {
  const operationsOf = <
    Name extends Exclude<
      keyof Writes,
      | 'needsJudging'
      | 'balance'
      | 'balances'
      | 'requests'
      | 'key'
      | 'ask'
      | 'asks'
      | 'answersKeptMs'
    >,
  >(
    name: Name,
  ) => batch.flatMap((writes) => [...(writes[name] ?? [])]);
  const balanceChanges = batch.flatMap((writes) => [
    ...(writes.balance ? [writes.balance] : []),
    ...(writes.balances ?? []),
  ]);
  const askChanges = batch.flatMap((writes) => [
    ...(writes.ask ? [writes.ask] : []),
    ...(writes.asks ?? []),
  ]);

  const requestsChanges = batch.flatMap(({ requests }) => (requests ? [requests] : []));
  const keyChanges = batch.flatMap(({ key }) => (key ? [key] : []));
  const { sellers, balances, buyerKeys, asks, judgingPauses } = collections;

  const needsJudging = batch.some((writes) => writes.needsJudging);
  if (needsJudging && (await currentPause(judgingPauses, { session: ctx.session }))) {
    throw new Refused(judgingPauses.collectionName);
  }
  await execute(ctx, sellers, operationsOf('sellers') as never);
  await execute(ctx, balances, balanceUpdates(balanceChanges, requestsChanges));
  const [spending, ended] = keyUpdates(keyChanges);
  await execute(ctx, buyerKeys, spending);
  // What was delivered is settled, even if the record of its key is gone.
  await execute(ctx, buyerKeys, ended, true);
  await execute(ctx, asks, askUpdates(askChanges));
  await passFences(ctx, collections, stripe, askChanges.flatMap(takenOf));
  await execute(ctx, asks, operationsOf('newAsks') as never);
  await passDayFence(ctx, collections, stripe, batch);
  for (const name of UNCONTENDED) {
    await execute(ctx, collections[name] as never, operationsOf(name) as never);
  }
}

/**
 * One update per account with the sum of its changes, conditional on the sum of the needed amounts.
 */
export function balanceUpdates(
  changes: readonly BalanceChange[],
  requestsChanges: readonly RequestsChange[],
): mongo.AnyBulkWriteOperation<BalanceDocument>[] {
  const balances = groupBy(changes, (change) => change.accountId);
  const requests = groupBy(requestsChanges, (change) => change.accountId);
  return [...new Set([...balances.keys(), ...requests.keys()])].map((accountId) => {
    const group = balances.get(accountId) ?? [];
    const { begun, conditions: requestsConditions } = requestsUpdate(requests.get(accountId) ?? []);
    const sum = (amountOf: (change: BalanceChange) => bigint) =>
      group.reduce((total, change) => total + amountOf(change), 0n);
    const needed = sum((change) => change.neededScale8);
    const released = sum(({ heldScale8 }) => (heldScale8 < 0n ? -heldScale8 : 0n));
    const deposited = sum(({ postedScale8 }) => (postedScale8 > 0n ? postedScale8 : 0n));
    if (needed > INT64_MAX || deposited > INT64_MAX) throw new Refused('balances');
    const available = { $subtract: ['$postedScale8', '$heldScale8'] };
    const conditions = [
      ...requestsConditions,
      ...(needed > 0n ? [{ $gte: [available, needed] }] : []),
    ];
    return {
      updateOne: {
        filter: {
          _id: accountId,
          ...(conditions.length > 0 ? { $expr: { $and: conditions } } : {}),
          ...(released > 0n ? { heldScale8: { $gte: released } } : {}),
          ...(deposited > 0n ? { postedScale8: { $lte: INT64_MAX - deposited } } : {}),
        },
        update: {
          $inc: {
            postedScale8: sum((change) => change.postedScale8),
            heldScale8: sum((change) => change.heldScale8),
            ...(begun === 0 ? {} : { requestsUnderWay: asDouble(begun) }),
            version: asDouble(group.length),
          },
          $set: { updatedAt: new Date() },
        },
        upsert: deposited > 0n && needed === 0n, // the first deposit creates the balance
      },
    };
  });
}

/** Increases the number of concurrent requests, conditional on the limit. */
function requestsUpdate(changes: readonly RequestsChange[]) {
  const begun = changes.reduce((total, { change }) => total + change, 0);
  const limits = changes.flatMap(({ limit }) => (limit === undefined ? [] : [limit]));
  const before = { $ifNull: ['$requestsUnderWay', 0] };
  const conditions =
    limits.length > 0 ? [{ $lte: [before, asDouble(Math.min(...limits) - begun)] }] : [];
  return { begun, conditions };
}

/** One update per ask with the sum of the batch's reservations, sales and returns. */
export function askUpdates(
  changes: readonly AskChange[],
): mongo.AnyBulkWriteOperation<AskDocument>[] {
  return [...groupBy(changes, (change) => change.askId)].map(([askId, group]) => {
    const outgoing = group.flatMap(takenOf);
    const leaving = outgoing.reduce((total, { quantityTokens }) => total + quantityTokens, 0);
    const bought = group.reduce((total, change) => total + (change.bought?.quantityTokens ?? 0), 0);
    const reserved = leaving - bought;
    const sold = group.reduce((total, { soldTokens }) => total + soldTokens, 0);
    const returned = group.reduce((total, { returnedTokens }) => total + returnedTokens, 0);
    const begins = group.flatMap(({ bought: part }) => part?.before?.getTime() ?? []);
    return {
      updateOne: {
        filter: {
          _id: askId,
          ...(leaving > 0
            ? {
                status: 'active',
                ...termsOf(group),
                remainingTokens: { $gte: leaving },
              }
            : {}),
          ...(sold + returned > 0 ? { reservedTokens: { $gte: sold + returned } } : {}),
          ...(begins.length > 0
            ? { $expr: { $lt: ['$$NOW', new Date(Math.min(...begins))] } }
            : {}),
        },
        update: moveTokens({ reserved, bought, sold, returned }),
      },
    };
  });
}

/**
 * The ask's record must have the terms that the book has named.
 * @throws Refused when a book has named different ones
 */
function termsOf(group: readonly AskChange[]): mongo.Filter<AskDocument> {
  const [first, ...others] = group.flatMap(takenOf);
  const { modelId, tenor, sellerId, region, epoch } = first!;
  const isSame = (part: TakenTokens) =>
    part.modelId === modelId &&
    part.tenor === tenor &&
    part.sellerId === sellerId &&
    part.region === region &&
    part.epoch === epoch;
  if (!others.every(isSame)) throw new Refused('asks');
  const prices = [first!, ...others].map(({ priceScale8 }) => priceScale8);
  const exact = group.flatMap(({ reserved }) => (reserved ? [reserved.priceScale8] : []));
  const least = (one: bigint, other: bigint) => (one < other ? one : other);
  return {
    modelId,
    tenor,
    sellerId,
    region,
    priceScale8: {
      $lte: prices.reduce(least),
      ...(exact.length > 0
        ? { $gte: exact.reduce((one, other) => (one > other ? one : other)) }
        : {}),
    },
    // A rebuild by an earlier release raises the epoch of the asks, not the fence.
    epoch: { $not: { $gt: epoch } },
  };
}

function takenOf({ reserved, bought }: AskChange): TakenTokens[] {
  return [...(reserved ? [reserved] : []), ...(bought ? [bought] : [])];
}

/**
 * Returned tokens follow the state of the ask: to the remainder while it is active, otherwise to
 * the cancelled or expired quantity. An ask without remaining or reserved tokens is filled.
 */
function moveTokens(change: {
  readonly reserved: number;
  readonly bought: number;
  readonly sold: number;
  readonly returned: number;
}): mongo.BSON.Document[] {
  const { reserved, bought, sold, returned } = change;
  const isActive = { $eq: ['$status', 'active'] };
  const isOffered = { $and: [isActive, { $gt: ['$expiresAt', '$$NOW'] }] };
  const isCancelled = { $eq: ['$status', 'cancelled'] };
  const add = (field: string, tokens: unknown) => ({ [field]: { $add: [`$${field}`, tokens] } });
  const move: mongo.BSON.Document = {
    ...add('reservedTokens', reserved - sold - returned),
    ...add('soldTokens', sold + bought),
    ...add('remainingTokens', {
      $subtract: [{ $cond: [isOffered, returned, 0] }, reserved + bought],
    }),
    ...add('cancelledTokens', { $cond: [isCancelled, returned, 0] }),
    ...add('expiredTokens', { $cond: [{ $or: [isOffered, isCancelled] }, 0, returned] }),
  };
  const isUsedUp = {
    $and: [isActive, { $eq: ['$remainingTokens', 0] }, { $eq: ['$reservedTokens', 0] }],
  };
  const ending = { $cond: [{ $gt: ['$expiredTokens', 0] }, 'expired', 'filled'] };
  return [{ $set: move }, { $set: { status: { $cond: [isUsedUp, ending, '$status'] } } }];
}

function groupBy<Value>(values: readonly Value[], keyOf: (value: Value) => string) {
  const groups = new Map<string, Value[]>();
  for (const value of values) {
    const group = groups.get(keyOf(value));
    if (group) group.push(value);
    else groups.set(keyOf(value), [value]);
  }
  return groups;
}
