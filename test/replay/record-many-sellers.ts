/** Records the history of an order whose sellers all fail. No test of its own: `npm run histories` runs it. */
import { chatWorkflowId } from '../../domain/workflow-names';
import { Exchange } from '../support/exchange';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { saveEnded } from './stored';

/** More than one order asks. */
const SELLERS = 12;

test('records the history', async () => {
  const exchange = await Exchange.start();
  const { key } = await exchange.buyer();
  for (let at = 0; at < SELLERS; at++) {
    await exchange.ask(await exchange.seller(BEHAVIOURS.error500()), { price: '0.001' });
  }
  await exchange.chat(key);
  const order = await exchange.records.orders.findOne({});
  const workflowId = chatWorkflowId(exchange.settings.TOKENBOOK_DEPLOYMENT, order!._id);
  await saveEnded(exchange, 'chat-order.ten-sellers-asked', workflowId);
  await exchange.stop();
}, 180_000);
