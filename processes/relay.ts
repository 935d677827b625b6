/** The relay process: carries what the books do by themselves to the records, the workflows and the gateways, and what they missed to the books. */
import { randomUUID } from 'node:crypto';
import { bookName, type BookId } from '../domain/instruments';
import { Relay } from '../engine/relay/relay';
import { ContractOrders } from '../temporal/contract-orders';
import { lazyTemporal } from '../temporal/connection';
import { BookBus } from './book-bus';
import { runProcess } from './lifecycle';
import { openStores } from './parts';
import { relayPorts } from './relay-ports';
import { Tape } from './tape';

const LEASE_MS = 3_000;
const RELAY_OPTIONS = {
  leaseMs: LEASE_MS,
  intervalMs: 200,
  standbyMs: 500,
  saveEveryMs: 250,
  discoverEveryMs: 2_000,
  compareEveryMs: 5_000,
  concurrency: 8,
} as const;

runProcess('relay', async (settings, logger) => {
  const stores = await openStores(settings, logger);
  const temporal = lazyTemporal(settings);
  const orders = new ContractOrders(temporal.client, settings.TOKENBOOK_DEPLOYMENT, stores.records);
  const holder = randomUUID();
  const bus = new BookBus(settings.redisUrl, settings.TOKENBOOK_DEPLOYMENT, {
    onError: (err) => logger.warn({ err: err.message }, 'Redis, as the bus to the gateways'),
    onReconnect: () => relay.repeatDepth(),
  });
  const publish = bus.publish.bind(bus);
  const ports = relayPorts(stores.records, {
    publish,
    rebuild: stores.reopen,
    filled: (fills) => orders.signalOrderFills(fills),
    expiredBids: (orderIds) => orders.expired(orderIds),
  });
  const relay = new Relay(stores.books, ports, {
    ...RELAY_OPTIONS,
    holder,
    reservationLeaseMs: settings.RESERVATION_LEASE_MS,
    onError: (book: BookId | null, err) => {
      const name = book && bookName(book);
      logger.warn({ err, book: name }, 'a turn of the relay failed; the next one tries again');
    },
  });
  const tape = new Tape(stores.records, {
    leaseMs: LEASE_MS,
    holder,
    publish,
    onError: (err) => logger.warn({ err }, 'the tape stopped; it goes on where it was'),
  });
  relay.start();
  tape.start();
  return {
    async stop() {
      await Promise.all([relay.stop(), tape.stop()]);
      bus.close();
      await temporal.close();
      await stores.close();
    },
  };
});
