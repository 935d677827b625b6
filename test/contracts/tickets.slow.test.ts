import { randomUUID } from 'node:crypto';
import { formatScale8, parseScale8 } from '../../domain/money';
import { newModel } from '../e2e/market';
import { Exchange, type TestSeller } from '../support/exchange';
import { BEHAVIOURS } from '../support/sellers/behaviours';
import type { SellerRequest } from '../support/sellers/seller-request';
import { as, buyTicket, deliveriesOf, placeOrder, readContract, readTicket } from './market';

const exchange = Exchange.pooledForFile();
afterEach(() => exchange.expectExact());

async function market(...capacities: number[]) {
  const model = newModel();
  const makers: TestSeller[] = [];
  for (const capacity of capacities) {
    const maker = await exchange.seller('normal', { models: [model], regions: ['eu-west'] });
    await exchange.ask(maker, { price: '0.001', capacity, model });
    makers.push(maker);
  }
  const { key, accountId } = await exchange.buyer('1');
  return { model, makers, maker: makers[0]!, key, accountId };
}

/** Its sellers have one owner: that several fail at once is no reason to judge none of them. */
async function ticketOn(tokens: number) {
  const place = await market(tokens);
  const owner = { owner: 'one owner', reason: 'they fail side by side' };
  await exchange.admin('PATCH', `/sellers/${place.maker.sellerId}`, owner);
  const bought = await buyTicket(exchange, place.key, {
    model: place.model,
    quantity_tokens: tokens,
  });
  expect(bought.status).toBe(200);
  return { ...place, ticket: bought.body };
}

