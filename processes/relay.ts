/**
 * The relay process: transfers what the books do on their own to the records, the workflows and the
 * gateways, and what the books missed to the books.
 */
import { randomUUID } from 'node:crypto';
import { bookName, type BookId } from '../domain/instruments';
import { Relay } from '../followers/relay/relay';
import { ContractOrders } from '../temporal/contract-orders';
import { lazyTemporal } from '../temporal/connection';
import { BookBus } from './book-bus';
import { openHealthPort } from './health-port';
import { runProcess } from './lifecycle';
import { openStores } from './parts';
import { readiness, storeProbes } from './readiness';
import { measureRelay, turnsProbe } from './relay-health';
import { relayPorts } from '../followers/relay/record-ports';
import { Tape } from '../followers/tape';

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
  compareEveryMs: 5_000,
  concurrency: 32,
} as const;

runProcess('relay', async (settings, logger) => {
  const stores = await openStores(settings, logger);
  const temporal = lazyTemporal(settings);
  const orders = new ContractOrders(temporal.client, settings.TOKENBOOK_DEPLOYMENT, stores.records);
  // While Temporal is unavailable a turn fails and is retried: it must not delay the other books.
  const inTime = (signals: number, work: () => Promise<void>) =>
    temporal.client.withDeadline(Date.now() + SIGNALS_MS + signals * SIGNAL_MS, work);
  const holder = randomUUID();
  const bus = new BookBus(settings.redisUrl, settings.TOKENBOOK_DEPLOYMENT, {
    onError: (err) => logger.warn({ err: err.message }, 'the Redis bus to the gateways failed'),
    onReconnect: () => relay.repeatDepth(),
  });
  const publish = bus.publish.bind(bus);
  const ports = relayPorts(stores.records, {
    publish,
    rebuild: stores.reopen,
    filled: (fills) => inTime(fills.length, () => orders.signalOrderFills(fills)),
    expiredBids: (orderIds) => inTime(orderIds.length, () => orders.expired(orderIds)),
  });
  const relay = new Relay(stores.books, ports, {
    ...RELAY_OPTIONS,
    holder,
    reservationLeaseMs: settings.RESERVATION_LEASE_MS,
    onError: (book: BookId | null, err) => {
      const name = book && bookName(book);
      logger.warn({ err, book: name }, 'a turn of the relay failed; the next turn retries');
    },
  });
  const tape = new Tape(stores.records, {
    leaseMs: LEASE_MS,
    holder,
    publish,
    onError: (err) => logger.warn({ err }, 'the tape stopped; it resumes from its stored position'),
  });
  relay.start();
  tape.start();
  const isReady = readiness({ ...storeProbes(stores), ...turnsProbe(relay) });
  const health = await openHealthPort(settings, isReady, (registry) =>
    measureRelay(registry, relay),
  );
  return {
    healthPort: health.port,
    async stop() {
      health.close();
      await Promise.all([relay.stop(), tape.stop()]);
      bus.close();
      await temporal.close();
      await stores.close();
    },
  };
});
