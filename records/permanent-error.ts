/** Failures of a write that no repetition cures, because what is to be written is at fault. */
import { mongo } from 'mongoose';

/** BadValue, FailedToParse, TypeMismatch, DocumentValidationFailure, and documents that are too large. */
const CODES: ReadonlySet<unknown> = new Set([2, 9, 14, 121, 10_334, 17_419, 17_420]);

/** By name: an error of the runtime itself is of another realm's class where code runs in a context of its own. */
const NAMES: ReadonlySet<unknown> = new Set([
  'BSONError',
  'MongoInvalidArgumentError',
  'RangeError',
  'TypeError',
]);

/** Whether the same write fails again, however often it is tried and whatever it is tried with. */
export function isPermanent(err: unknown): boolean {
  if (err instanceof mongo.MongoServerError) return CODES.has(err.code);
  return NAMES.has((err as Error | null)?.name);
}