describe('a ticket', () => {
  it('is bought at once against one seller, and redeemed without another charge', async () => {
    const { model, maker, key, ticket } = await ticketOn(10_000);
    expect(ticket).toMatchObject({
      model,
      region: 'eu-west',
      seller_class: 'unrated',
      quantity_tokens: 10_000,
      remaining_tokens: 10_000,
      price: '0.001',
      status: 'active',
      credential: expect.stringMatching(/^tkt_[0-9A-Za-z]{49}$/),
    });
    expect(Date.parse(ticket.expires_at) - Date.parse(ticket.delivery_start)).toBe(3_600_000);
    expect(await exchange.account(key)).toMatchObject({ balance: '0.99', reserved: '0' });

    const redeemed = await exchange.chat(ticket.credential, { model, max_price: undefined });
    expect(redeemed.status).toBe(200);
    const { tokens, ...fill } = redeemed.body.fill;
    expect(fill).toMatchObject({
      fill_price: '1',
      contract_id: ticket.contract_id,
      region: 'eu-west',
      fill_id: redeemed.headers['x-fill-id'],
    });
    expect(await exchange.account(key)).toMatchObject({ balance: '0.99', reserved: '0' });
    const seen = await readTicket(exchange, key, ticket.ticket_id);
    expect(seen.remaining_tokens).toBe(10_000 - tokens);
    expect(seen).not.toHaveProperty('credential');
    const contract = await readContract(exchange, key, ticket.contract_id);
    expect(contract).toMatchObject({ remaining: 10_000 - tokens, order_id: ticket.order_id });
    expect(await deliveriesOf(exchange, maker)).toMatchObject([
      { contract_id: ticket.contract_id, remaining: 10_000 - tokens },
    ]);
    const owed = await exchange.records.ledger.sellerPayableScale8(maker.sellerId);
    expect(owed).toBe(BigInt(tokens) * 100n);
    expect(parseScale8(fill.cost)).toBe(owed);
    expect(await exchange.records.trades.countDocuments({ sellerId: maker.sellerId })).toBe(1);
    const orders = await exchange.send('GET', `/market/v1/orders?q=${ticket.ticket_id}`, as(key));
    expect(orders.body.orders).toMatchObject([{ order_id: ticket.order_id, status: 'filled' }]);
  });

  it('is redeemed by a stream', async () => {
    const { model, ticket } = await ticketOn(10_000);
    const redeemed = await exchange.stream(ticket.credential, { model });
    expect(redeemed.done).toBe(true);
    expect(redeemed.chunks.at(-1).fill.contract_id).toBe(ticket.contract_id);
  });

  it('is never overdrawn by parallel redemptions, and can be redeemed to its last token', async () => {
    const { model, key, ticket } = await ticketOn(1_000);
    const redemptions = await Promise.all(
      Array.from({ length: 30 }, () => exchange.chat(ticket.credential, { model, max_tokens: 80 })),
    );
    for (const redemption of redemptions.filter(({ status }) => status !== 200)) {
      expect(redemption).toMatchObject({ status: 402, body: { code: 'contract_exhausted' } });
    }
    const used = redemptions.reduce((sum, { body }) => sum + (body.fill?.tokens ?? 0), 0);
    const after = await readTicket(exchange, key, ticket.ticket_id);
    expect(after.remaining_tokens).toBe(1_000 - used);
    for (let left = after.remaining_tokens; left >= 40;) {
      const redemption = await exchange.chat(ticket.credential, { model, max_tokens: 20 });
      expect(redemption.status).toBe(200);
      left -= redemption.body.fill.tokens;
    }
    const refused = await exchange.chat(ticket.credential, { model, max_tokens: 5_000 });
    expect(refused).toMatchObject({ status: 402, body: { error: { code: 'contract_exhausted' } } });
    expect(await exchange.account(key)).toMatchObject({ balance: '0.999', reserved: '0' });
  });

  it('is one under its Idempotency-Key, credential included; another request is refused', async () => {
    const { model, key } = await market(50_000);
    const idempotencyKey = randomUUID();
    const terms = { model, quantity_tokens: 1_000 };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => buyTicket(exchange, key, terms, idempotencyKey)),
    );
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await exchange.account(key)).toMatchObject({ balance: '0.999' });
    const other = { ...terms, quantity_tokens: 2_000 };
    expect((await buyTicket(exchange, key, other, idempotencyKey)).status).toBe(422);
    const redeemed = await exchange.chat(answers[0]!.body.credential, { model });
    expect(redeemed.status).toBe(200);
  });

  it('is refused where no single ask will do, and where the money is short', async () => {
    const { model, key } = await market(4_000, 4_000);
    const refusal = async (ticket: object) => {
      const answer = await buyTicket(exchange, key, { model, quantity_tokens: 1_000, ...ticket });
      return [answer.status, answer.body.error.code];
    };
    expect(await refusal({ quantity_tokens: 5_000 })).toEqual([404, 'no_match']);
    expect(await refusal({ max_price: '0.0009' })).toEqual([402, 'no_fill_at_limit']);
    expect(await refusal({ region: 'apac' })).toEqual([404, 'no_match']);
    expect(await refusal({ ttl_seconds: 59 })).toEqual([400, 'invalid_request']);
    expect(await refusal({ tenor: '1h', ttl_seconds: 60 })).toEqual([400, 'invalid_request']);
    expect(await refusal({ contract_id: randomUUID() })).toEqual([400, 'invalid_request']);
    const poor = await exchange.buyer('0.0001');
    const broke = await buyTicket(exchange, poor.key, { model, quantity_tokens: 1_000 });
    expect([broke.status, broke.body.code]).toEqual([402, 'insufficient_balance']);
  });

  it('says why it cannot be redeemed', async () => {
    const { model, maker, key, ticket } = await ticketOn(10_000);
    const refusal = async (credential: string, body: object = {}) => {
      const answer = await exchange.chat(credential, { model, ...body });
      return [answer.status, answer.body.code];
    };
    expect(await refusal(ticket.credential, { model: 'another' })).toEqual([400, 'invalid_model']);
    expect(await refusal(ticket.credential, { region: 'apac' })).toEqual([400, 'invalid_region']);
    await exchange.send('POST', `/market/v1/sellers/${maker.sellerId}/asks`, {
      headers: { 'x-seller-api-key': maker.apiKey },
      body: { model_id: model, price: '0.001', capacity: 10_000, tenor: '1d' },
    });
    const forward = await buyTicket(exchange, key, { model, tenor: '1d' });
    expect(forward.body).toMatchObject({ status: 'active' });
    expect(await refusal(forward.body.credential)).toEqual([409, 'contract_pending']);
    const past = { endsAt: new Date(Date.now() - 1) };
    await exchange.records.lots.updateMany({ contractId: ticket.contract_id }, { $set: past });
    await exchange.records.contracts.updateOne({ _id: ticket.contract_id }, { $set: past });
    expect(await refusal(ticket.credential)).toEqual([410, 'contract_expired']);
    expect(await readTicket(exchange, key, ticket.ticket_id)).toMatchObject({ status: 'expired' });
    expect((await deliveriesOf(exchange, maker)).map((row) => row.contract_id)).toEqual([
      forward.body.contract_id,
    ]);
  });

  it('is issued anew for a contract that is held: the old credential is dead', async () => {
    const { model, key } = await market(5_000, 5_000);
    const { body: order } = await placeOrder(exchange, key, { model_id: model });
    const issue = (who: string) =>
      exchange.send('POST', '/buyer/v1/tickets', {
        ...as(who),
        body: { contract_id: order.contract_id },
      });
    const [first, second] = [await issue(key), await issue(key)];
    expect(second.body.ticket_id).toBe(first.body.ticket_id);
    expect((await exchange.chat(first.body.credential, { model })).status).toBe(401);
    const redeemed = await exchange.chat(second.body.credential, { model, max_tokens: 5_500 });
    expect(redeemed.body.code).toBe('contract_exhausted');
    expect((await exchange.chat(second.body.credential, { model })).status).toBe(200);
    const stranger = await exchange.buyer('1');
    expect((await issue(stranger.key)).status).toBe(403);
    const seen = await exchange.send(
      'GET',
      `/buyer/v1/tickets/${first.body.ticket_id}`,
      as(stranger.key),
    );
    expect(seen.status).toBe(403);
    const account = await exchange.send('GET', '/market/v1/account', as(second.body.credential));
    expect(account.status).toBe(401);
    expect(await readContract(exchange, key, order.contract_id)).toMatchObject({
      ticket_id: first.body.ticket_id,
    });
  });
});

