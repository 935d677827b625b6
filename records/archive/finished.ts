/**
 * Which records may move into the archive: what nothing will change or ask for by its business key.
 * These are ended chat orders, their fills and draws, all trades, ended lots, the fills that made
 * them, the journals of all these, and those of ended contract orders. Deposits, payouts and
 * corrections stay, because their ids guard their repetition; so do contract orders, their holds,
 * contracts and tickets. The archive is asked for the records of an order whose id is old.
 */
import type { mongo } from 'mongoose';
import type { Records } from '../connect';
import type { FillDocument } from '../documents/fill';
import type { JournalDocument } from '../documents/journal';
import type { LotDocument } from '../documents/lot';
import type { OrderDocument } from '../documents/order';
import type { TradeDocument } from '../documents/trade';
import { type ArchivedName, isOfBefore } from './archives';
import { type PastSources, pastLots } from './past';

type Sources = PastSources & Pick<Records, 'contractOrders'>;

/** The fields of `CANDIDATE`. */
export type Candidate = { readonly _id: string } & Partial<
  Pick<FillDocument, 'hold' | 'lotId'> &
    Pick<OrderDocument, 'updatedAt'> &
    Omit<JournalDocument, 'kind'> &
    Pick<TradeDocument, 'executedAt'>
> & { readonly kind?: string; readonly status?: string };

export const CANDIDATE: Readonly<Record<ArchivedName, mongo.BSON.Document>> = {
  orders: { status: 1, updatedAt: 1 },
  fills: { kind: 1, status: 1, orderId: 1, lotId: 1, 'hold.status': 1 },
  journals: { kind: 1, fillId: 1, holdId: 1, orderId: 1, reference: 1, createdAt: 1 },
  trades: { status: 1, executedAt: 1 },
  lots: { _id: 1 },
};

/** What must be over before a record moves. */
interface Waiting {
  /** Its id has to be older. */
  readonly orderId?: string | null | undefined;
  readonly lotId?: string;
  readonly contractOrderId?: string;
}

const JOURNALS_OF_HOLDS: readonly string[] = ['hold', 'capture', 'release'];
/** Refunds stay: an account's spend is read from the live ones. */
const JOURNALS_OF_LOTS: readonly string[] = ['escrow', 'draw', 'window_end'];
const ENDED_FILLS: readonly string[] = ['settled', 'released'];

/** @returns the ids of those candidates that may move */
export async function movableOf(
  records: Sources,
  of: ArchivedName,
  candidates: readonly Candidate[],
  before: Date,
): Promise<string[]> {
  const waiting = new Map<string, Waiting>();
  for (const candidate of candidates) {
    const wait = waitingOf(of, candidate, before);
    if (wait) waiting.set(candidate._id, wait);
  }
  const lots = await endedLots(records, idsOf(waiting, 'lotId'), before);
  const ofLots = lots.map(({ orderId }) => orderId);
  const orders = await endedOrders(
    records,
    [...idsOf(waiting, 'contractOrderId'), ...ofLots],
    before,
  );
  const ended = new Set(lots.filter(({ orderId }) => orders.has(orderId)).map(({ _id }) => _id));
  return [...waiting].flatMap(([id, { orderId, lotId, contractOrderId }]) =>
    (orderId === undefined || isOfBefore(orderId, before)) &&
    (lotId === undefined || ended.has(lotId)) &&
    (contractOrderId === undefined || orders.has(contractOrderId))
      ? id
      : [],
  );
}

function idsOf(waiting: ReadonlyMap<string, Waiting>, of: 'lotId' | 'contractOrderId'): string[] {
  return [...new Set([...waiting.values()].flatMap((each) => each[of] ?? []))];
}

/** @returns null for a record that stays, whatever else ends */
function waitingOf(of: ArchivedName, record: Candidate, before: Date): Waiting | null {
  const { _id, kind = '', status = '', fillId, holdId, orderId = null } = record;
  switch (of) {
    case 'orders':
      return status !== 'open' && isBefore(record.updatedAt, before) ? {} : null;
    case 'trades':
      return status !== 'pending' && isBefore(record.executedAt, before) ? {} : null;
    case 'lots':
      return { lotId: _id };
    case 'fills': {
      if (!ENDED_FILLS.includes(status)) return null;
      if (kind !== 'chat')
        return { orderId, lotId: kind === 'capacity' ? _id : (record.lotId ?? '') };
      return (record.hold?.status ?? 'open') === 'open' ? null : { orderId };
    }
    case 'journals': {
      const lotId = record.reference ?? '';
      // A draw's journal is looked for by its chat order, a lot's own one at any time after its order.
      if (JOURNALS_OF_LOTS.includes(kind)) {
        return (fillId ?? lotId) === lotId ? { lotId } : { lotId, orderId };
      }
      if (!JOURNALS_OF_HOLDS.includes(kind)) return null;
      if (typeof fillId === 'string') return fillId === holdId ? { orderId } : null;
      return orderId !== null && holdId === orderId ? { contractOrderId: orderId } : null;
    }
  }
}

function isBefore(time: Date | undefined, before: Date): boolean {
  return time !== undefined && time < before;
}

/**
 * Those without a draw in progress, for whose window no workflow waits. A lot that defaulted or gave
 * anything back stays with all that belongs to it: refunds are listed by the end of their lots, and
 * are few.
 */
async function endedLots(
  records: PastSources,
  ids: readonly string[],
  before: Date,
): Promise<LotDocument[]> {
  const lots = ids.length > 0 ? await pastLots(records).byIds(ids) : [];
  return lots.filter(
    (lot) =>
      (lot.status === 'exhausted' || lot.status === 'expired') &&
      isBefore(lot.closedAt ?? undefined, before) &&
      lot.endsAt < before &&
      lot.hasStory &&
      lot.reservedTokens === 0 &&
      lot.refundedTokens === 0 &&
      lot.refundedScale8 === 0n &&
      isOfBefore(lot._id, before) &&
      isOfBefore(lot.contractId, before),
  );
}

async function endedOrders(
  { contractOrders }: Sources,
  ids: readonly string[],
  before: Date,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const ended = {
    _id: { $in: [...ids] },
    status: { $ne: 'open' },
    updatedAt: { $lt: before },
  } as const;
  const orders = await contractOrders.find(ended, { projection: { _id: 1 } }).toArray();
  return new Set(orders.map(({ _id }) => _id));
}
