/**
 * Follows what changes for buyers and sellers: their requests, their trades, and the events of
 * orders, lots, tickets, deposits and standings. It reads MongoDB's log of changes, so no writer
 * does anything for it.
 */
import type { Connection, mongo } from 'mongoose';
import type { WebhookParticipant } from '../../domain/webhooks';
import { changesWhere, nextOf } from '../mongodb/change-stream';

export const CHANGE_KINDS = [
  'request',
  'trade',
  'order',
  'lot',
  'ticket',
  'deposit',
  'standing',
  'all',
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

export interface AccountChange {
  readonly kind: ChangeKind;
  /** Of the request, the trade, the order, the lot or the ticket; null for others. */
  readonly id: string | null;
}

/** A change, before anything about it is read further. */
export type RecordedChange =
  | { readonly of: 'request'; readonly id: string; readonly accountId: string | null }
  | { readonly of: 'trade'; readonly id: string; readonly participants: WebhookParticipant[] }
  | {
      readonly of: 'event';
      readonly type: string;
      readonly participants: string[];
      readonly body: string;
    };

interface Entry {
  readonly ns: { readonly coll: string };
  readonly documentKey: { readonly _id: string };
  readonly fullDocument?: {
    readonly accountId: string;
    readonly sellerId: string;
    readonly tradeId: string;
    readonly type: string;
    readonly participants: string[];
    readonly body: string;
  };
}

export type ChangeStream = mongo.ChangeStream<mongo.Document, mongo.ChangeStreamDocument>;

const PIPELINE = [
  changesWhere({
    $or: [
      { operationType: 'insert', 'ns.coll': { $in: ['orders', 'trades', 'webhookevents'] } },
      {
        operationType: 'update',
        'ns.coll': 'orders',
        'updateDescription.updatedFields.status': { $exists: true },
      },
    ],
  }),
  {
    $project: {
      'ns.coll': 1,
      documentKey: 1,
      operationType: 1,
      ...Object.fromEntries(
        ['accountId', 'sellerId', 'tradeId', 'type', 'participants', 'body'].map((field) => [
          `fullDocument.${field}`,
          1,
        ]),
      ),
    },
  },
];

/** @param maxAwaitTimeMS how long a read waits for the next change */
export function watchAccountChanges(
  { connection }: { readonly connection: Connection },
  maxAwaitTimeMS: number,
): ChangeStream {
  const { db } = connection;
  if (!db) throw new Error('not connected');
  return db.watch(PIPELINE, { maxAwaitTimeMS }) as unknown as ChangeStream;
}

/**
 * Null when there was none for a while.
 * @throws StreamEnded when the database was dropped
 */
export async function nextRecordedChange(stream: ChangeStream): Promise<RecordedChange | null> {
  const entry: unknown = await nextOf(stream);
  return entry ? recordedChange(entry as Entry) : null;
}

function recordedChange({ ns, documentKey, fullDocument }: Entry): RecordedChange {
  switch (ns.coll) {
    case 'orders':
      return { of: 'request', id: documentKey._id, accountId: fullDocument?.accountId ?? null };
    case 'trades': {
      const { accountId, sellerId, tradeId } = fullDocument!;
      return {
        of: 'trade',
        id: tradeId,
        participants: [`account:${accountId}`, `seller:${sellerId}`],
      };
    }
    default: {
      const { type, participants, body } = fullDocument!;
      return { of: 'event', type, participants, body };
    }
  }
}

const EVENT_KINDS: Readonly<Record<string, readonly [ChangeKind, string | null]>> = {
  order: ['order', 'order_id'],
  lot: ['lot', 'lot_id'],
  ticket: ['ticket', 'ticket_id'],
  account: ['deposit', null],
  // Its other event, the rotation of its key, changes nothing that it shows.
  'seller.standing_changed': ['standing', null],
};

/** Null for an event that changes nothing, such as that of a test. */
export function changeOfEvent({
  type,
  body,
}: {
  type: string;
  body: string;
}): AccountChange | null {
  const [kind, idField] = EVENT_KINDS[type] ?? EVENT_KINDS[type.split('.')[0] ?? ''] ?? [];
  if (!kind) return null;
  const { data } = JSON.parse(body) as { data: Readonly<Record<string, unknown>> };
  const id = idField ? data[idField] : null;
  return { kind, id: typeof id === 'string' ? id : null };
}