/** What a seller is probed with before it defaults. */
function expectTwoProbes({ probes, requests, sellerId }: TestSeller, model: string) {
  expect(probes).toHaveLength(2);
  const [first, second] = probes as [SellerRequest, SellerRequest];
  expect(second.receivedAtMs - first.receivedAtMs).toBeGreaterThanOrEqual(1_000);
  expect(first.receivedAtMs).toBeGreaterThan(requests.at(-1)!.receivedAtMs);
  for (const { headers, body, idempotencyKey } of probes) {
    expect(headers).toMatchObject({
      'x-tokenbook-probe': '1',
      'webhook-id': `${idempotencyKey}.${sellerId}`,
      'webhook-signature': expect.stringMatching(/^v1a,/),
    });
    expect(body).toEqual({
      model,
      messages: [{ role: 'user', content: expect.any(String) }],
      max_tokens: 16,
    });
  }
  expect(first.idempotencyKey).not.toBe(second.idempotencyKey);
}

describe('a bound seller keeps its lot', () => {
  const expectKept = async ({ key, ticket }: Awaited<ReturnType<typeof ticketOn>>) => {
    const lot = await exchange.records.lots.findOne({ contractId: ticket.contract_id });
    expect(lot).toMatchObject({ status: 'open', remainingTokens: 10_000, reservedTokens: 0 });
    expect(await exchange.account(key)).toMatchObject({ balance: '0.99', reserved: '0' });
  };
  const kept = { status: 502, body: { code: 'seller_unreachable' } };

  it.concurrent.each([
    ['500', BEHAVIOURS.error500()],
    ['what is no completion', BEHAVIOURS.notJson()],
    ['404, as to a model unknown', BEHAVIOURS.status({ status: 404 })],
    ['a lost connection', BEHAVIOURS.resetAfterBody()],
  ])('that answers %s to one request and serves our probe', async (_what, broken) => {
    const place = await ticketOn(10_000);
    const { maker, model, ticket } = place;
    maker.setBehaviour(BEHAVIOURS.probed(BEHAVIOURS.normal(), broken));
    const refused = await exchange.chat(ticket.credential, { model });
    expect(refused).toMatchObject({ ...kept, headers: { 'x-should-retry': 'false' } });
    expect([maker.requests.length, maker.probes.length]).toEqual([3, 1]);
    await expectKept(place);
    maker.setBehaviour('normal');
    expect((await exchange.chat(ticket.credential, { model })).status).toBe(200);
  });

  it.concurrent('whose second probe is answered', async () => {
    const place = await ticketOn(10_000);
    const { maker, model, ticket } = place;
    const probes = BEHAVIOURS.inTurn(BEHAVIOURS.error500(), BEHAVIOURS.normal());
    maker.setBehaviour(BEHAVIOURS.probed(probes, BEHAVIOURS.error500()));
    expect(await exchange.chat(ticket.credential, { model })).toMatchObject(kept);
    expect(maker.probes).toHaveLength(2);
    await expectKept(place);
  });

  it.concurrent.each([true, false])(
    'that throttles, for however long it says (stream: %s)',
    async (stream) => {
      const place = await ticketOn(10_000);
      const { maker, model, ticket } = place;
      maker.setBehaviour(BEHAVIOURS.throttled({ retryAfter: '600' }));
      const send = stream ? exchange.stream.bind(exchange) : exchange.chat.bind(exchange);
      expect(await send(ticket.credential, { model })).toMatchObject(kept);
      expect([maker.requests.length, maker.probes.length]).toEqual([1, 0]);
      await expectKept(place);
    },
  );

  it.concurrent.each([1, 2])(
    'that fails %i times and then throttles: too few failures, and it is not probed for them',
    async (failures) => {
      const place = await ticketOn(10_000);
      const { maker, model, ticket } = place;
      const broken = Array.from({ length: failures }, () => BEHAVIOURS.error500());
      const throttled = BEHAVIOURS.throttled({ retryAfter: '600' });
      maker.setBehaviour(BEHAVIOURS.inTurn(...broken, throttled));
      expect(await exchange.chat(ticket.credential, { model })).toMatchObject(kept);
      expect([maker.requests.length, maker.probes.length]).toEqual([failures + 1, 0]);
      await expectKept(place);
    },
  );

  it.concurrent('that throttles between failures: they do not count for each other', async () => {
    const place = await ticketOn(10_000);
    const { maker, model, ticket } = place;
    const busy = BEHAVIOURS.throttled({ retryAfter: '0' });
    const broken = BEHAVIOURS.error500();
    maker.setBehaviour(BEHAVIOURS.inTurn(broken, busy, broken, busy, BEHAVIOURS.normal()));
    expect((await exchange.chat(ticket.credential, { model })).status).toBe(200);
    expect([maker.requests.length, maker.probes.length]).toEqual([5, 0]);
  });
});

