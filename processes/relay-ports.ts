/** The relay's side of MongoDB: what engine/relay/ports.ts asks for, told by the records. */
import { type BookId, bookName, parseBookName } from '../domain/instruments';
import type { PlaceAsk } from '../engine/book';
import type { RelayPorts, TakeFate } from '../engine/relay/ports';
import type { AskDocument } from '../records/ask';
import type { Records } from '../records/connect';
import type { FillDocument } from '../records/fill';

/** An ask younger than this is still being placed by the gateway that took it. */
const PLACING_MS = 5_000;
const ASKS_PER_SWEEP = 500;

export function relayPorts(records: Records, reopen: (book: BookId) => Promise<void>): RelayPorts {
  return { ...cursorPorts(records), ...fillPorts(records), ...askPorts(records), rebuild: reopen };
}

type Cursors = Pick<RelayPorts, 'books' | 'readCursor' | 'saveCursor'>;

function cursorPorts(records: Records): Cursors {
  return {
    async books() {
      const [known, fresh] = await Promise.all([
        records.books.find({}, { projection: { _id: 1 } }).toArray(),
        records.ledger.asks.unplaced(PLACING_MS, ASKS_PER_SWEEP),
      ]);
      const names = new Set([...known.map(({ _id }) => _id), ...fresh.map(bookName)]);
      return [...names].map(parseBookName);
    },

    async readCursor(book) {
      const found = await records.books.findOne({ _id: bookName(book) });
      return found?.relay ?? null;
    },

    // A fence counts within one epoch only: an emptied Redis begins to count anew, under a new epoch.
    async saveCursor(book, cursor, fence) {
      const { epoch } = cursor;
      await records.books.updateOne(
        {
          _id: bookName(book),
          $or: [
            { relay: null },
            { 'relay.epoch': { $lt: epoch } },
            { 'relay.epoch': epoch, 'relay.fence': { $lte: fence } },
          ],
        },
        { $set: { relay: { ...cursor, fence } } },
      );
    },
  };
}

function fillPorts(records: Records): Pick<RelayPorts, 'fates' | 'abandon'> {
  return {
    async fates(takes) {
      const fills = await records.ledger.fills.known(takes.map(({ fillId }) => fillId));
      const fates = new Map<string, TakeFate>();
      for (const { fillId, epoch } of takes) {
        const fill = fills.get(fillId);
        if (fill && fill.epoch === epoch) fates.set(fillId, fateOf(fill));
      }
      return fates;
    },

    async abandon({ fillId, askId, book, epoch }) {
      const result = await records.ledger.abandonFill({ fillId, askId, book });
      return result.status === 'abandoned' || result.fill.epoch !== epoch;
    },
  };
}

type Asks = Pick<RelayPorts, 'expired' | 'unplacedAsks' | 'placed' | 'activeAsks'>;

function askPorts(records: Records): Asks {
  return {
    async expired(askIds) {
      await Promise.all(askIds.map((askId) => records.ledger.expireAsk(askId)));
    },

    async unplacedAsks(book) {
      const { modelId, tenor } = book;
      const current = await records.books.findOne({ _id: bookName(book) });
      const asks = await records.asks
        .find({
          modelId,
          tenor,
          status: 'active',
          createdAt: { $lte: new Date(Date.now() - PLACING_MS) },
          epoch: { $ne: current?.epoch ?? null },
        })
        .sort({ _id: 1 })
        .limit(ASKS_PER_SWEEP)
        .toArray();
      return asks.map((ask) => placeable(book, ask));
    },

    async placed(askId, { sequence, epoch }) {
      await records.ledger.asks.placed(askId, sequence, epoch);
      return (await records.asks.countDocuments({ _id: askId, status: 'active' })) === 1;
    },

    async activeAsks(askIds) {
      const asks = await records.asks
        .find({ _id: { $in: [...askIds] }, status: 'active' }, { projection: { _id: 1 } })
        .toArray();
      return asks.map(({ _id }) => _id);
    },
  };
}

function fateOf(fill: FillDocument): TakeFate {
  if (fill.status === 'reserved') return { state: 'held' };
  const usedTokens = fill.status === 'settled' ? fill.usedTokens : 0;
  return { state: 'ended', unusedTokens: fill.quantityTokens - usedTokens };
}

function placeable(book: BookId, ask: AskDocument): PlaceAsk {
  return {
    book,
    askId: ask._id,
    sellerId: ask.sellerId,
    region: ask.region,
    priceScale8: ask.priceScale8,
    capacityTokens: ask.capacityTokens,
    remainingTokens: ask.remainingTokens,
    lotTokens: ask.lotTokens,
    expiresAtMs: ask.expiresAt.getTime(),
  };
}
