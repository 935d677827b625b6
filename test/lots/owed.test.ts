/** What a seller owes is the same in every view at every moment, with requests under way as a number of their own. */
import { deliveriesOf, readContract, readTicket } from '../contracts/market';
import { parseScale8 } from '../../domain/money';
import { Exchange } from '../support/exchange';
import { until } from '../support/wait';
import { type TicketMarket, endWindow, ticketOn } from './ticket-market';

let exchange: Exchange;
beforeAll(async () => {
  exchange = await Exchange.pooled();
});
afterAll(() => exchange.stop());

/** `[remaining, reserved]` of a lot as each view has it. */
async function views({ key, maker, contractId, ticketId }: TicketMarket) {
  const [ticket, contract, [delivery], operator] = await Promise.all([
    readTicket(exchange, key, ticketId),
    readContract(exchange, key, contractId),
    deliveriesOf(exchange, maker),
    exchange.admin('GET', `/sellers/${maker.sellerId}`),
  ]);
  const { obligations } = operator.body;
  return {
    ticket: [ticket.remaining_tokens, ticket.reserved_tokens],
    contract: [contract.remaining, contract.reserved_tokens],
    lot: [contract.lots[0].remaining, contract.lots[0].reserved_tokens],
    delivery: [delivery.remaining, delivery.reserved_tokens],
    operator: [obligations.tokens, obligations.reserved_tokens],
  };
}

const everywhere = (remaining: number, reserved: number) =>
  Object.fromEntries(
    ['ticket', 'contract', 'lot', 'delivery', 'operator'].map((view) => [
      view,
      [remaining, reserved],
    ]),
  );

test('what requests under way have reserved is apart from what can be drawn, and returns to it', async () => {
  const market = await ticketOn(exchange, 1_000);
  const { model, credential, maker } = market;
  expect(await views(market)).toEqual(everywhere(1_000, 0));
  maker.hold();
  const held = [1, 2].map(() => exchange.chat(credential, { model }));
  await until(() => maker.held === 2, { what: 'two draws at the seller' });
  const { ticket } = await views(market);
  const [remaining, reserved] = ticket as [number, number];
  expect(await views(market)).toEqual(everywhere(remaining, reserved));
  expect(remaining + reserved).toBe(1_000);

  const large = await exchange.chat(credential, { model, max_tokens: remaining + 1 });
  const needed = Number(/needs (\d+)/.exec(large.body.message)![1]);
  expect(needed).toBeGreaterThan(remaining);
  expect(large).toMatchObject({
    status: 402,
    body: {
      code: 'contract_exhausted',
      message: `The ticket has ${remaining} tokens left; the request needs ${needed}. ${reserved} tokens are reserved by requests under way.`,
    },
  });

  maker.release();
  const used = await Promise.all(held.map(async (chat) => (await chat).body.fill.tokens));
  await exchange.expectExact();
  expect(await views(market)).toEqual(everywhere(1_000 - used[0] - used[1], 0));
});

test('a chat at an ask is under way and no lot: it adds to what the operator sees reserved', async () => {
  const market = await ticketOn(exchange, 1_000);
  const { model, maker, key } = market;
  await exchange.ask(maker, { model, price: '0.001', capacity: 1_000 });
  maker.hold();
  const held = exchange.chat(key, { model });
  await until(() => maker.held === 1, { what: 'the chat at the seller' });
  const seen = await views(market);
  expect({ ...seen, operator: null }).toEqual({ ...everywhere(1_000, 0), operator: null });
  expect(seen.operator[0]).toBe(1_000);
  expect(seen.operator[1]).toBeGreaterThan(0);
  maker.release();
  expect((await held).status).toBe(200);
});

test('nothing is owed in any view from the end of the window on, before the end is recorded', async () => {
  const market = await ticketOn(exchange, 1_000);
  await exchange.records.lots.updateOne(
    { contractId: market.contractId },
    { $set: { endsAt: new Date() } },
  );
  const ticket = await readTicket(exchange, market.key, market.ticketId);
  expect(ticket).toMatchObject({ remaining_tokens: 0, reserved_tokens: 0, status: 'expired' });
  expect(await deliveriesOf(exchange, market.maker)).toEqual([]);
  const { body } = await exchange.admin('GET', `/sellers/${market.maker.sellerId}`);
  expect(body.obligations).toMatchObject({ tokens: 0, lots: 0, reserved_tokens: 0, escrow: '0' });
});

/** Of all trades of the market's seller: the one that sold ahead, and sums. */
async function money({ maker, contractId }: TicketMarket) {
  const headers = { 'x-seller-api-key': maker.apiKey };
  const [trades, operator, lot] = await Promise.all([
    exchange.send('GET', '/seller/v1/trades', { headers }),
    exchange.admin('GET', `/sellers/${maker.sellerId}`),
    exchange.records.lots.findOne({ contractId, sellerId: maker.sellerId }),
  ]);
  const rows = trades.body.trades as Record<string, string>[];
  const { status, earned, refunded, in_escrow, gross } = rows.find(
    ({ fill_id: id }) => id === lot!._id,
  )!;
  const sumScale8 = rows.reduce((sum, row) => sum + parseScale8(row.earned!)!, 0n);
  expect(sumScale8).toBe(parseScale8(operator.body.payable));
  const parts = [earned, refunded, in_escrow].map((text) => parseScale8(text!)!);
  expect(parts.reduce((sum, part) => sum + part, 0n)).toBe(parseScale8(gross!));
  return { status, earned, refunded, in_escrow };
}

test('a trade of a lot is pending until the lot has ended, and the trades add up to what is payable', async () => {
  const market = await ticketOn(exchange, 1_000);
  const { model, credential, contractId, maker, key } = market;
  const bought = { status: 'pending', earned: '0', refunded: '0', in_escrow: '0.001' };
  expect(await money(market)).toEqual(bought);
  await exchange.ask(maker, { model, price: '0.001', capacity: 1_000 });
  expect((await exchange.chat(key, { model })).status).toBe(200);
  const { fill } = (await exchange.chat(credential, { model })).body;
  await exchange.expectExact();
  expect(await money(market)).toMatchObject({ status: 'pending', earned: fill.cost });
  await endWindow(exchange, contractId);
  const hasEnded = async () => (await money(market)).status === 'settled';
  await until(hasEnded, { what: 'the lot to be closed' });
  expect(await money(market)).toEqual({
    ...bought,
    status: 'settled',
    earned: '0.001',
    in_escrow: '0',
  });
});
