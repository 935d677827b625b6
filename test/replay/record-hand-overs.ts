/**
 * Records the histories of workflows that went on in new runs, of lots that ended otherwise, and of
 * refused tickets. No test of its own: `npm run histories` runs it.
 */
import {
  contractOrderWorkflowId,
  lotWorkflowId,
  sellerWorkflowId,
} from '../../domain/workflow-names';
import { ContractOrders } from '../../temporal/contract-orders';
import { buyTicket, cancelOrder, placeOrder } from '../contracts/market';
import { shortLot } from '../contracts/short-lot';
import { PROMPT_TOKENS } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { startTemporalServer } from '../support/temporal-server';
import { until } from '../support/wait';
import { saveEnded, saveHistory } from './stored';

/** Small, so that the files are. */
const SUGGESTED_AT_EVENTS = 30;

test('records the histories', async () => {
  const temporal = await startTemporalServer([
    `limit.historyCount.suggestContinueAsNew=${SUGGESTED_AT_EVENTS}`,
  ]);
  const exchange = await Exchange.start({ addresses: temporal.addresses, workers: 0 });
  await exchange.startWorker();
  await exchange.startRelay();
  const { settings, records } = exchange;
  const { workflow } = exchange.temporal;
  const deployment = settings.TOKENBOOK_DEPLOYMENT;

  const ended = (name: string, workflowId: string) => saveEnded(exchange, name, workflowId);
  const continuedBy = async (workflowId: string, signal: string, args: unknown[]) => {
    const first = (await workflow.getHandle(workflowId).describe()).runId;
    const newest = workflow.getHandle(workflowId);
    await until(async () => {
      await newest.signal(signal, ...args);
      return (await newest.describe()).runId !== first;
    });
    return first;
  };

  const { key, accountId } = await exchange.buyer();
  const seller = await exchange.seller();

  const { body: order } = await placeOrder(exchange, key, {});
  const orderWorkflowId = contractOrderWorkflowId(deployment, order.order_id);
  const firstRun = await continuedBy(orderWorkflowId, 'orderFilled', [[]]);
  await saveHistory(exchange, 'contract-order.continued', orderWorkflowId, firstRun);
  await cancelOrder(exchange, key, order.order_id);
  await ended('contract-order.continued-and-cancelled', orderWorkflowId);

  const sellerId = sellerWorkflowId(deployment, seller.url);
  const sellerRun = await continuedBy(sellerId, 'outcomesChanged', []);
  await saveHistory(exchange, 'seller.continued', sellerId, sellerRun);
  await workflow.getHandle(sellerId).signal('outcomesChanged');
  await until(async () => {
    const { historyLength } = await workflow.getHandle(sellerId).describe();
    return historyLength > 10;
  });
  await saveHistory(exchange, 'seller.continued-second', sellerId);

  await exchange.ask(seller, { price: '0.001', capacity: 100_000 });
  await buyTicket(exchange, key, { quantity_tokens: 1_000_000_000 });
  const refused = workflow.list({ query: 'WorkflowType = "ticketPurchase"' });
  for await (const { workflowId } of refused) {
    await ended('ticket-purchase.refused', workflowId);
    break;
  }

  const { tokens } = (await exchange.chat(key)).body.fill;
  const { body: ticket } = await buyTicket(exchange, key, { quantity_tokens: tokens });
  const lot = await records.lots.findOne({ contractId: ticket.contract_id });
  await exchange.chat(ticket.credential, { max_tokens: tokens - PROMPT_TOKENS });
  await ended('delivery-lot.exhausted', lotWorkflowId(deployment, lot!._id));

  const service = new ContractOrders(exchange.temporal, deployment, records);
  const stopped = await shortLot(records, { accountId, seller, windowMs: 1_000 });
  await Promise.all(exchange.workers.map((worker) => worker.kill('SIGKILL')));
  await service.startLot(stopped);
  await until(() => Date.now() > stopped.endsAtMs);
  await exchange.startWorker();
  await ended('delivery-lot.ended-after-a-stop', lotWorkflowId(deployment, stopped.lotId));

  await exchange.stop();
  await temporal.stop();
}, 180_000);
