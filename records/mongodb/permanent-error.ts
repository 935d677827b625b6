/** Permanent failures of a write, caused by its content. */
import { mongo } from 'mongoose';
import { isUnavailable } from './unavailable';

/**
 * BadValue, FailedToParse, TypeMismatch, DocumentValidationFailure, and documents that are too
 * large.
 */
const CODES: ReadonlySet<unknown> = new Set([2, 9, 14, 121, 10_334, 17_419, 17_420]);

/** By name: `instanceof` fails for runtime errors when code runs in a context of its own. */
const NAMES: ReadonlySet<unknown> = new Set([
  'BSONError',
  'MongoInvalidArgumentError',
  'RangeError',
  'TypeError',
]);

/** Whether the same write fails again, however often it is retried. */
export function isPermanent(err: unknown): boolean {
  if (err instanceof mongo.MongoServerError) return CODES.has(err.code) && !isUnavailable(err);
  return NAMES.has((err as Error | null)?.name);
}
