/**
 * Records the histories of endpoints whose records were unavailable, and of one that is told of
 * outcomes while it falls asleep. No test of its own: `npm run histories` runs it.
 */
import type { Registration } from '../../domain/registration';
import { sellerWorkflowId } from '../../domain/workflow-names';
import { Exchange } from '../support/exchange';
import { startTestServers } from '../support/servers';
import { sharedServers } from '../support/shared-servers';
import { saveEnded, saveHistory } from './stored';

test('records the histories', async () => {
  const servers = await startTestServers(sharedServers().binaries);
  const exchange = await Exchange.start({ addresses: servers.addresses });
  const workflowOf = (url: string) =>
    exchange.temporal.workflow.getHandle(
      sellerWorkflowId(exchange.settings.TOKENBOOK_DEPLOYMENT, url),
    );

  const told = workflowOf((await exchange.seller()).url);
  await exchange.workers.pop()!.kill('SIGKILL');
  await told.signal('outcomesChanged');
  await told.signal('sleep');
  await exchange.startWorker();
  await saveEnded(exchange, 'seller.told-before-sleep', told.workflowId);

  const { url: endpointUrl } = await exchange.seller();
  const failing = workflowOf(endpointUrl);
  const { name, supportedModels } = (await exchange.records.sellers.findOne({ endpointUrl }))!;
  const registration: Registration = {
    name,
    endpointUrl,
    supportedModels,
    regions: null,
    local: true,
    apiKeyHash: 'of another key',
    currentKeyHash: null,
  };
  const register = () => failing.executeUpdate('register', { args: [registration] });
  const resume = servers.pause('mongod');
  await expect(register()).rejects.toThrow();
  resume();
  expect(await register()).toEqual({ kind: 'taken' });
  await saveHistory(exchange, 'seller.registered-after-a-failure', failing.workflowId);

  await exchange.stop();
  await servers.stop();
}, 240_000);
