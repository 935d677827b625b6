/**
 * The commands of a batch: one `insert` and one `update` per collection. The driver's `bulkWrite`
 * sends the same commands, but needs more processor time for them than MongoDB needs to execute
 * them.
 */
import { mongo } from 'mongoose';

/** Limit of one message to MongoDB, with a margin for overhead; the server refuses 48 MB. */
const LARGEST_MESSAGE_BYTES = 32_000_000;

/** A condition of the batch did not hold, or one of its keys exists: nothing was written. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** The transaction of the commands. */
export interface WriteContext {
  readonly database: mongo.Db;
  readonly session: mongo.ClientSession;
}

interface Written {
  readonly n: number;
  readonly writeErrors?: readonly { readonly code: number; readonly errmsg: string }[];
}

/**
 * Ordered, inserts first, and none after the first refusal. MongoDB ends a transaction with a
 * refusal, and answers a further command with an error that requests a retry of the whole
 * transaction: a duplicate with an update would be retried for two minutes.
 * @param mayMiss whether an operation may have no effect
 * @throws Refused when one of the operations had no effect
 */
export async function execute<Document extends mongo.BSON.Document>(
  { database, session }: WriteContext,
  { collectionName }: mongo.Collection<Document>,
  operations: readonly mongo.AnyBulkWriteOperation<Document>[],
  mayMiss = false,
): Promise<void> {
  if (operations.length === 0) return;
  const run = async (command: mongo.BSON.Document, count: number) => {
    const written = (await database.command(command, { session })) as unknown as Written;
    const [refusal] = written.writeErrors ?? [];
    if (refusal) throw new mongo.MongoServerError({ message: refusal.errmsg, code: refusal.code });
    if (written.n !== count && !mayMiss) throw new Refused(collectionName);
  };
  const { inserts, updates } = split(operations);
  for (const documents of messagesOf(inserts)) {
    await run({ insert: collectionName, documents, ordered: true }, documents.length);
  }
  if (updates.length > 0) {
    await run({ update: collectionName, updates, ordered: true }, updates.length);
  }
}

function split<Document extends mongo.BSON.Document>(
  operations: readonly mongo.AnyBulkWriteOperation<Document>[],
) {
  const inserts: mongo.BSON.Document[] = [];
  const updates: mongo.BSON.Document[] = [];
  for (const operation of operations) {
    if ('insertOne' in operation) inserts.push(operation.insertOne.document);
    else if ('updateOne' in operation) {
      const { filter: q, update: u, ...options } = operation.updateOne;
      updates.push({ q, u, ...options });
    } else throw new Error(`The ledger makes no ${Object.keys(operation).join()}`);
  }
  return { inserts, updates };
}

/** Splits documents into messages; only documents with binary data are large. */
function messagesOf(documents: readonly mongo.BSON.Document[]): mongo.BSON.Document[][] {
  const messages: mongo.BSON.Document[][] = [];
  let bytes = Infinity;
  for (const document of documents) {
    const { sealed } = document as { sealed?: mongo.Binary };
    const size = sealed?.length() ?? 0;
    if (bytes + size > LARGEST_MESSAGE_BYTES) {
      messages.push([]);
      bytes = 0;
    }
    messages.at(-1)!.push(document);
    bytes += size;
  }
  return messages;
}
