/** Process: the gateway with the same services and without workflows, to measure the cost of recording. */
import { OrderRunner } from '../exchange/chat/order-runner';
import { runProcess } from '../processes/lifecycle';
import type { OrderHost } from '../processes/order-host';
import type { ExchangeParts, Stores } from '../processes/parts';
import { serveGateway } from '../processes/serve-gateway';
import type { Temporal } from '../temporal/connection';

async function startHost(
  { logger }: Stores,
  _temporal: Temporal,
  { deps }: ExchangeParts,
): Promise<OrderHost> {
  const runner = new OrderRunner(deps, {
    gatewayId: 'plain',
    reserved: () => undefined,
    continueAlone: () => Promise.reject(new Error('this gateway has no workflows')),
    lotEnded: () => undefined,
    onError: (err, message) => logger.warn({ err }, message),
  });
  return {
    runner,
    counts: { inProgress: () => runner.count, withoutWorkflow: () => 0 },
    hasCapacity: () => true,
    keepsUp: () => runner.keepsUp(),
    endOrders: () => runner.stop(1_000),
    stop: async () => undefined,
  };
}

runProcess('plain gateway', (settings, logger) => serveGateway(settings, logger, startHost));
