/** Reads for the ledger's plans: from the primary, with majority-committed data only. */
import type { mongo } from 'mongoose';
import type { BalanceDocument } from '../documents/balance';
import type { Collections } from '../collections';
import { DURABLE } from '../mongodb/durable';

export async function byId<Document extends { _id: string }>(
  collection: mongo.Collection<Document>,
  ids: readonly string[],
): Promise<Map<string, Document>> {
  const filter = { _id: { $in: [...new Set(ids)] } } as unknown as mongo.Filter<Document>;
  const documents = await collection.find<Document>(filter, DURABLE).toArray();
  return new Map(documents.map((document) => [document._id, document]));
}

type DocumentOf<Name extends keyof Collections> =
  Collections[Name] extends mongo.Collection<infer Document> ? Document : never;

/** Reads the documents of a batch concurrently: for each collection those with the given ids. */
export async function readBatch<Name extends keyof Collections>(
  collections: Collections,
  ids: Readonly<Record<Name, readonly string[]>>,
): Promise<{ readonly [Each in Name]: Map<string, DocumentOf<Each>> }> {
  const names = Object.keys(ids) as Name[];
  const found = await Promise.all(names.map((name) => byId(collections[name] as never, ids[name])));
  return Object.fromEntries(names.map((name, index) => [name, found[index]])) as never;
}

/** The amount that an account can spend; zero before its first deposit. */
export function availableScale8(balance: BalanceDocument | null | undefined): bigint {
  return balance ? balance.postedScale8 - balance.heldScale8 : 0n;
}
