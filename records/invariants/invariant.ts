/** The type of an invariant, and the expressions that their queries share. */
import type { mongo } from 'mongoose';
import { lowestUuidV7At } from '../../domain/ids';
import type { Collections } from '../collections';

export type Stage = mongo.BSON.Document;

/** A statement about the records, with a query that finds violations. */
export interface Invariant {
  /** Short and stable: used by alerts and the operator's report. */
  readonly id: string;
  /** The statement in one sentence. */
  readonly name: string;
  readonly collection: keyof Collections;
  /** The kind of id in the `_id` of a violation. */
  readonly violator:
    | 'account'
    | 'ask'
    | 'candle'
    | 'contract'
    | 'contract order'
    | 'fill'
    | 'hold'
    | 'journal'
    | 'key'
    | 'lot'
    | 'order'
    | 'phase'
    | 'seller'
    | 'trade'
    | 'webhook endpoint';
  /** Every resulting document is a violation; its `_id` identifies the record. */
  readonly pipeline: (since: Since) => readonly Stage[];
  /**
   * Of records that follow others: how long they may take. What is violated is read again after this
   * time, and only what is violated then counts.
   */
  readonly followsWithinMs?: number;
}

/**
 * What a check reads. A time: the records that were created since the end of the newest closed day,
 * those that are open, and the closings. Null: all records, from the first journal on.
 */
export type Since = Date | null;

/** Clocks of processes differ: what belongs to a record may have an earlier time. */
const CLOCKS_MS = 60 * 60_000;

/** Records with an id that contains a later time; what belongs together has the same id here. */
export function idsSince(since: Since, field = '_id'): Stage[] {
  return since ? [{ $match: { [field]: { $gte: lowestUuidV7At(since.getTime()) } } }] : [];
}

/** Records that may belong to one of `idsSince`. */
export function idsAround(since: Since): Stage[] {
  return idsSince(since && new Date(since.getTime() - CLOCKS_MS));
}

/** Journals that may belong to a record of `idsSince`. */
export function journalsAround(since: Since): Stage[] {
  return since ? [{ $match: { createdAt: { $gte: new Date(since.getTime() - CLOCKS_MS) } } }] : [];
}

/** Selects within an index that is partial by another field. */
export const ANY_TEXT = { $gt: '' };

/** Exact in any sum: decimals of 34 digits, because int64s would overflow into doubles. */
export function exact(field: string): Stage {
  return { $toDecimal: { $toLong: field } };
}

/** The value when the condition holds, otherwise 0. */
export function only(condition: unknown, value: unknown): Stage {
  return { $cond: [condition, value, 0] };
}

export function negative(value: unknown): Stage {
  return { $multiply: [value, -1] };
}

/** Groups rows by their ids. The fields with these names are summed. */
export function byId(sums: readonly string[], others: Stage = {}): Stage {
  const summed = sums.map((name) => [name, { $sum: `$${name}` }]);
  return { $group: { _id: '$_id', ...Object.fromEntries(summed), ...others } };
}

/** Promises that each of the fields has this value. */
export function are(value: number, ...names: readonly string[]): Stage[] {
  return names.map((name) => ({ $eq: [`$${name}`, value] }));
}

/** The record with this id, in a list. */
export function lookup(from: string, localField: string, as: string): Stage {
  return { $lookup: { from, localField, foreignField: '_id', as } };
}

/** The amount of a line: positive for a credit, negative for a debit. */
export function creditOf(line: '$lines' | '$$line'): Stage {
  const amount = exact(`${line}.amountScale8`);
  return { $cond: [{ $eq: [`${line}.side`, 'credit'] }, amount, negative(amount)] };
}

/** Over the lines of a journal for which the condition on `$$line` holds. */
export function sumOfLines(condition: unknown, value: unknown): Stage {
  return { $sum: { $map: { input: '$lines', as: 'line', in: only(condition, value) } } };
}

/** What a hold took is captured, released or open, to the last unit. */
export const HOLD_ADDS_UP: readonly Stage[] = [
  {
    $eq: [
      exact('$amountScale8'),
      { $add: [exact('$capturedScale8'), exact('$releasedScale8'), exact('$openScale8')] },
    ],
  },
  { $gte: ['$releasedScale8', 0] },
  { $eq: [{ $eq: ['$status', 'open'] }, { $gt: ['$openScale8', 0] }] },
];

/** price x quantity / 1,000. */
export function costOf(price: string, quantity: string): Stage {
  return { $divide: [{ $multiply: [exact(price), exact(quantity)] }, 1_000] };
}

export function roundedHalfUp(value: unknown): Stage {
  return { $floor: { $add: [value, { $toDecimal: '0.5' }] } };
}

/** Adds rows of another collection, to be grouped with the first ones. */
export function union(coll: string, ...pipeline: Stage[]): Stage {
  return { $unionWith: { coll, pipeline } };
}

/** Selects documents for which an expression is false. */
export function unless(...promises: unknown[]): Stage {
  return { $match: { $expr: { $not: { $and: promises } } } };
}
