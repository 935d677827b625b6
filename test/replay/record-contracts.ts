/** Records the histories of orders for capacity, tickets and lots. No test of its own: `npm run histories` runs it. */
import { lotWorkflowId } from '../../domain/workflow-names';
import { ContractOrders } from '../../temporal/contract-orders';
import { cancelOrder, buyTicket, placeOrder, untilOrder } from '../contracts/market';
import { shortLot } from '../contracts/short-lot';
import { Exchange } from '../support/exchange';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { saveEnded } from './stored';

test('records the histories of contracts', async () => {
  const exchange = await Exchange.start({ settings: { GATEWAY_WORKER: 'off' }, relay: true });
  const { settings, records } = exchange;
  const save = (name: string, workflowId: string) => saveEnded(exchange, name, workflowId);
  const ofOrder = async (name: string, orderId: string) =>
    save(name, (await records.contractOrders.findOne({ _id: orderId }))!.workflowId);
  const ofLot = async (name: string, contractId: string) => {
    const lot = await records.lots.findOne({ contractId });
    await save(name, lotWorkflowId(settings.TOKENBOOK_DEPLOYMENT, lot!._id));
  };

  const { key, accountId } = await exchange.buyer();
  const seller = await exchange.seller();
  await exchange.ask(seller, { price: '0.001', capacity: 1_000 });
  const filled = await placeOrder(exchange, key, { quantity: 1_500 });
  await exchange.ask(seller, { price: '0.001', capacity: 500 });
  await untilOrder(exchange, key, filled.body.order_id, { status: 'filled' });
  await ofOrder('contract-order.filled-later', filled.body.order_id);
  const cancelled = await placeOrder(exchange, key, {});
  await cancelOrder(exchange, key, cancelled.body.order_id);
  await ofOrder('contract-order.cancelled', cancelled.body.order_id);
  const killed = await placeOrder(exchange, key, { time_in_force: 'FOK' });
  await ofOrder('contract-order.killed', killed.body.order_id);
  const expiring = await placeOrder(exchange, key, {
    time_in_force: 'GTD',
    expires_at: new Date(Date.now() + 1_500).toISOString(),
  });
  await untilOrder(exchange, key, expiring.body.order_id, { status: 'expired' });
  await ofOrder('contract-order.expired', expiring.body.order_id);

  await exchange.ask(seller, { price: '0.001', capacity: 100_000 });
  const { body: ticket } = await buyTicket(exchange, key, { quantity_tokens: 90 });
  await ofOrder('ticket-purchase.filled', ticket.order_id);
  await exchange.chat(ticket.credential, { max_tokens: 30 });
  const [redeemed] = await records.orders.find().sort({ _id: -1 }).limit(1).toArray();
  await save('chat-order.redeemed', redeemed!.workflowId!);

  const { body: failing } = await buyTicket(exchange, key);
  seller.setBehaviour(BEHAVIOURS.status({ status: 500 }));
  await exchange.chat(failing.credential);
  const [defaulted] = await records.orders.find().sort({ _id: -1 }).limit(1).toArray();
  await save('chat-order.bound-seller-defaulted', defaulted!.workflowId!);
  await ofLot('delivery-lot.defaulted', failing.contract_id);

  const service = new ContractOrders(exchange.temporal, settings.TOKENBOOK_DEPLOYMENT, records);
  const lot = await shortLot(records, { accountId, seller, windowMs: 1_500 });
  await service.startLot(lot);
  await ofLot('delivery-lot.expired', lot.contractId);

  await exchange.stop();
}, 180_000);
