/**
 * Time limits of reads in MongoDB. Every read of the collections has a limit, so that none
 * continues for long without a caller.
 */
import type { mongo } from 'mongoose';

/** Default limit. */
export const READ_MAX_MS = 10_000;
/**
 * Limit of reads that scan all records of a kind: reconciliation, rebuilding a book, statements.
 */
export const SCAN_MAX_MS = 600_000;

/** MongoDB's MaxTimeMSExpired. */
const MAX_TIME_EXPIRED = 50;

export function isReadTooLong(err: unknown): boolean {
  return (err as { code?: unknown } | null)?.code === MAX_TIME_EXPIRED;
}

/** A collection with limited reads; `findOne` and `countDocuments` are based on these. */
export function withReadLimit<Document extends mongo.BSON.Document>(
  collection: mongo.Collection<Document>,
): mongo.Collection<Document> {
  const find = collection.find.bind(collection) as (
    filter: mongo.Filter<Document>,
    options: mongo.FindOptions,
  ) => mongo.FindCursor;
  const aggregate = collection.aggregate.bind(collection);
  const distinct = collection.distinct.bind(collection) as (
    ...given: unknown[]
  ) => Promise<unknown[]>;
  return Object.assign(collection, {
    find: (filter: mongo.Filter<Document> = {}, options: mongo.FindOptions = {}) =>
      find(filter, limited(options)),
    aggregate: (pipeline: object[] = [], options: mongo.AggregateOptions = {}) =>
      aggregate(pipeline, limited(options)),
    distinct: (field: string, filter: mongo.Filter<Document> = {}, options = {}) =>
      distinct(field, filter, limited(options)),
  });
}

/** A transaction has its own lifetime, after which MongoDB allows a retry. */
function limited<Options extends { session?: mongo.ClientSession; maxTimeMS?: number }>(
  options: Options,
): Options {
  return options.session?.inTransaction() ? options : { maxTimeMS: READ_MAX_MS, ...options };
}
