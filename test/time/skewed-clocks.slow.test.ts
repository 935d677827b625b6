/**
 * Processes whose clocks are half a minute off, either way: two gateways, which also work on requests,
 * a worker and a relay. The clocks of the stores decide, so every outcome of money is what it is among
 * clocks that agree.
 */
import { randomUUID } from 'node:crypto';
import { ContractOrders } from '../../temporal/contract-orders';
import {
  as,
  buyTicket,
  deliveriesOf,
  placeOrder,
  readOrder,
  untilOrder,
} from '../contracts/market';
import { shortLot } from '../contracts/short-lot';
import { newModel } from '../e2e/market';
import { clockOff } from '../support/clock-off';
import { type Answer, Exchange, MODEL } from '../support/exchange';
import { HOUR_MS, age } from '../support/passing-time';
import { startProcess } from '../support/processes';
import { until } from '../support/wait';

const SKEW_MS = 30_000;
const AHEAD = 0;
const BEHIND = 1;

const exchange = Exchange.forFile({ gateways: 0, workers: 0 });
let service: ContractOrders;
beforeAll(async () => {
  const { settings, records } = exchange;
  const start = (name: 'gateway' | 'worker' | 'relay', offsetMs: number) =>
    startProcess(name, settings, clockOff(offsetMs));
  const pair = [start('gateway', SKEW_MS), start('gateway', -SKEW_MS)];
  exchange.gateways.push(...(await Promise.all(pair)));
  exchange.workers.push(await start('worker', -SKEW_MS));
  exchange.relay = await start('relay', SKEW_MS);
  service = new ContractOrders(exchange.temporal, settings.TOKENBOOK_DEPLOYMENT, records);
});
afterEach(() => exchange.expectExact());

const bothGateways = <T>(call: (gateway: number) => Promise<T>) =>
  Promise.all([call(AHEAD), call(BEHIND)]);

async function market(ask: { capacity?: number; gateway?: number; ttl?: number } = {}) {
  const model = newModel();
  const seller = await exchange.seller('normal', { models: [model] });
  const { key, accountId } = await exchange.buyer('10');
  const offered = await exchange.send('POST', `/market/v1/sellers/${seller.sellerId}/asks`, {
    headers: { 'x-seller-api-key': seller.apiKey },
    body: {
      model_id: model,
      price: '0.001',
      capacity: ask.capacity ?? 100_000,
      ttl_seconds: ask.ttl ?? 3_600,
    },
    ...(ask.gateway === undefined ? {} : { gateway: ask.gateway }),
  });
  expect(offered.status).toBe(200);
  return { model, seller, key, accountId, offered: offered.body };
}

test('a chat is filled, charged and paid once, under one key at both gateways', async () => {
  const { model, seller, key } = await market();
  const idempotencyKey = randomUUID();
  const answers = await bothGateways((gateway) =>
    exchange.chat(key, { model }, { idempotencyKey, gateway }),
  );
  const [one, other] = answers.map(({ status, body }) => ({ status, fill: body.fill }));
  expect(one).toEqual(other);
  expect(one).toMatchObject({ status: 200, fill: { fill_price: '1' } });
  const cost = BigInt(one!.fill.tokens) * 100n;
  await until(
    async () => (await exchange.records.ledger.sellerPayableScale8(seller.sellerId)) === cost,
  );
  expect(seller.requests.length).toBe(1);
  expect(await exchange.account(key)).toMatchObject({ reserved: '0' });
});

test('an answer is remembered for its 24 hours, and the key charges nothing anew', async () => {
  const { model, key } = await market();
  const idempotencyKey = randomUUID();
  const ask = (gateway: number) => exchange.chat(key, { model }, { idempotencyKey, gateway });
  const first = await ask(BEHIND);
  expect(first.status).toBe(200);
  await age(exchange, 24 * HOUR_MS - 10_000);
  for (const again of await bothGateways(ask)) {
    expect({ status: again.status, fill: again.body.fill }).toEqual({
      status: 200,
      fill: first.body.fill,
    });
  }
});

test.each([AHEAD, BEHIND])(
  'an ask is on offer for its time, whoever took it (%i)',
  async (gateway) => {
    const askedAtMs = Date.now();
    const { key, model, offered } = await market({ gateway, ttl: 20 });
    const ask = await exchange.records.asks.findOne({ _id: offered.ask_id });
    const endsAtMs = ask!.expiresAt.getTime();
    expect(endsAtMs).toBeGreaterThanOrEqual(askedAtMs + 20_000);
    expect(endsAtMs).toBeLessThanOrEqual(Date.now() + 20_000);
    const filled = await exchange.chat(key, { model }, { gateway: 1 - gateway });
    expect(filled.status).toBe(200);
  },
);

