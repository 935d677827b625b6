/** The relay's access to MongoDB: implements ports.ts with the records. */
import { bookName, parseBookName } from '../../domain/instruments';
import { RESTING_TIMES_IN_FORCE } from '../../domain/time-in-force';
import { EndedOrders } from './ended-orders';
import { ALIVE, type RelayPorts, type RelayProgress } from './ports';
import { outcomesOf } from '../../exchange/books/fill-outcomes';
import { recordRelayProgress } from '../../exchange/books/relay-progress';
import { abandonReservation, expireAsks, recordPlace } from '../../exchange/books/book-writes';
import type { RelayCursor } from '../../records/documents/book';
import { type AskDocument, placingOf } from '../../records/documents/ask';
import type { Records } from '../../records/connect';

/** The gateway that accepted a younger ask is still placing it. */
const PLACING_MS = 5_000;
const ASKS_PER_SWEEP = 500;

/** Operations outside the records. */
export type OutwardPorts = Pick<RelayPorts, 'rebuild' | 'publish' | 'filled' | 'expiredBids'>;

export function relayPorts(records: Records, outward: OutwardPorts): RelayPorts {
  const ended = new EndedOrders(records);
  return {
    ...progressPorts(records),
    ...askPorts(records),
    ...orderPorts(records),
    endedOrders: () => ended.next(),
    outcomes: (reservations) => outcomesOf(records, reservations),
    abandon: (reservation) => abandonReservation(records, reservation),
    ...outward,
  };
}

type Progress = Pick<RelayPorts, 'books' | 'epochOf' | 'readProgress' | 'saveProgress'>;

function progressPorts(records: Records): Progress {
  return {
    async books() {
      const [known, fresh] = await Promise.all([
        records.books.find({}, { projection: { epoch: 1 } }).toArray(),
        records.ledger.asks.unplaced(PLACING_MS, ASKS_PER_SWEEP),
      ]);
      const epochs = new Map(known.map(({ _id, epoch }) => [_id, epoch]));
      const unplaced = new Set(fresh.map(bookName));
      return [...new Set([...epochs.keys(), ...unplaced])].map((name) => ({
        book: parseBookName(name),
        epoch: epochs.get(name) ?? null,
        hasUnplaced: unplaced.has(name),
      }));
    },

    epochOf: (book) => records.epochOf(book),

    async readProgress(book) {
      const found = await records.books.findOne({ _id: bookName(book) });
      return found?.relay ? progressOf(found.relay) : null;
    },

    async saveProgress(book, { seen, transferred }, fence) {
      const cursor = {
        ...seen,
        carriedVersion: transferred.version,
        carriedMark: transferred.mark,
      };
      await recordRelayProgress(records, book, { ...cursor, fence });
    },
  };
}

function progressOf(cursor: RelayCursor): RelayProgress {
  const { epoch, version, mark, carriedVersion, carriedMark } = cursor;
  const seen = { epoch, version, mark };
  if (carriedVersion === undefined || carriedMark === undefined) return { seen, transferred: seen };
  return { seen, transferred: { epoch, version: carriedVersion, mark: carriedMark } };
}

function askPorts(records: Records): Pick<RelayPorts, 'expired' | 'unplacedAsks' | 'placed'> {
  return {
    expired: (askIds) => expireAsks(records, askIds),

    async unplacedAsks(book) {
      const asks = await records.ledger.asks.unplaced(PLACING_MS, ASKS_PER_SWEEP, book);
      const owners = await ownersOf(records, asks);
      return asks.map((ask) => placingOf(ask, owners.get(ask.sellerId) ?? null));
    },

    placed: (askId, place) => recordPlace(records, askId, place),
  };
}

const IDS_ONLY = { projection: { _id: 1 } } as const;

function orderPorts(records: Records): Pick<RelayPorts, 'ended' | 'resting'> {
  const find = (side: 'ask' | 'bid', filter: object) =>
    side === 'ask'
      ? records.asks.find({ status: ALIVE.ask, ...filter }, IDS_ONLY)
      : records.contractOrders.find({ status: ALIVE.bid, ...filter }, IDS_ONLY);
  return {
    async ended(orders) {
      const alive = new Set<string>();
      for (const side of ['ask', 'bid'] as const) {
        const ids = orders.filter((order) => order.side === side).map(({ id }) => id);
        if (ids.length === 0) continue;
        for (const { _id } of await find(side, { _id: { $in: ids } }).toArray()) alive.add(_id);
      }
      return orders.filter(({ id }) => !alive.has(id));
    },

    async resting({ modelId, tenor }, side, behindId, limit) {
      const found = find(side, {
        modelId,
        tenor,
        _id: { $gt: behindId },
        sequence: { $ne: null },
        // The book forgets an order long after its time.
        expiresAt: { $not: { $lte: new Date() } },
        ...(side === 'bid' && { timeInForce: { $in: RESTING_TIMES_IN_FORCE } }),
      });
      return (await found.sort({ _id: 1 }).limit(limit).toArray()).map(({ _id }) => _id);
    },
  };
}

async function ownersOf(
  { sellers }: Records,
  asks: readonly AskDocument[],
): Promise<Map<string, string | null>> {
  const sellerIds = [...new Set(asks.map(({ sellerId }) => sellerId))];
  if (sellerIds.length === 0) return new Map();
  const found = await sellers
    .find({ _id: { $in: sellerIds } }, { projection: { owner: 1 } })
    .toArray();
  return new Map(found.map(({ _id, owner }) => [_id, owner]));
}
