/**
 * Writes of a follower that may have lost its lease without noticing: each takes effect only if no
 * holder with a higher fence has written.
 *
 * A majority confirms them, although they can be computed again: the follower's position is stored
 * after them, perhaps at the next primary, and nobody would repeat what the last one lost.
 */
import { mongo } from 'mongoose';

interface Fenced {
  _id: string;
  fence: number;
}

const DUPLICATE_KEY = 11_000;

export async function writeFenced<Document extends Fenced>(
  collection: mongo.Collection<Document>,
  documents: readonly Document[],
  fence: number,
): Promise<void> {
  if (documents.length === 0) return;
  const operations = documents.map((document) => ({
    replaceOne: {
      filter: { _id: document._id, fence: { $lte: fence } },
      replacement: document,
      upsert: true,
    },
  }));
  try {
    await collection.bulkWrite(operations as unknown as mongo.AnyBulkWriteOperation<Document>[], {
      ordered: false,
    });
  } catch (err) {
    // The document exists, with a higher fence.
    if (!(err instanceof mongo.MongoBulkWriteError) || !isOnlyDuplicates(err)) throw err;
  }
}

/** Deletes documents that match the filter, except the listed ids. */
export async function deleteUnlisted(
  collection: mongo.Collection<Fenced>,
  filter: object,
  ids: readonly string[],
  fence: number,
): Promise<void> {
  const standing = await collection
    .find({ ...filter, fence: { $lte: fence } }, { projection: { _id: 1 } })
    .toArray();
  const listed = new Set(ids);
  const unlisted = standing.flatMap(({ _id }) => (listed.has(_id) ? [] : _id));
  if (unlisted.length === 0) return;
  await collection.deleteMany({ _id: { $in: unlisted }, fence: { $lte: fence } });
}

function isOnlyDuplicates(err: mongo.MongoBulkWriteError): boolean {
  const errors = [err.writeErrors].flat();
  return errors.length > 0 && errors.every(({ code }) => code === DUPLICATE_KEY);
}
