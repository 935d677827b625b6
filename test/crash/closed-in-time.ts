/** Whatever is killed, nothing that it had begun is open for longer than its lease and a minute. */
import pino from 'pino';
import { compareBooks } from '../../exchange/books/compare-books';
import { compareReservations } from '../../exchange/books/compare-reservations';
import { type Stores, openStores } from '../../processes/parts';
import { leftInRecords } from '../pauses/quiet';
import type { Exchange } from '../support/exchange';
import { until } from '../support/wait';

/** What is promised beyond a lease. */
const OPEN_AFTER_LEASE_MS = 60_000;

export function closedWithinMs({ settings }: Exchange): number {
  return settings.RESERVATION_LEASE_MS + OPEN_AFTER_LEASE_MS;
}

/**
 * Waits until nothing is open, in the records and in the books: reserved fills and tokens, holds,
 * requests under way, requests that are kept, orders without their place. The channel of a stream that
 * nobody ended stays for an hour: readers look into the records.
 * @param what was killed
 * @returns milliseconds from the kill
 * @throws what is open when the lease of a reservation and a minute have passed since the kill
 */
export async function expectClosedInTime(
  exchange: Exchange,
  what: string,
  killedAtMs: number,
): Promise<number> {
  const stores = await openStores(exchange.settings, pino({ level: 'silent' }));
  const endsAtMs = killedAtMs + closedWithinMs(exchange);
  const isClosed = async () => {
    expect(await openThings(exchange, stores)).toEqual([]);
    return true;
  };
  try {
    const timeoutMs = Math.max(0, endsAtMs - Date.now());
    await until(isClosed, { what: `nothing to be open, ${what}`, timeoutMs, everyMs: 200 });
    const closedAfterMs = Date.now() - killedAtMs;
    expect(closedAfterMs).toBeLessThanOrEqual(closedWithinMs(exchange));
    return closedAfterMs;
  } finally {
    await stores.close();
  }
}

async function openThings({ records }: Exchange, stores: Stores): Promise<string[]> {
  const { asks, contractOrders, lots, orders } = records;
  const open = await leftInRecords(records);
  const counts = {
    'chats open': await orders.countDocuments({ status: 'open' }),
    'asks without a place': await asks.countDocuments({ status: 'active', sequence: null }),
    'orders without a place': await contractOrders.countDocuments({
      status: 'open',
      sequence: null,
    }),
    'lots without a workflow': await lots.countDocuments({ hasStory: false }),
  };
  for (const [name, count] of Object.entries(counts)) if (count > 0) open.push(`${count} ${name}`);
  for (const { id, status, samples } of await Promise.all([
    compareBooks(stores, 0),
    compareReservations(stores, 0),
  ])) {
    if (status !== 'ok') open.push(`${id} ${status} ${samples.join()}`);
  }
  return open;
}