test('an ask is withdrawn in its last seconds, at either gateway', async () => {
  const answers = await bothGateways(async (gateway) => {
    const { seller, offered } = await market({ ttl: 15 });
    return exchange.send('DELETE', `/market/v1/sellers/${seller.sellerId}/asks/${offered.ask_id}`, {
      headers: { 'x-seller-api-key': seller.apiKey },
      gateway,
    });
  });
  expect(answers.map(({ status }) => status)).toEqual([204, 204]);
});

test('a good-till-date order of some seconds rests, is filled in part, and expires', async () => {
  await bothGateways(async (gateway) => {
    const { model, key } = await market({ capacity: 4_000 });
    const expiresAtMs = Date.now() + 3_000;
    const placed = await exchange.send('POST', '/market/v1/contracts', {
      ...as(key),
      body: {
        model_id: model,
        quantity: 10_000,
        price: '0.001',
        time_in_force: 'GTD',
        expires_at: new Date(expiresAtMs).toISOString(),
      },
      gateway,
    });
    expect(placed).toMatchObject({ status: 200, body: { filled_quantity: 4_000 } });
    const orderId = placed.body.order_id;
    await untilOrder(exchange, key, orderId, { status: 'expired', filled_quantity: 4_000 });
    expect(Date.now()).toBeGreaterThanOrEqual(expiresAtMs);
    expect(await exchange.account(key)).toMatchObject({ balance: '9.996', reserved: '0' });
  });
});

test('a ticket is bought and redeemed; an order rests, is filled and cancelled', async () => {
  await bothGateways(async (gateway) => {
    const { model, seller, key } = await market();
    const { body: ticket } = await buyTicket(exchange, key, { model, quantity_tokens: 1_000 });
    const redeemed = await exchange.chat(ticket.credential, { model }, { gateway });
    expect(redeemed.status).toBe(200);
    const left = 1_000 - redeemed.body.fill.tokens;
    expect(await deliveriesOf(exchange, seller)).toMatchObject([{ remaining: left }]);

    const order = { model_id: model, quantity: 200_000, price: '0.001' };
    const { body } = await placeOrder(exchange, key, order);
    await untilOrder(exchange, key, body.order_id, { filled_quantity: 99_000 });
    const path = `/market/v1/orders/${body.order_id}`;
    expect((await exchange.send('DELETE', path, { ...as(key), gateway })).status).toBe(204);
    expect(await readOrder(exchange, key, body.order_id)).toMatchObject({
      status: 'cancelled',
      filled_quantity: 99_000,
    });
    expect(await exchange.account(key)).toMatchObject({ balance: '9.9', reserved: '0' });
  });
});

test('a window is drawn on to its end by the clock that decides, and no longer', async () => {
  const { accountId, key } = await exchange.buyer('1');
  const seller = await exchange.seller('normal', { models: [MODEL] });
  const windowMs = 4_000;
  const lot = await shortLot(exchange.records, { accountId, seller, windowMs });
  await service.startLot(lot);
  const { body: ticket } = await exchange.send('POST', '/buyer/v1/tickets', {
    ...as(key),
    body: { contract_id: lot.contractId },
  });
  const redemption = () =>
    bothGateways((gateway) => exchange.chat(ticket.credential, { max_tokens: 8 }, { gateway }));
  const standing = () =>
    bothGateways(async (gateway) => {
      const path = `/market/v1/contracts/${lot.contractId}`;
      return (await exchange.send('GET', path, { ...as(key), gateway })).body.status as string;
    });

  expect(await standing()).toEqual(['active', 'active']);
  const answers: Answer[] = [];
  while (Date.now() < lot.endsAtMs) answers.push(...(await redemption()));
  expect(await standing()).toEqual(['expired', 'expired']);
  const late = await redemption();
  for (const { status, body } of late) {
    expect({ status, code: body.code }).toEqual({ status: 410, code: 'contract_expired' });
  }
  const drawn = answers.filter(({ status }) => status === 200);
  for (const { status } of answers) expect([200, 402, 410]).toContain(status);
  expect(drawn.length).toBeGreaterThan(0);
  const drawnTokens = drawn.reduce((sum, { body }) => sum + body.fill.tokens, 0);
  await until(async () => {
    const record = await exchange.records.lots.findOne({ _id: lot.lotId });
    return record?.status !== 'open' && record?.paidTokens === 1_000 - drawnTokens;
  });
  expect(await exchange.records.ledger.sellerPayableScale8(seller.sellerId)).toBe(100_000n);
  expect(await exchange.account(key)).toMatchObject({ balance: '0.999', reserved: '0' });
});
