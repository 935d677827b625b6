/**
 * The orders whose records have changed in a way that a book must follow: asks and bids that have
 * ended, and bids whose place was recorded. Two change streams tell them in the order of the
 * commits; they are read only when somebody asks.
 */
import type { mongo } from 'mongoose';
import type { BookId } from '../../domain/instruments';
import { RESTING_TIMES_IN_FORCE } from '../../domain/time-in-force';
import type { BookOrder } from '../../engine/layouts';
import { changesWhere, nextOf } from '../../records/change-stream';
import type { ReadCollections } from '../../records/collections';
import type { ReadCollection } from '../../records/read-collection';
import type { ChangedOrder } from './ports';

/** How long MongoDB waits for a change after the last one. */
const AWAIT_MS = 10;
const IDS_PER_READ = 500;

type Orders = Pick<ReadCollections, 'asks' | 'contractOrders'>;
type Stream = mongo.ChangeStream<mongo.BSON.Document, mongo.ChangeStreamDocument>;

interface Streams {
  readonly asks: Stream;
  readonly bids: Stream;
}

const updated = (field: string) => ({
  [`updateDescription.updatedFields.${field}`]: { $exists: true },
});
const ASK_CHANGES = { operationType: 'update', ...updated('status') };
const BID_CHANGES = { operationType: 'update', $or: [updated('status'), updated('sequence')] };

const ENDED_ASKS = { status: { $ne: 'active' } };
const ENDED_OR_RESTING_BIDS = {
  $or: [
    { status: { $ne: 'open' } },
    { sequence: { $ne: null }, timeInForce: { $in: RESTING_TIMES_IN_FORCE } },
  ],
};

export class ChangedOrders {
  private streams: Streams | null = null;

  constructor(private readonly records: Orders) {}

  /**
   * The orders that have changed since the last call.
   * @returns null at the first call, and at the first one after an error
   */
  async next(): Promise<ChangedOrder[] | null> {
    const { asks, contractOrders } = this.records;
    const isFirst = this.streams === null;
    this.streams ??= {
      asks: watch(asks, ASK_CHANGES),
      bids: watch(contractOrders, BID_CHANGES),
    };
    try {
      const [askIds, bidIds] = [await idsOf(this.streams.asks), await idsOf(this.streams.bids)];
      const changed = [
        ...(await read(asks, 'ask', askIds, ENDED_ASKS)),
        ...(await read(contractOrders, 'bid', bidIds, ENDED_OR_RESTING_BIDS)),
      ];
      return isFirst ? null : changed;
    } catch (err) {
      await this.close();
      throw err;
    }
  }

  async close(): Promise<void> {
    const { streams } = this;
    this.streams = null;
    await Promise.allSettled([streams?.asks.close(), streams?.bids.close()]);
  }
}

function watch<Document extends mongo.BSON.Document>(
  orders: ReadCollection<Document>,
  changes: object,
): Stream {
  const pipeline = [changesWhere(changes), { $project: { operationType: 1, documentKey: 1 } }];
  return orders.watch(pipeline, { maxAwaitTimeMS: AWAIT_MS }) as unknown as Stream;
}

/** The ids of all changes until now. */
async function idsOf(stream: Stream): Promise<string[]> {
  const ids = new Set<string>();
  for (;;) {
    const change = await nextOf(stream);
    if (!change) return [...ids];
    if ('documentKey' in change) ids.add(String(change.documentKey._id));
  }
}

async function read<Document extends BookId & { _id: string }>(
  orders: ReadCollection<Document>,
  side: BookOrder['side'],
  ids: readonly string[],
  filter: object,
): Promise<ChangedOrder[]> {
  const found: ChangedOrder[] = [];
  for (let at = 0; at < ids.length; at += IDS_PER_READ) {
    const page = { _id: { $in: ids.slice(at, at + IDS_PER_READ) }, ...filter };
    const projection = { modelId: 1, tenor: 1 };
    const orderDocuments = orders.find(page as mongo.Filter<Document>, { projection });
    for await (const { _id: id, modelId, tenor } of orderDocuments) {
      found.push({ book: { modelId, tenor }, side, id });
    }
  }
  return found;
}
