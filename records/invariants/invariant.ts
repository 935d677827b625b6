/** The type of an invariant, and the expressions that their queries share. */
import type { mongo } from 'mongoose';
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
    | 'contract'
    | 'contract order'
    | 'fill'
    | 'hold'
    | 'journal'
    | 'lot'
    | 'order'
    | 'phase'
    | 'seller'
    | 'trade';
  /** Every resulting document is a violation; its `_id` identifies the record. */
  readonly pipeline: readonly Stage[];
}

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
