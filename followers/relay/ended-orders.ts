/**
 * The orders that have ended in the records, in the order of the commits. Two change streams report
 * them; they are read only when somebody asks.
 */
import type { mongo } from 'mongoose';
import { ReopenedStream, changesWhere } from '../../records/mongodb/change-stream';
import type { ReadCollections } from '../../records/collections';
import type { ReadCollection } from '../../records/mongodb/read-collection';
import { type BookOrderName, ALIVE } from './ports';

/** How long MongoDB waits for a change after the last one. */
const AWAIT_MS = 10;

type Side = BookOrderName['side'];

export class EndedOrders {
  private readonly streams: readonly (readonly [Side, ReopenedStream])[];

  constructor({ asks, contractOrders }: Pick<ReadCollections, 'asks' | 'contractOrders'>) {
    this.streams = [
      ['ask', endsOf(asks, 'ask')],
      ['bid', endsOf(contractOrders, 'bid')],
    ];
  }

  /**
   * The orders that have ended since the last call.
   * @returns null at the first call, and at the first one after an error
   */
  async next(): Promise<BookOrderName[] | null> {
    const wereOpen = this.streams.every(([, stream]) => stream.isOpen);
    const ended: BookOrderName[] = [];
    for (const [side, stream] of this.streams) {
      for (let id = await stream.nextId(); id !== null; id = await stream.nextId()) {
        ended.push({ side, id });
      }
    }
    return wereOpen ? ended : null;
  }
}

function endsOf<Document extends mongo.BSON.Document>(
  orders: ReadCollection<Document>,
  side: Side,
): ReopenedStream {
  const status = { $exists: true, $ne: ALIVE[side] };
  const ends = { operationType: 'update', 'updateDescription.updatedFields.status': status };
  return new ReopenedStream(orders, changesWhere(ends), AWAIT_MS);
}
