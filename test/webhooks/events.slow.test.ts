/** Events of buyers and sellers as their receivers get them: signed, described, once per change. */
import { randomBytes } from 'node:crypto';
import { cancelOrder, placeOrder } from '../contracts/market';
import { newModel, units } from '../e2e/market';
import { endWindow, ticketOn } from '../lots/ticket-market';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import { type Receiver, startReceiver, subscribe, verifiedEvents } from './receiver';

const exchange = Exchange.pooledForFile();
let receivers: Receiver[] = [];
afterEach(async () => {
  await Promise.all(receivers.map((receiver) => receiver.close()));
  receivers = [];
});

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
  const sold = await subscribe(exchange, seller, forSeller.url, ['lot.sold']);
  await exchange.admin('POST', `/accounts/${buyer.accountId}/deposits`, {
    amount: '10',
    reference: 'first',
  });
  const [deposit] = await verifiedEvents(forBuyer, own.secret, 'account.deposited');
  expect(deposit.data).toEqual({ account_id: buyer.accountId, amount: '10', reference: 'first' });

  await exchange.ask(seller, { price: '0.0005', capacity: 4_000 });
  const order = await placeOrder(exchange, buyer.key, {
    model_id: exchange.model,
    quantity: 1e4,
    price: '0.0006',
  });
  const orderId = order.body.order_id;
  const [part] = await verifiedEvents(forBuyer, own.secret, 'order.partially_filled');
  expect(part.data).toMatchObject({ order_id: orderId, filled_quantity: 4_000, remaining: 6_000 });
  const [fresh] = await verifiedEvents(forBuyer, own.secret, 'lot.sold');
  expect(fresh.data).toMatchObject({ seller_id: seller.sellerId, quantity: 4_000 });
  expect((await verifiedEvents(forSeller, sold.secret, 'lot.sold'))[0]).toEqual(fresh);

  await cancelOrder(exchange, buyer.key, orderId);
  const [cancelled] = await verifiedEvents(forBuyer, own.secret, 'order.cancelled');
  expect(cancelled.data).toMatchObject({ order_id: orderId, status: 'cancelled', remaining: 0 });
  expect(forSeller.received.map(({ body }) => body.type)).toEqual(['lot.sold']);
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

test('a ticket is exhausted by a draw that leaves less than any request needs, and its lot stays open', async () => {
  const forBuyer = await startOne();
  const ticket = await ticketOn(exchange, 1_000);
  const own = await subscribe(exchange, ticket, forBuyer.url);
  ticket.maker.setBehaviour(BEHAVIOURS.wrongUsage({ usage: { total_tokens: 1_000_000 } }));
  const chat = (max_tokens: number) =>
    exchange.chat(ticket.credential, { model: ticket.model, max_tokens });
  const { body } = await chat(2_000);
  const promptTokens = Number(/needs (\d+)/.exec(body.message)![1]) - 2_000;
  expect((await chat(993 - promptTokens)).body.fill.tokens).toBe(993);
  const [exhausted] = await verifiedEvents(forBuyer, own.secret, 'ticket.exhausted');
  expect(exhausted.data).toEqual({ ticket_id: ticket.ticketId, contract_id: ticket.contractId });
  const least = { messages: [{ role: 'user', content: '' }], max_tokens: 1 };
  expect(
    (await exchange.chat(ticket.credential, { model: ticket.model, ...least })).body,
  ).toMatchObject({
    code: 'contract_exhausted',
    message: expect.stringContaining('The ticket has 7 tokens left'),
  });
  expect(forBuyer.received.map(({ body: event }) => event.type)).not.toContain('lot.ended');
});

test('a purchase of a ticket fills an order and sells a lot, whose window opens at once', async () => {
  const forBuyer = await startOne();
  const ticket = await ticketOn(exchange, 1_000);
  const own = await subscribe(exchange, ticket, forBuyer.url);
  expect(own.id).toBeTruthy();
  const types = async () => {
    const events = await exchange.records.webhookEvents
      .find({ participants: `account:${ticket.accountId}` })
      .toArray();
    return events.map(({ type }) => type).sort();
  };
  await until(async () => (await types()).includes('lot.opened'), { what: 'the opening' });
  expect(await types()).toEqual(['account.deposited', 'lot.opened', 'lot.sold', 'order.filled']);
});

