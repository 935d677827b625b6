/** The relay process: carries what the books do by themselves to the records, and what they missed to the books. */
import { randomUUID } from 'node:crypto';
import { bookName } from '../domain/instruments';
import { Relay } from '../engine/relay/relay';
import { runProcess } from './lifecycle';
import { openStores } from './parts';
import { relayPorts } from './relay-ports';

const RELAY_OPTIONS = {
  leaseMs: 3_000,
  intervalMs: 100,
  discoverEveryMs: 2_000,
  compareEveryMs: 5_000,
  concurrency: 8,
} as const;

runProcess('relay', async (settings, logger) => {
  const stores = await openStores(settings, logger);
  const relay = new Relay(stores.books, relayPorts(stores.records, stores.reopen), {
    ...RELAY_OPTIONS,
    holder: randomUUID(),
    reservationLeaseMs: settings.RESERVATION_LEASE_MS,
    onError: (book, err) => {
      const name = book && bookName(book);
      logger.warn({ err, book: name }, 'a turn of the relay failed; the next one tries again');
    },
  });
  relay.start();
  return {
    async stop() {
      await relay.stop();
      await stores.close();
    },
  };
});
