/** Failures of a write that no repetition cures, because what is to be written is at fault. */
import { mongo } from 'mongoose';

/** BadValue, FailedToParse, TypeMismatch, DocumentValidationFailure, and documents that are too large. */
const CODES: ReadonlySet<unknown> = new Set([2, 9, 14, 121, 10_334, 17_419, 17_420]);

/** Whether the same write fails again, however often it is tried and whatever it is tried with. */
export function isPermanent(err: unknown): boolean {
  if (err instanceof mongo.MongoServerError) return CODES.has(err.code);
  return (
    err instanceof mongo.MongoInvalidArgumentError ||
    err instanceof mongo.BSON.BSONError ||
    err instanceof TypeError ||
    err instanceof RangeError
  );
}
