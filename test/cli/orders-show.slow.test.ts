/** `orders show`: the same details by every id that it has, bounded however long it is. */
import { randomUUID } from 'node:crypto';
import { STORY_NEWEST } from '../../api/operator/contract-details';
import { buyTicket, placeOrder } from '../contracts/market';
import { draw } from '../contracts/records-scenario';
import { joinMarket, openMarket } from '../e2e/market';
import { settlement } from '../records/scenario';
import { Exchange } from '../support/exchange';
import { tokenbook, tokenbookJson } from './command';
import { until } from '../support/wait';

const exchange = Exchange.pooledForFile();

const show = (id: string) => tokenbookJson(exchange, 'orders', 'show', id);

test('a chat by its order and by its fill', async () => {
  const { key, model } = await openMarket(exchange);
  const { fill } = (await exchange.chat(key, { model })).body;
  const hasStarted = async () => (await show(fill.fill_id)).workflow_id !== null;
  await until(hasStarted, { what: 'its workflow to start' });
  const details = await show(fill.fill_id);
  expect(details).toMatchObject({
    kind: 'chat',
    model_id: model,
    fills: [{ fill_id: fill.fill_id, status: 'settled', attempts: [{ state: 'delivered' }] }],
    openings: [],
  });
  expect(details.workflow_url).toContain(`/workflows/${details.workflow_id}`);
  expect(await show(details.order_id)).toEqual(details);
});

test('an open chat says whose answer it waits for, since when and until when; an ended one nothing', async () => {
  const { key, model, seller } = await openMarket(exchange);
  seller.hold();
  const answer = exchange.chat(key, { model });
  const isAsked = () => seller.held === 1;
  await until(isAsked, { what: 'the seller to be asked' });
  const { _id: orderId } = (await exchange.records.orders.findOne({ modelId: model }))!;
  const open = await show(orderId);
  seller.release();
  await answer;
  const time = String.raw`\d{4}-\d\d-\d\dT[\d:.]+Z`;
  expect(open.waiting_for).toMatch(
    new RegExp(
      `^the answer of seller ${seller.sellerId} to attempt 1, since ${time}; no other seller is asked after ${time}$`,
    ),
  );
  const hasEnded = async () => (await show(orderId)).waiting_for === null;
  await until(hasEnded, { what: 'the order to wait for nothing' });
});

test('a ticket that was drawn on: by order, contract and ticket the same, by its lot that lot', async () => {
  const { key, model } = await openMarket(exchange);
  const { body: ticket } = await buyTicket(exchange, key, { model });
  const chat = await exchange.chat(ticket.credential, { model });
  const details = await show(ticket.order_id);
  expect(details).toMatchObject({
    kind: 'capacity',
    order_id: ticket.order_id,
    lot_id: null,
    fills_total: 1,
    lots_total: 1,
    draws_total: 1,
    draws: [
      {
        fill_id: chat.body.fill.fill_id,
        status: 'settled',
      },
    ],
  });
  expect(details.journals.map(({ kind }: any) => kind)).toEqual(['escrow', 'draw']);
  for (const id of [ticket.contract_id, ticket.ticket_id]) expect(await show(id)).toEqual(details);
  const [lot] = details.lots;
  expect(lot.workflow_url).toContain(lot.lot_id);
  expect(await show(lot.lot_id)).toEqual({ ...details, lot_id: lot.lot_id });
  // The chat that drew tells which contract it drew on.
  const drawn = await show(chat.body.fill.fill_id);
  expect(drawn).toMatchObject({ kind: 'chat', contract_id: ticket.contract_id });
  expect(drawn.order_id).toBe(details.draws[0].order_id);
});

test('of an order against two sellers, a lot alone', async () => {
  const { key, model } = await openMarket(exchange, { capacity: 4_000 });
  await joinMarket(exchange, model, { capacity: 6_000 });
  const { body: order } = await placeOrder(exchange, key, { model_id: model });
  const whole = await show(order.order_id);
  expect([whole.lots_total, whole.fills_total]).toEqual([2, 2]);
  for (const lot of whole.lots) {
    const one = await show(lot.lot_id);
    expect(one).toMatchObject({ lot_id: lot.lot_id, lots: [lot], lots_total: 1, fills_total: 1 });
    expect(one.fills[0].fill_id).toBe(lot.lot_id);
    expect(one.journals.map(({ kind }: any) => kind)).toEqual(['escrow']);
  }
});

test('an order that rests has details before it has a contract', async () => {
  const { key, model } = await openMarket(exchange);
  const { body } = await placeOrder(exchange, key, { model_id: model, price: '0.0001' });
  expect(await show(body.order_id)).toMatchObject({
    status: 'open',
    waiting_for: expect.stringMatching(
      /^sellers of (\d+) of its \1 tokens, at 0\.1 USD per million or less, until it is cancelled$/,
    ),
    lots: [],
    draws: [],
    draws_total: 0,
    journals: [{ kind: 'hold' }],
  });
});

test(`${STORY_NEWEST} draws, and one more: the newest, with their number and a hint`, async () => {
  const { records } = exchange;
  const { key, model } = await openMarket(exchange);
  const { body: ticket } = await buyTicket(exchange, key, { model });
  const contractId = ticket.contract_id;
  const [{ lot_id: lotId }] = (await show(contractId)).lots;
  const drawOnce = async () => {
    const { fillId } = await draw(records, lotId, 10);
    await records.ledger.settleFill(settlement(fillId, 10));
    return fillId;
  };
  const drawn: string[] = [];
  while (drawn.length < STORY_NEWEST) drawn.push(await drawOnce());
  const idsOf = (details: any) => details.draws.map((one: any) => one.fill_id);
  const full = await show(contractId);
  expect(full.draws_total).toBe(STORY_NEWEST);
  expect(idsOf(full)).toEqual(drawn);
  expect((await tokenbook(exchange, 'orders', 'show', lotId)).stdout).not.toContain('the newest');

  drawn.push(await drawOnce());
  const longer = await show(contractId);
  expect(longer.draws_total).toBe(STORY_NEWEST + 1);
  expect(idsOf(longer)).toEqual(drawn.slice(1));
  expect(longer.journals).toHaveLength(1 + STORY_NEWEST);
  const { stdout } = await tokenbook(exchange, 'orders', 'show', contractId);
  expect(stdout).toContain(`draws: the newest ${STORY_NEWEST} of ${STORY_NEWEST + 1}`);
});

test('an id that nobody has', async () => {
  const { code, stderr } = await tokenbook(exchange, 'orders', 'show', randomUUID());
  expect(code).toBe(4);
  expect(stderr).toContain('There is no such order, fill, contract, lot or ticket. (not_found)');
});

test('who had prompt and answer opened', async () => {
  const { key, model, accountId } = await openMarket(exchange);
  await exchange.chat(key, { model });
  const order = await exchange.records.orders.findOne({ accountId });
  await exchange.records.openings.insertOne({
    _id: randomUUID(),
    orderIds: [order!._id],
    actor: 'session 1f',
    address: '127.0.0.1',
    requestId: 'r',
    at: new Date(0),
  });
  expect((await show(order!._id)).openings).toEqual([
    { actor: 'session 1f', address: '127.0.0.1', request_id: 'r', at: '1970-01-01T00:00:00.000Z' },
  ]);
});
