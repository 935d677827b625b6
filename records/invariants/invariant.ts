/** What an invariant is, and the expressions that their queries share. */
import type { mongo } from 'mongoose';
import type { Collections } from '../collections';

export type Stage = mongo.BSON.Document;

/** A promise about the records as they stand, told by a query that finds what breaks it. */
export interface Invariant {
  /** Short and lasting: what alerts and the operator's report go by. */
  readonly id: string;
  /** The promise in one sentence. */
  readonly name: string;
  readonly collection: keyof Collections;
  /** What the `_id` of a violation is the id of. */
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
  /** Every document that comes out of it is a violation; its `_id` says where. */
  readonly pipeline: readonly Stage[];
}

/** Exact in any sum: decimals of 34 digits, where int64s would overflow into doubles. */
export function exact(field: string): Stage {
  return { $toDecimal: { $toLong: field } };
}

/** The value when the condition holds, else 0. */
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

/** Violations are what an expression finds untrue. */
export function unless(...promises: unknown[]): Stage {
  return { $match: { $expr: { $not: { $and: promises } } } };
}
