/** The worker process: every task queue. */
import { loadTokenizer } from '../domain/tokens';
import { ensureSchedules } from '../temporal/schedules';
import { QUEUES } from '../domain/workflow-names';
import { runProcess } from './lifecycle';
import { connectTemporal } from '../temporal/connection';
import { openStores } from './parts';
import { installRuntime, startWorkers } from './workers';

runProcess('worker', async (settings, logger) => {
  installRuntime(logger);
  loadTokenizer();
  const stores = await openStores(settings, logger);
  const temporal = await connectTemporal(settings);
  const workers = await startWorkers(QUEUES, stores, temporal);
  await ensureSchedules(temporal.client, settings.TOKENBOOK_DEPLOYMENT);
  return {
    async stop() {
      await workers.stop();
      await temporal.close();
      await stores.close();
    },
  };
});
