/**
 * Write access. Records are read-only outside of the modules that own them: only records/, the
 * services of exchange/ and followers with collections of their own may import this file
 * (test/tidy/modules.test.ts).
 */
import type { mongo } from 'mongoose';
import type { Ledger } from '../ledger/ledger';
import type { ReadLedger } from '../ledger/read-ledger';
import type { ReadCollection } from './read-collection';

export function writable<Document extends mongo.BSON.Document>(
  collection: ReadCollection<Document>,
): mongo.Collection<Document> {
  return collection as mongo.Collection<Document>;
}

/** Money and quantities move by services only. */
export function writableLedger(ledger: ReadLedger): Ledger {
  return ledger as Ledger;
}