describe('a bound seller that fails', () => {
  it('defaults after three attempts: the rest is refunded, and no client tries again', async () => {
    const { model, maker, key, ticket } = await ticketOn(10_000);
    const good = await exchange.chat(ticket.credential, { model });
    maker.setBehaviour(BEHAVIOURS.status({ status: 500 }));
    const failed = await exchange.chat(ticket.credential, { model });
    expect(failed).toMatchObject({
      status: 409,
      body: { code: 'seller_default', error: { type: 'seller_error' } },
      headers: { 'x-should-retry': 'false' },
    });
    expect(maker.requests).toHaveLength(4);
    expectTwoProbes(maker, model);
    expect(new Set(maker.requests.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(2);
    const spent = parseScale8(good.body.fill.cost)!;
    const { balance } = await exchange.account(key);
    expect(parseScale8(balance)).toBe(100_000_000n - spent);
    expect(await readTicket(exchange, key, ticket.ticket_id)).toMatchObject({
      status: 'defaulted',
      remaining_tokens: 0,
    });
    expect(await deliveriesOf(exchange, maker)).toEqual([]);
    const refunds = await exchange.admin('GET', `/sellers/${maker.sellerId}/refunds`);
    expect(refunds.body).toMatchObject({
      refunds: [
        {
          contract_id: ticket.contract_id,
          model_id: model,
          status: 'defaulted',
          refunded_tokens: 1e4 - good.body.fill.tokens,
          amount: formatScale8(1000000n - spent),
          reason: expect.stringContaining('seller'),
        },
      ],
      has_more: false,
    });
    const { body: ended } = await exchange.send('GET', '/seller/v1/deliveries?ended=true', {
      headers: { 'x-seller-api-key': maker.apiKey },
    });
    const failure = { state: 'failed', detail: expect.stringContaining('500') };
    expect(ended.deliveries).toMatchObject([
      {
        status: 'defaulted',
        refund_reason: expect.stringContaining('in all its attempts'),
        default_evidence: { attempts: [failure, failure, failure] },
      },
    ]);
    const evidence = ended.deliveries[0].default_evidence;
    expect(evidence.failed_probes.map(({ probe_id }: any) => probe_id).toReversed()).toEqual(
      maker.probes.map(({ idempotencyKey }) => idempotencyKey),
    );
    const operator = await exchange.admin('GET', `/orders/${ended.deliveries[0].lot_id}`);
    const { request_id: fill_id, ...kept } = evidence;
    expect(operator.body.draws).toContainEqual(expect.objectContaining({ fill_id, ...kept }));
    const again = await exchange.chat(ticket.credential, { model });
    expect(again.body.code).toBe('seller_default');
    const closed = { status: 'defaulted' } as const;
    expect(
      await exchange.records.lots.countDocuments({ contractId: ticket.contract_id, ...closed }),
    ).toBe(1);
  });

  it('lets the request go on with the next lot of the contract', async () => {
    const { model, makers, key } = await market(5_000, 5_000);
    const { body: order } = await placeOrder(exchange, key, { model_id: model });
    const { body: ticket } = await exchange.send('POST', '/buyer/v1/tickets', {
      ...as(key),
      body: { contract_id: order.contract_id },
    });
    makers[0]!.setBehaviour(BEHAVIOURS.resetBeforeHeaders());
    const redeemed = await exchange.chat(ticket.credential, { model });
    expect(redeemed.status).toBe(200);
    const contract = await readContract(exchange, key, order.contract_id);
    expect(contract.lots.map((lot: any) => lot.status).sort()).toEqual(['active', 'defaulted']);
    expect(contract).toMatchObject({
      status: 'active',
      remaining: 5_000 - redeemed.body.fill.tokens,
    });
  });
});

describe('the operator', () => {
  it('reads all details of a ticket, and what its seller owes', async () => {
    const { model, maker, key, ticket } = await ticketOn(10_000);
    const redeemed = await exchange.chat(ticket.credential, { model });
    const { tokens, cost } = redeemed.body.fill;
    const details = (await exchange.admin('GET', `/orders/${ticket.order_id}`)).body;
    expect(details).toMatchObject({
      kind: 'capacity',
      status: 'filled',
      lots: [
        { drawn: tokens, earned: cost, escrow: expect.any(String), seller_id: maker.sellerId },
      ],
      draws: [{ fill_id: redeemed.body.fill.fill_id, used: tokens, cost }],
    });
    expect(details.journals.map((journal: any) => journal.kind)).toEqual(['escrow', 'draw']);
    const { lot_id: lotId } = details.lots[0];
    const byLot = await exchange.admin('GET', `/orders/${lotId}`);
    expect(byLot.body).toEqual({ ...details, lot_id: lotId });
    const seller = (await exchange.admin('GET', `/sellers/${maker.sellerId}`)).body;
    expect(seller).toMatchObject({
      payable: cost,
      obligations: { tokens: 10_000 - tokens, lots: 1 },
    });
    const chat = (await exchange.admin('GET', `/orders/${redeemed.body.fill.fill_id}`)).body;
    expect(chat).toMatchObject({ kind: 'chat', contract_id: ticket.contract_id });
    expect((await exchange.account(key)).reserved).toBe('0');
  });
});
