/** Closings equal the journals of their days, and continue each other. */
import { atOneMoment } from '../mongodb/at-one-moment';
import type { Records } from '../connect';
import type { ClosedDayDocument } from '../documents/closed-day';
import { accountSums, digestSums, ofDay } from '../closings/day-sums';
import { SCAN_MAX_MS } from '../mongodb/read-limits';
import type { InvariantResult } from '../documents/reconciliation';
import { exact, negative, union, unless, type Stage } from './invariant';
import { resultOf } from './result';
import { chosenDays, type Sample, withSeed } from './sample';

type Sources = Pick<Records, 'connection' | 'journals' | 'closings' | 'closedDays'>;
type Digest = Pick<ClosedDayDocument, 'journals' | 'digest' | 'lastJournalId'>;

export const CLOSINGS_ID = 'I29';
const STATEMENT =
  'Every closing equals the sums of the journals of its day, and its total that of the previous closing and its day; the journals of a closed day are those that it was closed with.';
const SCAN = { allowDiskUse: true, maxTimeMS: SCAN_MAX_MS } as const;

/** @param sample null for every closed day */
export function checkClosings(records: Sources, sample: Sample | null): Promise<InvariantResult> {
  return resultOf({ id: CLOSINGS_ID, name: withSeed(STATEMENT, sample) }, async () => {
    const violators: string[] = [];
    for (const _id of await chosenDays(records.closedDays, {}, sample)) {
      const day = await records.closedDays.findOne({ _id });
      violators.push(...(day ? await violatorsOf(records, day) : [_id]));
    }
    return violators;
  });
}

async function violatorsOf(records: Sources, day: ClosedDayDocument): Promise<string[]> {
  const { isSame, accounts } = await compareClosings(records, day);
  return [...(isSame ? [] : [day._id]), ...accounts.map((account) => `${day._id} ${account}`)];
}

/**
 * A journal that moves to the archive meanwhile counts once.
 * @returns whether the journals are those that the day was closed with, and the accounts whose closing is wrong
 */
export async function compareClosings(
  records: Sources,
  day: ClosedDayDocument,
): Promise<{ readonly isSame: boolean; readonly accounts: readonly string[] }> {
  const { connection, journals: live } = records;
  const { digests, closings } = await atOneMoment(connection, async (session) => {
    const options = { ...SCAN, session };
    const summed = live.aggregate<Digest>([...ofDay(day), ...digestSums()], options);
    return {
      digests: await summed.toArray(),
      closings: await live
        .aggregate<{ _id: string }>(wrongClosings(records, day), options)
        .toArray(),
    };
  });
  const { journals = 0, digest = '0', lastJournalId = '' } = digests[0] ?? {};
  const isSame =
    journals === day.journals && digest === day.digest && lastJournalId === day.lastJournalId;
  return { isSame, accounts: closings.map(({ _id }) => _id) };
}

const SUMS = { posted: 'postedScale8', held: 'heldScale8', earned: 'earnedScale8' } as const;

/** Sums of the journals minus those of the closings, by account. */
function wrongClosings({ closings }: Sources, day: ClosedDayDocument): Stage[] {
  const closed = Object.entries(SUMS).map(([name, field]) => [
    name,
    negative(exact(`$day.${field}`)),
  ]);
  const summed = ['posted', 'held', 'earned', 'journals'];
  return [
    ...ofDay(day),
    ...accountSums(),
    { $set: { continues: true } },
    union(
      closings.collectionName,
      { $match: { _id: { $gte: `${day._id} `, $lt: `${day._id}!` } } },
      previousTotal(closings.collectionName),
      {
        $project: {
          _id: '$account',
          ...Object.fromEntries(closed),
          journals: negative('$day.journals'),
          continues: continues(),
        },
      },
    ),
    {
      $group: {
        _id: '$_id',
        ...Object.fromEntries(summed.map((name) => [name, { $sum: `$${name}` }])),
        continues: { $min: '$continues' },
      },
    },
    unless('$continues', ...summed.map((name) => ({ $eq: [`$${name}`, 0] }))),
  ];
}

/** The closing of the account before it, as `previous`. */
function previousTotal(from: string): Stage {
  return {
    $lookup: {
      from,
      let: { account: '$account', until: '$until' },
      pipeline: [
        {
          $match: {
            $expr: { $and: [{ $eq: ['$account', '$$account'] }, { $lt: ['$until', '$$until'] }] },
          },
        },
        { $sort: { until: -1 } },
        { $limit: 1 },
      ],
      as: 'previous',
    },
  };
}

function continues(): Stage {
  const fields = [...Object.values(SUMS), 'journals'];
  const before = (field: string) => ({
    $ifNull: [{ $getField: { field, input: { $first: '$previous.total' } } }, 0],
  });
  return {
    $and: fields.map((field) => ({
      $eq: [`$total.${field}`, { $add: [before(field), `$day.${field}`] }],
    })),
  };
}
