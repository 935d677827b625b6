/** Records the history of an order whose sellers all fail. No test of its own: `npm run histories` runs it. */
import { Client, Connection } from '@temporalio/client';
import { chatWorkflowId } from '../../domain/workflow-names';
import { Exchange } from '../support/exchange';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { until } from '../support/wait';
import { saveHistory } from './save';

/** More than one order asks. */
const SELLERS = 12;

test('records the history', async () => {
  const exchange = await Exchange.start();
  const connection = await Connection.connect({ address: exchange.settings.temporalAddress });
  const client = new Client({ connection });
  const { key } = await exchange.buyer();
  for (let at = 0; at < SELLERS; at++) {
    await exchange.ask(await exchange.seller(BEHAVIOURS.error500()), { price: '0.001' });
  }
  await exchange.chat(key);
  const order = await exchange.records.orders.findOne({});
  const workflowId = chatWorkflowId(exchange.settings.TOKENBOOK_DEPLOYMENT, order!._id);
  const handle = client.workflow.getHandle(workflowId);
  await until(async () => (await handle.describe()).status.name !== 'RUNNING', {
    what: 'the workflow to end',
  });
  await saveHistory(client, 'chat-order.ten-sellers-asked', workflowId);
  await connection.close();
  await exchange.stop();
}, 180_000);
