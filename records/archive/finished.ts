/** Which records may move into the archive, and the indexes that they have there. */
import type { mongo } from 'mongoose';
import { isUuid } from '../../domain/ids';
import type { FillDocument } from '../fill';
import type { JournalDocument } from '../journal';
import type { OrderDocument } from '../order';
import { type ArchivedName, monthAt, monthsOfOrder, timeOfRecord } from './months';

/** The fields of `PROJECTION`. */
export type Candidate = { readonly _id: string } & Partial<
  Pick<FillDocument, 'hold'> & Pick<OrderDocument, 'updatedAt'> & Omit<JournalDocument, 'kind'>
> & { readonly kind?: string; readonly status?: string };

export const PROJECTION: Readonly<Record<ArchivedName, mongo.BSON.Document>> = {
  orders: { status: 1, updatedAt: 1 },
  fills: { kind: 1, status: 1, orderId: 1, 'hold.status': 1 },
  journals: { kind: 1, fillId: 1, holdId: 1, orderId: 1, createdAt: 1 },
};

/** Those of the queries that read the archive. */
export const INDEXES: Readonly<Record<ArchivedName, readonly Record<string, 1 | -1>[]>> = {
  orders: [{ accountId: 1, _id: -1 }],
  fills: [{ orderId: 1 }, { sellerId: 1, _id: -1 }],
  journals: [
    { createdAt: 1, _id: 1 },
    { accountId: 1, createdAt: 1, _id: 1 },
    { sellerId: 1, createdAt: 1, _id: 1 },
    { orderId: 1, createdAt: 1 },
  ],
};

const JOURNALS_OF_CHATS: readonly string[] = ['hold', 'capture', 'release'];

/**
 * What a chat left behind and nothing will change or ask for by its business key: ended orders, their
 * fills, and the journals of these fills. Deposits, payouts and corrections stay, because their ids
 * guard their repetition; so does what belongs to contract orders, lots and draws.
 */
export function isMovable(of: ArchivedName, record: Candidate, before: Date): boolean {
  switch (of) {
    case 'orders':
      return (
        isUuid(record._id) &&
        record.status !== 'open' &&
        record.updatedAt !== undefined &&
        record.updatedAt < before
      );
    case 'fills':
      return (
        record.kind === 'chat' &&
        (record.status === 'settled' || record.status === 'released') &&
        record.hold?.status !== undefined &&
        record.hold.status !== 'open' &&
        isFoundByOrder(of, record)
      );
    case 'journals':
      return (
        JOURNALS_OF_CHATS.includes(record.kind ?? '') &&
        typeof record.fillId === 'string' &&
        record.fillId === record.holdId &&
        isFoundByOrder(of, record)
      );
  }
}

/** The records of one order are looked for in the months of `monthsOfOrder` only. */
function isFoundByOrder(of: ArchivedName, record: Candidate): boolean {
  const { orderId } = record;
  if (typeof orderId !== 'string' || !isUuid(orderId)) return false;
  return monthsOfOrder(orderId).includes(monthAt(timeOfRecord(of, record)));
}
