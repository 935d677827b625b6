/** The parts of a relay: what follows the books, and what tells the trades. */
import { randomUUID } from 'node:crypto';
import type { BookMessage } from '../domain/book-message';
import { bookName, type BookId } from '../domain/instruments';
import { Relay } from '../followers/relay/relay';
import { NewBooks } from '../followers/relay/new-books';
import { relayPorts } from '../followers/relay/record-ports';
import { Tape } from '../followers/tape';
import { ContractOrders } from '../temporal/contract-orders';
import type { Temporal } from '../temporal/connection';
import type { Stores } from './parts';

const LEASE_MS = 3_000;
/** Base timeout for a group of signals to Temporal, and the allowance for each of them. */
const SIGNALS_MS = 5_000;
const SIGNAL_MS = 100;
const RELAY_OPTIONS = {
  leaseMs: LEASE_MS,
  intervalMs: 200,
  quietMs: 60_000,
  standbyMs: 500,
  saveEveryMs: 250,
  discoverEveryMs: 2_000,
  // A page occupies Redis for less than half a millisecond.
  sliceEveryMs: 250,
  concurrency: 32,
} as const;

/** @param publish to the gateways */
export function buildRelay(
  stores: Pick<Stores, 'settings' | 'logger' | 'records' | 'books' | 'reopen'>,
  { client }: Pick<Temporal, 'client'>,
  publish: (message: BookMessage) => Promise<void>,
): { readonly relay: Relay; readonly tape: Tape; readonly newBooks: NewBooks } {
  const { settings, logger, records, books } = stores;
  const orders = new ContractOrders(client, settings.TOKENBOOK_DEPLOYMENT, records);
  // While Temporal is unavailable a turn fails and is retried: it must not delay the other books.
  const inTime = (signals: number, work: () => Promise<void>) =>
    client.withDeadline(Date.now() + SIGNALS_MS + signals * SIGNAL_MS, work);
  const onRefused = (orderId: string, err: Error) =>
    logger.error({ err, orderId }, 'Temporal refuses what happened to a contract order');
  const ports = relayPorts(records, {
    publish,
    rebuild: stores.reopen,
    filled: (fills) => inTime(fills.length, () => orders.signalOrderFills(fills, onRefused)),
    expiredBids: (orderIds) => inTime(orderIds.length, () => orders.expired(orderIds, onRefused)),
  });
  const holder = randomUUID();
  const relay = new Relay(books, ports, {
    ...RELAY_OPTIONS,
    holder,
    reservationLeaseMs: settings.RESERVATION_LEASE_MS,
    onError: (book: BookId | null, err) => {
      const name = book && bookName(book);
      logger.warn({ err, book: name }, 'a turn of the relay failed; the next turn retries');
    },
  });
  const tape = new Tape(records, {
    leaseMs: LEASE_MS,
    holder,
    publish,
    onError: (err) => logger.warn({ err }, 'the tape stopped; it resumes from its stored position'),
  });
  const newBooks = new NewBooks(records, {
    tell: (book) => relay.noteBook(book),
    onError: (err) => logger.warn({ err }, 'new books are found later: their stream failed'),
  });
  return { relay, tape, newBooks };
}
