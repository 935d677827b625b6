/**
 * The relay process: transfers what the books do on their own to the records, the workflows and the
 * gateways, and what the books missed to the books.
 */
import { lazyTemporal } from '../temporal/connection';
import { BookBus } from './book-bus';
import { openHealthPort } from './health-port';
import { runProcess } from './lifecycle';
import { openStores } from './parts';
import { readiness, storeProbes } from './readiness';
import { measureRelay, turnsProbe } from './relay-health';
import { buildRelay } from './relay-parts';

runProcess('relay', async (settings, logger) => {
  const stores = await openStores(settings, logger);
  const temporal = lazyTemporal(settings);
  const bus = new BookBus(settings.redisUrl, settings.TOKENBOOK_DEPLOYMENT, {
    onError: (err) => logger.warn({ err: err.message }, 'the Redis bus to the gateways failed'),
    onReconnect: () => relay.repeatDepth(),
  });
  const { relay, tape, newBooks } = buildRelay(stores, temporal, bus.publish.bind(bus));
  relay.start();
  tape.start();
  newBooks.start();
  const isReady = readiness({ ...storeProbes(stores), ...turnsProbe(relay) });
  const health = await openHealthPort(settings, isReady, (registry) =>
    measureRelay(registry, relay),
  );
  return {
    healthPort: health.port,
    async stop() {
      health.close();
      await Promise.all([relay.stop(), tape.stop(), newBooks.stop()]);
      bus.close();
      await temporal.close();
      await stores.close();
    },
  };
});
