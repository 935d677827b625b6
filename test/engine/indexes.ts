/** The rule of the indexes: what stands in them, and in the head's counts, follows from the records. */
import type { Redis } from 'ioredis';
import type { BookId } from '../../domain/instruments';
import { REGIONS } from '../../domain/regions';
import { epochKeys } from '../../engine/keys';
import { idOf, isOffered, packId, positionOf, unpackId } from '../../engine/layouts';
import type { BookAsk, BookBid, BookOrder } from '../../engine/layouts';
import { topOf, readHead } from './state';

/**
 * An ask stands in the index of its region and of its seller exactly while it is on offer, a bid in
 * that of its pin exactly while it is open; the top is a beginning of the asks. Answers what is
 * wrong.
 */
export async function indexFaults(redis: Redis, book: BookId, epoch: number): Promise<string[]> {
  const keys = epochKeys(book, epoch);
  const { orders, fields } = await readHead(redis, book);
  const sorted = [...orders].sort((a, b) => Buffer.compare(positionOf(a), positionOf(b)));
  const asks = sorted.filter((order): order is BookAsk => order.side === 'ask' && isOffered(order));
  const bids = sorted.filter(
    (order): order is BookBid => order.side === 'bid' && order.state === 'open',
  );
  const faults: string[] = [];
  const expectIndex = async (name: string, key: string | Buffer, expected: BookOrder[]) => {
    const members = await redis.zrangeBuffer(key, '0', '-1');
    const found = members.map((member) => unpackId(member.subarray(8))).join();
    if (found !== expected.map(idOf).join()) faults.push(name);
  };
  for (const region of REGIONS) {
    const inRegion = asks.filter((ask) => ask.region === region);
    await expectIndex(`asks of ${region}`, keys.asks(region), inRegion);
  }
  for (const pin of [null, ...REGIONS]) {
    const pinned = bids.filter((bid) => bid.region === pin);
    await expectIndex(`bids of ${pin}`, keys.bids(pin), pinned);
  }
  const sellers = orders.flatMap((order) => (order.side === 'ask' ? [order.sellerId] : []));
  for (const sellerId of new Set(sellers)) {
    const own = asks.filter((ask) => ask.sellerId === sellerId);
    await expectIndex(`asks of ${sellerId}`, keys.sellerIndex(packId(sellerId)), own);
  }
  const top = topOf(fields).map(idOf);
  const begin = asks.slice(0, top.length).map(idOf);
  if (top.join() !== begin.join() || (top.length === 0 && asks.length > 0)) faults.push('top');
  if ((fields.get('bids')?.toString() ?? '0') !== `${bids.length}`) faults.push('count of bids');
  return faults;
}
