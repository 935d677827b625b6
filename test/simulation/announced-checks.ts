/**
 * What must hold of the relays when a simulation has come to rest: the books in Redis are those of the
 * records and not crossed, what has expired has ended, and every reader of the stream was told every
 * trade once and in the order of the commits, never an older state of the book than before, and last
 * the one of the records.
 */
import { isNewer } from '../../api/stream/book-view';
import { type BookId, parseBookName } from '../../domain/instruments';
import { formatPrice } from '../../domain/money';
import { OrderBooks } from '../../engine/book';
import type { WritableRecords } from '../../records/connect';
import { expectBookIsRecords } from '../contract-orders/quiet-checks';
import type { CommittedTrades } from './committed-trades';
import type { Servers } from './processes';
import type { StreamReader } from './reader';
import { LIBRARY } from './redis-process';
import { RedisTime } from './redis-time';

/** What has expired is found by the next turns of a relay. */
const EXPIRED_WITHIN_MS = 60_000;

/** @param followed the book of the readers */
export async function brokenAnnouncements(
  { records, redis }: Servers,
  followed: BookId,
  readers: readonly StreamReader[],
  committed: CommittedTrades,
): Promise<string[]> {
  const { modelId } = followed;
  const found: string[] = [];
  const books = new OrderBooks(redis, LIBRARY);
  for (const { _id } of await records.books.find().toArray()) {
    const book = parseBookName(_id);
    await new RedisTime(redis)
      .during(() => expectBookIsRecords(records, books, book.modelId, book.tenor))
      .catch((err: Error) => found.push(`${_id} is not that of the records: ${err.message}`));
    found.push(...(await crossed(records, book)));
  }
  const overdue = new Date(Date.now() - EXPIRED_WITHIN_MS);
  const isOverdue = { modelId, expiresAt: { $lt: overdue } };
  for (const { _id } of await records.asks.find({ ...isOverdue, status: 'active' }).toArray())
    found.push(`ask ${_id} has not expired`);
  for (const { _id } of await records.contractOrders
    .find({ ...isOverdue, status: 'open' })
    .toArray())
    found.push(`order ${_id} has not expired`);
  const depth = await depthOf(records, followed);
  const trades = await committed.of(followed);
  for (const reader of readers) {
    found.push(...brokenStream(reader, trades).map((text) => `${reader.actor.name} ${text}`));
    const { asks, bids } = reader.shown?.body ?? {};
    const shown = JSON.stringify({ asks, bids });
    if (shown !== depth) found.push(`${reader.actor.name} shows ${shown}, the records ${depth}`);
  }
  return found;
}

type Trades = Awaited<ReturnType<CommittedTrades['of']>>;

/** Those from before it subscribed are told when a relay announces them late, or once more. */
function brokenStream({ sinceMs, tradeIds, versions }: StreamReader, trades: Trades): string[] {
  if (sinceMs === null) return ['has not subscribed'];
  const found: string[] = [];
  const later = trades
    .filter(({ executedAt }) => executedAt.getTime() > sinceMs)
    .map(({ tradeId }) => tradeId);
  const told = tradeIds.filter((id) => later.includes(id));
  if (told.join() !== later.join())
    found.push(`was told of the trades ${told.join()}, not of ${later.join()}`);
  if (new Set(tradeIds).size !== tradeIds.length) found.push(`was told twice: ${tradeIds.join()}`);
  const unknown = tradeIds.filter((id) => trades.every(({ tradeId }) => tradeId !== id));
  if (unknown.length > 0) found.push(`was told of ${unknown.join()}, which are no trades`);
  const isAscending = versions.every((one, at) => at === 0 || !isNewer(versions[at - 1]!, one));
  if (!isAscending) found.push(`was sent the versions ${JSON.stringify(versions)}`);
  return found;
}

/** A bid and an ask that would fill each other must have done so. */
async function crossed(records: WritableRecords, book: BookId): Promise<string[]> {
  const { asks, bids } = await offersIn(records, book);
  const sellers = await records.sellers.find({ supportedModels: book.modelId }).toArray();
  const owners = new Map(sellers.map(({ _id, owner }) => [_id, owner]));
  return bids.flatMap((bid) =>
    asks
      .filter(
        (ask) =>
          owners.get(ask.sellerId) !== (bid.excludedOwner ?? 'nobody') &&
          ask.priceScale8 <= bid.limitPriceScale8 &&
          Math.min(ask.remainingTokens, bid.openTokens) >= ask.lotTokens,
      )
      .map((ask) => `bid ${bid._id} and ask ${ask._id} have not met`),
  );
}

async function offersIn({ asks, contractOrders }: WritableRecords, book: BookId) {
  const offered = { ...book, expiresAt: { $gt: new Date() } };
  return {
    asks: await asks.find({ ...offered, status: 'active' }).toArray(),
    bids: await contractOrders.find({ ...book, status: 'open', sequence: { $ne: null } }).toArray(),
  };
}

/** As the stream shows it: one row per price, best first. Less than a lot of an ask is not on offer. */
async function depthOf(records: WritableRecords, book: BookId): Promise<string> {
  const { asks, bids } = await offersIn(records, book);
  return JSON.stringify({
    asks: levels(
      asks
        .filter(({ remainingTokens, lotTokens }) => remainingTokens >= lotTokens)
        .map(({ priceScale8, remainingTokens }) => [priceScale8, remainingTokens]),
      1,
    ),
    bids: levels(
      bids.map(({ limitPriceScale8, openTokens }) => [limitPriceScale8, openTokens]),
      -1,
    ),
  });
}

type Offer = readonly [priceScale8: bigint, tokens: number];

function levels(offers: readonly Offer[], direction: 1 | -1) {
  const byPrice = new Map<bigint, number>();
  for (const [price, tokens] of offers) {
    if (tokens > 0) byPrice.set(price, (byPrice.get(price) ?? 0) + tokens);
  }
  return [...byPrice]
    .sort(([one], [other]) => direction * Number(one - other))
    .map(([price, tokens]) => ({
      price: formatPrice(price, 'perThousand'),
      quantity: String(tokens),
    }));
}
