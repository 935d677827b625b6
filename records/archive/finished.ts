/** Which records may move into the archive. */
import type { mongo } from 'mongoose';
import type { FillDocument } from '../documents/fill';
import type { JournalDocument } from '../documents/journal';
import type { LotDocument } from '../documents/lot';
import type { OrderDocument } from '../documents/order';
import type { TradeDocument } from '../documents/trade';
import { type ArchivedName, isOfBefore } from './archives';

/** The fields of `PROJECTION`. */
export type Candidate = { readonly _id: string } & Partial<
  Pick<FillDocument, 'hold' | 'lotId'> &
    Pick<OrderDocument, 'updatedAt'> &
    Omit<JournalDocument, 'kind'> &
    Pick<TradeDocument, 'executedAt'> &
    Pick<LotDocument, 'closedAt'>
> & { readonly kind?: string; readonly status?: string };

/** Ids of what has ended for good, and decides about other records. */
export interface Finished {
  readonly lots: ReadonlySet<string>;
  readonly contractOrders: ReadonlySet<string>;
}

export const PROJECTION: Readonly<Record<ArchivedName, mongo.BSON.Document>> = {
  orders: { status: 1, updatedAt: 1 },
  fills: { kind: 1, status: 1, orderId: 1, lotId: 1, 'hold.status': 1 },
  journals: { kind: 1, fillId: 1, holdId: 1, orderId: 1, reference: 1, createdAt: 1 },
  trades: { status: 1, executedAt: 1 },
  lots: { closedAt: 1 },
};

const JOURNALS_OF_HOLDS: readonly string[] = ['hold', 'capture', 'release'];
/** Refunds stay: an account's spend is read from the live ones. */
const JOURNALS_OF_LOTS: readonly string[] = ['escrow', 'draw', 'window_end'];

/** The lot that a record belongs to, whose end decides; null without one. */
export function lotOf(
  of: ArchivedName,
  { _id, kind = '', lotId, reference }: Candidate,
): string | null {
  switch (of) {
    case 'lots':
      return _id;
    case 'fills':
      return kind === 'capacity' ? _id : (lotId ?? null);
    case 'journals':
      return JOURNALS_OF_LOTS.includes(kind) ? (reference ?? null) : null;
    case 'orders':
    case 'trades':
      return null;
  }
}

/** The contract order whose money a journal holds or releases; null for any other record. */
export function contractOrderOf(of: ArchivedName, record: Candidate): string | null {
  const { kind = '', fillId, holdId, orderId } = record;
  const isHold = of === 'journals' && JOURNALS_OF_HOLDS.includes(kind) && fillId == null;
  return isHold && holdId === orderId ? (orderId ?? null) : null;
}

/**
 * What nothing will change or ask for by its business key: ended chat orders, their fills and draws,
 * all trades, ended lots, the fills that made them, the journals of all these, and those of ended
 * contract orders. Deposits, payouts and corrections stay, because their ids guard their repetition;
 * so do contract orders, their holds, contracts and tickets. The archive is asked for the records of
 * an order whose id is old.
 */
export function isMovable(
  of: ArchivedName,
  record: Candidate,
  before: Date,
  finished: Finished,
): boolean {
  switch (of) {
    case 'orders':
      return (
        isOfBefore(record._id, before) &&
        record.status !== 'open' &&
        record.updatedAt !== undefined &&
        record.updatedAt < before
      );
    case 'fills':
      return isEndedFill(record, finished) && isOfBefore(record.orderId, before);
    case 'journals':
      if (isOfChat(record)) return isOfBefore(record.orderId, before);
      return isOfLot(record, before, finished) || isOfContractOrder(record, finished);
    case 'trades':
      return (
        isOfBefore(record._id, before) &&
        record.status !== 'pending' &&
        record.executedAt !== undefined &&
        record.executedAt < before
      );
    case 'lots':
      return finished.lots.has(record._id);
  }
}

function isEndedFill(record: Candidate, { lots }: Finished): boolean {
  if (record.status !== 'settled' && record.status !== 'released') return false;
  if (record.kind !== 'chat') return lots.has(lotOf('fills', record) ?? '');
  return record.hold?.status !== undefined && record.hold.status !== 'open';
}

function isOfChat({ kind = '', fillId, holdId }: Candidate): boolean {
  return JOURNALS_OF_HOLDS.includes(kind) && typeof fillId === 'string' && fillId === holdId;
}

/** A draw's journal is looked for by its chat order, a lot's own one at any time after its order. */
function isOfLot(record: Candidate, before: Date, { lots }: Finished): boolean {
  const lotId = lotOf('journals', record);
  if (lotId === null || !lots.has(lotId)) return false;
  const isOfDraw = typeof record.fillId === 'string' && record.fillId !== lotId;
  return !isOfDraw || isOfBefore(record.orderId, before);
}

function isOfContractOrder(record: Candidate, { contractOrders }: Finished): boolean {
  const orderId = contractOrderOf('journals', record);
  return orderId !== null && contractOrders.has(orderId);
}
