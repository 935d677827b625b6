/**
 * What a filter says about the months of the archive that it needs: the times between which its
 * records lie, and the accounts, sellers or books that they belong to.
 */
import type { mongo } from 'mongoose';
import { isUuid, timeOfUuidV7 } from '../../domain/ids';
import { STAYING_KINDS } from '../journal';
import { TIME_FIELDS, type ArchivedName } from './months';
import { PLACED_BY, placeOf } from './place-names';

export interface Wanted {
  /** Inclusive. */
  readonly from?: Date | undefined;
  /** Inclusive. */
  readonly until?: Date | undefined;
  /** The records belong to these; null when the filter names nothing that is listed by months. */
  readonly places: readonly string[] | null;
  /** Whether such records never move. */
  readonly staysLive: boolean;
}

/** Fields that it compares: those of the filter itself, and of each part of an `$and`. */
type Compared = readonly (readonly [field: string, condition: unknown])[];

const LONGEST_MONTH_MS = 31 * 86_400_000;
const STAYING = new Set<unknown>(STAYING_KINDS);

/** @param known times that the caller knows, too */
export function wantedBy(
  of: ArchivedName,
  filter: object,
  known: Pick<Wanted, 'from' | 'until'> = {},
): Wanted {
  const compared = comparedIn(filter);
  const times = timesOf(of, compared);
  return {
    from: latest([known.from, ...times.from]),
    until: earliest([known.until, ...times.until]),
    places: placesOf(of, compared),
    staysLive:
      of === 'journals' && compared.some(([field, kind]) => field === 'kind' && STAYING.has(kind)),
  };
}

/** The months that lie between these times, by both ends of a range of their index. */
export function isWithin({ from, until }: Pick<Wanted, 'from' | 'until'>): mongo.BSON.Document {
  const ends = {
    ...(from ? { $gt: from } : {}),
    ...(until ? { $lte: new Date(until.getTime() + LONGEST_MONTH_MS) } : {}),
  };
  return {
    ...(from || until ? { until: ends } : {}),
    ...(until ? { from: { $lte: until } } : {}),
  };
}

function comparedIn(filter: object): Compared {
  return Object.entries(filter).flatMap(([field, condition]) =>
    field === '$and' ? (condition as object[]).flatMap(comparedIn) : [[field, condition] as const],
  );
}

/** Of records without a time of their own, their ids have it. */
function timesOf(of: ArchivedName, compared: Compared) {
  const timeField = TIME_FIELDS[of];
  const limits = compared
    .filter(([field]) => field === (timeField ?? '_id'))
    .map(([, condition]) => rangeOf(condition));
  const timesAt = (operators: readonly string[]) =>
    limits.flatMap((range) => operators.map((operator) => timeOf(range[operator])));
  return { from: timesAt(['$gte', '$gt']), until: timesAt(['$lte', '$lt']) };
}

/** A value is the range from itself to itself. */
function rangeOf(condition: unknown): { readonly [operator: string]: unknown } {
  const isValue = typeof condition !== 'object' || condition instanceof Date;
  return isValue ? { $gte: condition, $lte: condition } : { ...condition };
}

function timeOf(limit: unknown): Date | undefined {
  if (limit instanceof Date) return limit;
  return typeof limit === 'string' && isUuid(limit) ? new Date(timeOfUuidV7(limit)) : undefined;
}

/** One of the things that the filter names is enough: the records belong to all of them. */
function placesOf(of: ArchivedName, compared: Compared): readonly string[] | null {
  const valuesOf = (field: string) => {
    const [, condition] = compared.find(([name]) => name === field) ?? [];
    const listed = (condition as { $in?: unknown } | undefined)?.$in;
    const values: unknown[] = Array.isArray(listed) ? listed : [condition];
    return values.every((value) => typeof value === 'string') ? values : [];
  };
  for (const [place, fields] of PLACED_BY[of]) {
    const named = fields
      .map(valuesOf)
      .reduce<string[][]>(
        (rows, values) => rows.flatMap((row) => values.map((value) => [...row, value])),
        [[]],
      );
    if (named.length > 0) return named.map((values) => placeOf(place, values));
  }
  return null;
}

function latest(times: readonly (Date | undefined)[]): Date | undefined {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : new Date(Math.max(...known.map(Number)));
}

function earliest(times: readonly (Date | undefined)[]): Date | undefined {
  const known = times.filter((time) => time !== undefined);
  return known.length === 0 ? undefined : new Date(Math.min(...known.map(Number)));
}
