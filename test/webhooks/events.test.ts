/** Events of buyers and sellers as their receivers get them: signed, described, once per change. */
import { cancelOrder, placeOrder } from '../contracts/market';
import { ticketOn } from '../lots/ticket-market';
import { Exchange } from '../support/exchange';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { type Receiver, startReceiver, subscribe, verifiedEvents } from './receiver';

let exchange: Exchange;
let receivers: Receiver[] = [];
beforeAll(async () => {
  exchange = await Exchange.pooled();
});
afterEach(async () => {
  await Promise.all(receivers.map((receiver) => receiver.close()));
  receivers = [];
});
afterAll(() => exchange.stop());

async function startOne(): Promise<Receiver> {
  const started = await startReceiver();
  receivers.push(started);
  return started;
}

test('a buyer hears of deposits, fills and the end of orders; a seller of its lots', async () => {
  const [forBuyer, forSeller] = [await startOne(), await startOne()];
  const seller = await exchange.seller();
  const buyer = await exchange.buyer('0');
  const own = await subscribe(exchange, buyer, forBuyer.url);
  const sold = await subscribe(exchange, seller, forSeller.url, ['lot.opened']);
  await exchange.admin('POST', `/accounts/${buyer.accountId}/deposits`, {
    amount: '10',
    reference: 'first',
  });
  const [deposit] = await verifiedEvents(forBuyer, own.secret, 'account.deposited');
  expect(deposit.data).toEqual({ account_id: buyer.accountId, amount: '10', reference: 'first' });

  await exchange.ask(seller, { price: '0.0005', capacity: 4_000 });
  const order = await placeOrder(exchange, buyer.key, {
    ...{ model_id: exchange.model, quantity: 10_000, price: '0.0006' },
  });
  const orderId = order.body.order_id;
  const [part] = await verifiedEvents(forBuyer, own.secret, 'order.partially_filled');
  expect(part.data).toMatchObject({ order_id: orderId, filled_quantity: 4_000, remaining: 6_000 });
  const [opened] = await verifiedEvents(forBuyer, own.secret, 'lot.opened');
  expect(opened.data).toMatchObject({ seller_id: seller.sellerId, quantity: 4_000 });
  expect((await verifiedEvents(forSeller, sold.secret, 'lot.opened'))[0]).toEqual(opened);

  await cancelOrder(exchange, buyer.key, orderId);
  const [cancelled] = await verifiedEvents(forBuyer, own.secret, 'order.cancelled');
  expect(cancelled.data).toMatchObject({ order_id: orderId, status: 'cancelled', remaining: 0 });
  expect(forSeller.received.map(({ body }) => body.type)).toEqual(['lot.opened']);
});

test('the draw of the last token ends its lot and exhausts its ticket', async () => {
  const forBuyer = await startOne();
  const ticket = await ticketOn(exchange, 1_000);
  const own = await subscribe(exchange, ticket, forBuyer.url);
  ticket.maker.setBehaviour(BEHAVIOURS.wrongUsage({ usage: { total_tokens: 1_000_000 } }));
  const drawn = await exchange.chat(ticket.credential, {
    model: ticket.model,
    max_tokens: undefined, // elastic: it takes all that is left
  });
  expect(drawn.status).toBe(200);
  const [ended] = await verifiedEvents(forBuyer, own.secret, 'lot.ended');
  expect(ended.data).toMatchObject({ status: 'exhausted', drawn_tokens: 1_000, reason: null });
  const [exhausted] = await verifiedEvents(forBuyer, own.secret, 'ticket.exhausted');
  expect(exhausted.data).toEqual({ ticket_id: ticket.ticketId, contract_id: ticket.contractId });
});

test('a purchase of a ticket fills an order and opens a lot', async () => {
  const forBuyer = await startOne();
  const ticket = await ticketOn(exchange, 1_000);
  const own = await subscribe(exchange, ticket, forBuyer.url);
  expect(own.id).toBeTruthy();
  const events = await exchange.records.webhookEvents
    .find({ participants: `account:${ticket.accountId}` })
    .toArray();
  expect(events.map(({ type }) => type).sort()).toEqual([
    'account.deposited',
    'lot.opened',
    'order.filled',
  ]);
});

test('a seller hears of its standing', async () => {
  const forSeller = await startOne();
  const seller = await exchange.seller();
  const own = await subscribe(exchange, seller, forSeller.url);
  const change = { standing: 'Suspended', reason: 'test' };
  await exchange.admin('PATCH', `/sellers/${seller.sellerId}`, change);
  const [told] = await verifiedEvents(forSeller, own.secret, 'seller.standing_changed');
  expect(told.data).toMatchObject({ ...change, seller_id: seller.sellerId, actor: 'operator' });
});
