/**
 * Cancellations by the buyer and the operator, expiries, asks, withdrawals and fills, all at once: each
 * order has one outcome and everybody is told it. In small; `npm run crash:contracts` goes on for as
 * long as is wanted and kills processes and servers meanwhile.
 */
import { Exchange } from '../support/exchange';
import { SEED } from '../support/random';
import { MixedLoad } from './mixed-load';
import { QuietChecks } from './quiet-checks';

let exchange: Exchange;
let checks: QuietChecks;
beforeAll(async () => {
  const settings = { GATEWAY_WORKER: 'off', ASKS_QUOTA: 100_000 } as const;
  exchange = await Exchange.start({ relay: true, settings });
});
afterAll(async () => {
  await checks.close();
  await exchange.stop();
});

test(`orders that are filled, cancelled and over at the same moment have one outcome (seed ${SEED})`, async () => {
  const load = new MixedLoad(exchange, SEED, async (orderId) => {
    const order = await exchange.records.contractOrders.findOne({ _id: orderId });
    const handle = exchange.temporal.workflow.getHandle(order!.workflowId);
    await handle.cancel().catch(() => undefined); // it was over
  });
  await load.open(2);
  checks = await QuietChecks.open(exchange, load);
  const underWay = load.burst(40);
  await exchange.workers[0]!.kill('SIGKILL');
  await exchange.startWorker();
  await underWay;
  await load.burst(40);
  await checks.all();
  expect(load.told.length).toBeGreaterThan(20);
}, 240_000);
