/** Changes of a seller's record, each with its audit record, atomically. */
import type { mongo } from 'mongoose';
import { newId } from '../../domain/new-id';
import type { Records } from '../connect';
import { inTransaction } from '../mongodb/in-transaction';
import type { SellerDocument } from '../documents/seller';
import type { SellerChangeDocument } from '../documents/seller-change';
import { keyRotatedEvent, standingEvent } from '../webhooks/events';
import { writable } from '../mongodb/writable';

export type SellerChange = Omit<SellerChangeDocument, '_id' | 'sellerId' | 'at'>;
export type SellerRecords = Pick<
  Records,
  'connection' | 'sellers' | 'sellerChanges' | 'webhookEvents'
>;

/** @throws a duplicate key error when endpoint or key belong to another seller */
export async function createSeller(
  records: SellerRecords,
  document: SellerDocument,
  change: SellerChange,
): Promise<void> {
  await transact(records, async (session) => {
    await writable(records.sellers).insertOne(document, { session });
    const row = changeRow(document._id, change, document.registeredAt);
    await writable(records.sellerChanges).insertOne(row, { session });
  });
}

/**
 * @param filter identifies the seller, with conditions
 * @returns the seller after the change; null when the filter did not match and nothing was written
 */
export async function changeSeller(
  records: SellerRecords,
  filter: mongo.Filter<SellerDocument> & { readonly _id: string },
  update: mongo.UpdateFilter<SellerDocument>,
  change: SellerChange,
): Promise<SellerDocument | null> {
  const id = newId();
  return transact(records, async (session) => {
    const changed = await writable(records.sellers).findOneAndUpdate(filter, update, {
      session,
      returnDocument: 'after',
    });
    if (!changed) return null;
    const row = { ...changeRow(changed._id, change, changed.updatedAt), _id: id };
    await writable(records.sellerChanges).insertOne(row, { session });
    const event = eventOf(row, changed);
    if (event) await writable(records.webhookEvents).insertOne(event, { session });
    return changed;
  });
}

function eventOf(row: SellerChangeDocument, changed: SellerDocument) {
  if (row.kind === 'key_rotated') return keyRotatedEvent(row);
  if (row.kind !== 'standing') return null;
  return standingEvent(row, changed.standing, changed.suspendedUntil ?? null);
}

function transact<Answer>(
  { connection }: SellerRecords,
  write: (session: mongo.ClientSession) => Promise<Answer>,
): Promise<Answer> {
  return connection
    .getClient()
    .withSession((session) => inTransaction(session, () => write(session)));
}

function changeRow(sellerId: string, change: SellerChange, at: Date): SellerChangeDocument {
  return { _id: newId(), sellerId, ...change, at };
}
