/**
 * What a buyer's key has spent, and what it may still spend (MONEY-15). The key's own record has the
 * sums, so that one conditional update decides. Days, weeks and months are those of MongoDB's clock, in
 * UTC; what is held counts against the period that is now.
 */
import type { mongo } from 'mongoose';
import { LIMIT_RESETS, type LimitReset } from '../../domain/buyer-keys';
import type { BuyerKeyDocument } from '../documents/buyer-key';
import type { Collections } from '../collections';

/** The effect of one fill on the key that asked for it. */
export interface KeyChange {
  readonly keyId: string;
  readonly heldScale8: bigint;
  readonly usedScale8: bigint;
  /** Must be left below its limit before the change; 0 when money is only released. */
  readonly neededScale8: bigint;
}

type Expression = mongo.BSON.Document;

type KeyUpdate = mongo.AnyBulkWriteOperation<BuyerKeyDocument>;

const UNITS = { daily: 'day', weekly: 'week', monthly: 'month' } as const satisfies Record<
  LimitReset,
  string
>;
const ZERO = 0n;

/** The start of the current period. Weeks begin on Monday. */
function startOf(reset: LimitReset): Expression {
  const unit = UNITS[reset];
  return {
    $dateTrunc: { date: '$$NOW', unit, ...(unit === 'week' ? { startOfWeek: 'monday' } : {}) },
  };
}

/** Used in the current period. */
function usedIn(reset: LimitReset): Expression {
  const { since, used } = { since: `$spend.${reset}.since`, used: `$spend.${reset}.usedScale8` };
  return { $cond: [{ $gte: [since, startOf(reset)] }, { $ifNull: [used, ZERO] }, ZERO] };
}

const HELD: Expression = { $ifNull: ['$spend.heldScale8', ZERO] };
const USED: Expression = { $ifNull: ['$spend.usedScale8', ZERO] };

/** Used in the period of its limit; without one in all time. */
const COUNTED: Expression = LIMIT_RESETS.reduce<Expression>(
  (other, reset) => ({ $cond: [{ $eq: ['$limitReset', reset] }, usedIn(reset), other] }),
  USED,
);

/** Null without a limit. */
const REMAINING: Expression = {
  $cond: [
    { $eq: [{ $ifNull: ['$limitScale8', null] }, null] },
    null,
    { $subtract: ['$limitScale8', { $add: [HELD, COUNTED] }] },
  ],
};

/**
 * One update for each key, conditional on the sum of what the changes need.
 * @returns those with a condition, and those without one
 */
export function keyUpdates(changes: readonly KeyChange[]): readonly [KeyUpdate[], KeyUpdate[]] {
  const spending: KeyUpdate[] = [];
  const ended: KeyUpdate[] = [];
  const keyIds = [...new Set(changes.map(({ keyId }) => keyId))];
  for (const keyId of keyIds) {
    const own = changes.filter((change) => change.keyId === keyId);
    const sum = (name: 'heldScale8' | 'usedScale8' | 'neededScale8') =>
      own.reduce((total, change) => total + change[name], ZERO);
    const [needed, used] = [sum('neededScale8'), sum('usedScale8')];
    const isWithin = { $or: [{ $eq: [REMAINING, null] }, { $gte: [REMAINING, needed] }] };
    const periods = LIMIT_RESETS.map((reset) => [
      `spend.${reset}`,
      {
        since: { $max: [`$spend.${reset}.since`, startOf(reset)] },
        usedScale8: { $add: [usedIn(reset), used] },
      },
    ]);
    const set = {
      'spend.heldScale8': { $add: [HELD, sum('heldScale8')] },
      ...(used === ZERO
        ? {}
        : { 'spend.usedScale8': { $add: [USED, used] }, ...Object.fromEntries(periods) }),
    };
    (needed > ZERO ? spending : ended).push({
      updateOne: {
        filter: { _id: keyId, ...(needed > ZERO ? { $expr: isWithin } : {}) },
        update: [{ $set: set }],
      },
    });
  }
  return [spending, ended];
}

/** What a key has used, and may still use. */
export interface KeySpend {
  /** Null without a limit. */
  readonly remainingScale8: bigint | null;
  readonly usedScale8: bigint;
  readonly dailyScale8: bigint;
  readonly weeklyScale8: bigint;
  readonly monthlyScale8: bigint;
}

/** By the clock and by the sums that the condition of a reservation uses. */
export async function readKeySpend(
  { buyerKeys }: { readonly buyerKeys: Pick<Collections['buyerKeys'], 'aggregate'> },
  keyIds: readonly string[],
  options: mongo.AggregateOptions = {},
): Promise<Map<string, KeySpend>> {
  const fields = {
    remainingScale8: REMAINING,
    usedScale8: USED,
    dailyScale8: usedIn('daily'),
    weeklyScale8: usedIn('weekly'),
    monthlyScale8: usedIn('monthly'),
  };
  const found = buyerKeys.aggregate<KeySpend & { readonly _id: string }>(
    [{ $match: { _id: { $in: [...new Set(keyIds)] } } }, { $project: fields }],
    options,
  );
  return new Map((await found.toArray()).map(({ _id, ...spend }) => [_id, spend]));
}
