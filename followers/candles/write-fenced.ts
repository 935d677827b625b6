/**
 * Writes of a follower that may have lost its lease without noticing: each takes effect only if no
 * holder with a higher fence has written.
 *
 * A majority confirms them, although they can be computed again: the follower's position is stored
 * after them, perhaps at the next primary, and nobody would repeat what the last one lost.
 */
import { mongo } from 'mongoose';
import { isDuplicate } from '../../records/mongodb/duplicate-key';

interface Fenced {
  _id: string;
  fence: number;
}

/** Writes these documents, and deletes others that match the filter. */
export async function replaceFenced<Document extends Fenced>(
  collection: mongo.Collection<Document>,
  within: object,
  documents: readonly Document[],
  fence: number,
): Promise<void> {
  const fenced = collection as unknown as mongo.Collection<Fenced>;
  if (documents.length > 0) await write(fenced, documents, fence);
  const isOurs = { fence: { $lte: fence } };
  const standing = await fenced
    .find({ ...within, ...isOurs }, { projection: { _id: 1 } })
    .toArray();
  const listed = new Set(documents.map(({ _id }) => _id));
  const unlisted = standing.flatMap(({ _id }) => (listed.has(_id) ? [] : _id));
  if (unlisted.length > 0) await fenced.deleteMany({ _id: { $in: unlisted }, ...isOurs });
}

async function write(
  collection: mongo.Collection<Fenced>,
  documents: readonly Fenced[],
  fence: number,
): Promise<void> {
  const operations = documents.map((document) => ({
    replaceOne: {
      filter: { _id: document._id, fence: { $lte: fence } },
      replacement: document,
      upsert: true,
    },
  }));
  try {
    await collection.bulkWrite(operations, { ordered: false });
  } catch (err) {
    // The document exists, with a higher fence.
    if (!(err instanceof mongo.MongoBulkWriteError) || !isOnlyDuplicates(err)) throw err;
  }
}

function isOnlyDuplicates(err: mongo.MongoBulkWriteError): boolean {
  const errors = [err.writeErrors].flat();
  return errors.length > 0 && errors.every((each) => isDuplicate(each));
}
