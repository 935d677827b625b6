/**
 * Reads documents of a collection in pages, as the bytes that MongoDB sent. The driver's cursor
 * makes several objects of each document: with a million asks it needs more time than their reader.
 */
import type { mongo } from 'mongoose';

export interface RawFind {
  readonly collection: string;
  readonly filter: mongo.BSON.Document;
  readonly projection: mongo.BSON.Document;
  readonly sort?: mongo.BSON.Document;
  readonly hint?: mongo.BSON.Document;
}

export interface RawFindOptions {
  readonly session: mongo.ClientSession;
  readonly rowsPerPage: number;
  readonly maxTimeMS: number;
}

interface Answer {
  readonly cursor: {
    /** 0 after the last page. */
    readonly id: bigint;
    readonly firstBatch?: Buffer[];
    readonly nextBatch?: Buffer[];
  };
}

const AS_BYTES = { fieldsAsRaw: { firstBatch: true, nextBatch: true }, useBigInt64: true };

/**
 * MongoDB prepares a page while the reader works on the one before. It forgets what a reader leaves
 * unread: ten minutes later.
 */
export async function* rawPages(
  database: mongo.Db,
  { collection, ...find }: RawFind,
  { session, rowsPerPage: batchSize, maxTimeMS }: RawFindOptions,
): AsyncGenerator<readonly Buffer[]> {
  const run = (command: mongo.BSON.Document): Promise<Answer> => {
    const answered = database.command(command, { session, ...AS_BYTES });
    answered.catch(() => undefined); // it is awaited below, unless the reader leaves
    return answered as Promise<unknown> as Promise<Answer>;
  };
  let next: Promise<Answer> | null = run({ find: collection, ...find, batchSize, maxTimeMS });
  while (next) {
    const answer: Answer = await next;
    const { id, firstBatch, nextBatch = [] } = answer.cursor;
    next = id === 0n ? null : run({ getMore: id, collection, batchSize });
    yield firstBatch ?? nextBatch;
  }
}
