/**
 * The orders that have ended in the records, in the order of the commits. Two change streams report
 * them; they are read only when somebody asks.
 */
import type { mongo } from 'mongoose';
import { changesWhere, nextOf } from '../../records/mongodb/change-stream';
import type { ReadCollections } from '../../records/collections';
import type { ReadCollection } from '../../records/mongodb/read-collection';
import { type BookOrderName, ALIVE } from './ports';

/** How long MongoDB waits for a change after the last one. */
const AWAIT_MS = 10;

type Side = BookOrderName['side'];
type Stream = mongo.ChangeStream<mongo.BSON.Document, mongo.ChangeStreamDocument>;

export class EndedOrders {
  private streams: readonly (readonly [Side, Stream])[] = [];

  constructor(private readonly records: Pick<ReadCollections, 'asks' | 'contractOrders'>) {}

  /**
   * The orders that have ended since the last call.
   * @returns null at the first call, and at the first one after an error
   */
  async next(): Promise<BookOrderName[] | null> {
    const isFirst = this.streams.length === 0;
    if (isFirst) {
      const { asks, contractOrders } = this.records;
      this.streams = [
        ['ask', watch(asks, 'ask')],
        ['bid', watch(contractOrders, 'bid')],
      ];
    }
    try {
      const ended: BookOrderName[] = [];
      for (const [side, stream] of this.streams) {
        for (const id of await idsOf(stream)) ended.push({ side, id });
      }
      return isFirst ? null : ended;
    } catch (err) {
      const { streams } = this;
      this.streams = [];
      await Promise.allSettled(streams.map(([, stream]) => stream.close()));
      throw err;
    }
  }
}

function watch<Document extends mongo.BSON.Document>(
  orders: ReadCollection<Document>,
  side: Side,
): Stream {
  const status = { $exists: true, $ne: ALIVE[side] };
  const ends = { operationType: 'update', 'updateDescription.updatedFields.status': status };
  const pipeline = [changesWhere(ends), { $project: { operationType: 1, documentKey: 1 } }];
  return orders.watch(pipeline, { maxAwaitTimeMS: AWAIT_MS }) as unknown as Stream;
}

/** The ids of all changes until now. */
async function idsOf(stream: Stream): Promise<Set<string>> {
  const ids = new Set<string>();
  for (;;) {
    const change = await nextOf(stream);
    if (!change) return ids;
    if ('documentKey' in change) ids.add(String(change.documentKey._id));
  }
}