test('a rotation of its key is no secret to a seller, and a ban none to those whom it owes', async () => {
  const [forBuyer, forSeller] = [await startOne(), await startOne()];
  const { maker, contractId, ...buyer } = await ticketOn(exchange, 1_000);
  const own = await subscribe(exchange, buyer, forBuyer.url);
  const its = await subscribe(exchange, maker, forSeller.url);
  const api_key = randomBytes(24).toString('hex');
  const registration = { name: 'S', endpoint_url: maker.url, supported_models: [buyer.model] };
  const rotated = await exchange.send('POST', '/seller/v1/register', {
    headers: { 'x-seller-api-key': maker.apiKey },
    body: { ...registration, api_key },
  });
  expect(rotated.status).toBe(200);
  const [rotation] = await verifiedEvents(forSeller, its.secret, 'seller.key_rotated');
  expect(rotation.data).toEqual({ seller_id: maker.sellerId });
  const ban = { standing: 'Banned', reason: 'Another model than it says.' };
  await exchange.admin('PATCH', `/sellers/${maker.sellerId}`, ban);
  const [change] = await verifiedEvents(forBuyer, own.secret, 'contract.seller_standing_changed');
  expect(change.data).toEqual({
    contract_id: contractId,
    seller_id: maker.sellerId,
    standing: 'Banned',
  });
});

test('an order that expires, and one that is rejected', async () => {
  const forBuyer = await startOne();
  const buyer = await exchange.buyer('1');
  const own = await subscribe(exchange, buyer, forBuyer.url, ['order.expired', 'order.rejected']);
  const order = { model_id: newModel(), price: '0.001', quantity: 1_000 };
  const expiresAt = new Date(Date.now() + 2_000).toISOString();
  const resting = await placeOrder(exchange, buyer.key, {
    ...order,
    time_in_force: 'GTD',
    expires_at: expiresAt,
  });
  expect(resting.body).toMatchObject({ status: 'open' });
  const refused = await placeOrder(exchange, buyer.key, { ...order, time_in_force: 'FOK' });

  const [rejected] = await verifiedEvents(forBuyer, own.secret, 'order.rejected');
  expect(rejected.data).toMatchObject({
    order_id: refused.body.order_id,
    status: 'rejected',
    filled_quantity: 0,
    remaining: 0,
  });
  expect(rejected.data.reason).toEqual(expect.any(String));
  const [expired] = await verifiedEvents(forBuyer, own.secret, 'order.expired');
  expect(expired.data).toMatchObject({
    order_id: resting.body.order_id,
    status: 'expired',
    filled_quantity: 0,
    remaining: 0,
    expires_at: expiresAt,
  });
  expect(forBuyer.received).toHaveLength(2);
});

test('a window that ends closes its lot, for the buyer and the seller', async () => {
  const [forBuyer, forSeller] = [await startOne(), await startOne()];
  const ticket = await ticketOn(exchange, 1_000);
  const own = await subscribe(exchange, ticket, forBuyer.url, ['lot.ended']);
  const sold = await subscribe(exchange, ticket.maker, forSeller.url, ['lot.ended']);
  await endWindow(exchange, ticket.contractId);
  const [ended] = await verifiedEvents(forBuyer, own.secret, 'lot.ended');
  expect(ended.data).toMatchObject({
    contract_id: ticket.contractId,
    seller_id: ticket.maker.sellerId,
    status: 'expired',
    quantity: 1e3,
    drawn_tokens: 0,
    paid_tokens: 1e3,
    refunded_tokens: 0,
    refund: '0',
  });
  expect((await verifiedEvents(forSeller, sold.secret, 'lot.ended'))[0]).toEqual(ended);
});

test('a seller that does not deliver defaults on its lot', async () => {
  const [forBuyer, forSeller] = [await startOne(), await startOne()];
  const ticket = await ticketOn(exchange, 1_000);
  const { maker } = ticket;
  const own = await subscribe(exchange, ticket, forBuyer.url, ['lot.defaulted']);
  const sold = await subscribe(exchange, maker, forSeller.url, ['lot.defaulted']);
  maker.setBehaviour(BEHAVIOURS.error500());
  const drawn = await exchange.chat(ticket.credential, { model: ticket.model });
  expect(drawn.body.code).toBe('seller_default');
  const [defaulted] = await verifiedEvents(forBuyer, own.secret, 'lot.defaulted');
  const { data } = defaulted;
  expect(data).toMatchObject({
    contract_id: ticket.contractId,
    seller_id: maker.sellerId,
    status: 'defaulted',
    quantity: 1e3,
    drawn_tokens: 0,
    paid_tokens: 0,
    reason: expect.any(String),
  });
  // What the failed request holds is refunded with its end.
  expect(data.refunded_tokens + data.reserved_tokens).toBe(1_000);
  expect(units(data.refund)).toBe(BigInt(data.refunded_tokens) * units('0.000001'));
  expect((await verifiedEvents(forSeller, sold.secret, 'lot.defaulted'))[0]).toEqual(defaulted);
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
