/**
 * Write access to a collection. Records are read-only outside of the modules that own them: only
 * records/ and the services of exchange/ may import this file (test/tidy/modules.test.ts).
 */
import type { mongo } from 'mongoose';
import type { ReadCollection } from './read-collection';

export function writable<Document extends mongo.BSON.Document>(
  collection: ReadCollection<Document>,
): mongo.Collection<Document> {
  return collection as mongo.Collection<Document>;
}
