/**
 * What an account spent per UTC day and instrument: its trades, and what came back from lots whose
 * seller defaulted. Both are exact sums: a period's spend is what its journals moved.
 */
import { unionWithArchive } from '../archive/with-archive';
import { atOneMoment } from '../mongodb/at-one-moment';
import type { Records } from '../connect';

export interface SpendPeriod {
  readonly accountId: string;
  /** Inclusive. */
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
}

interface DayAndModel {
  /** `YYYY-MM-DD`, UTC. */
  readonly day: string;
  readonly modelId: string;
}

interface Bought {
  readonly spentScale8: bigint;
  readonly tokens: number;
  readonly trades: number;
}

export interface DaySpend extends DayAndModel, Bought {
  readonly refundedScale8: bigint;
}

type Sources = Pick<Records, 'connection' | 'trades' | 'journals'>;
type Session = Parameters<Parameters<typeof atOneMoment>[1]>[0];

/** Chosen by name: another index begins with the same fields. */
const REFUNDS = 'accountId_1_createdAt_1';
const NOTHING: Bought = { spentScale8: 0n, tokens: 0, trades: 0 };

/** @returns in no order, from one snapshot */
export function readSpend(sources: Sources, period: SpendPeriod): Promise<DaySpend[]> {
  return atOneMoment(sources.connection, async (session) => {
    const rows = new Map<string, DaySpend>();
    for (const { _id, ...bought } of await readTrades(sources, period, session)) {
      rows.set(keyOf(_id), { ..._id, ...bought, refundedScale8: 0n });
    }
    for (const { _id, refundedScale8 } of await readRefunds(sources, period, session)) {
      const row = rows.get(keyOf(_id)) ?? { ..._id, ...NOTHING };
      rows.set(keyOf(_id), { ...row, refundedScale8 });
    }
    return [...rows.values()];
  });
}

function keyOf({ day, modelId }: DayAndModel): string {
  return `${day} ${modelId}`;
}

function dayOf(field: string) {
  return { $dateToString: { date: field, format: '%Y-%m-%d' } };
}

/** Read from the indexes alone: each collection sums its own trades. */
function readTrades(
  { trades }: Sources,
  { accountId, from, to }: SpendPeriod,
  session: Session,
): Promise<(Bought & { readonly _id: DayAndModel })[]> {
  const part = [
    { $match: { accountId, executedAt: { $gte: from, $lt: to } } },
    {
      $group: {
        _id: { day: dayOf('$executedAt'), modelId: '$modelId' },
        spentScale8: { $sum: '$grossScale8' },
        tokens: { $sum: '$quantityTokens' },
        trades: { $sum: 1 },
      },
    },
  ];
  const sums = ['spentScale8', 'tokens', 'trades'].map((name) => [name, { $sum: `$${name}` }]);
  const whole = { $group: { _id: '$_id', ...Object.fromEntries(sums) } };
  return trades
    .aggregate<Bought & { _id: DayAndModel }>([...part, unionWithArchive('trades', part), whole], {
      session,
    })
    .toArray();
}

/** A refund names its lot, which names the instrument. */
function readRefunds(
  { journals }: Sources,
  { accountId, from, to }: SpendPeriod,
  session: Session,
): Promise<{ readonly _id: DayAndModel; readonly refundedScale8: bigint }[]> {
  const pipeline = [
    { $match: { accountId, kind: 'refund', createdAt: { $gte: from, $lt: to } } },
    { $unwind: '$lines' },
    { $match: { 'lines.account': `buyer:${accountId}`, 'lines.phase': 'posted' } },
    { $lookup: { from: 'lots', localField: 'reference', foreignField: '_id', as: 'lot' } },
    {
      $group: {
        _id: { day: dayOf('$createdAt'), modelId: { $first: '$lot.modelId' } },
        refundedScale8: { $sum: '$lines.amountScale8' },
      },
    },
  ];
  return journals
    .aggregate<{ _id: DayAndModel; refundedScale8: bigint }>(pipeline, { session, hint: REFUNDS })
    .toArray();
}
