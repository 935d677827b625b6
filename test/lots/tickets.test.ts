/** What the ticket routes take and refuse: every limit from both sides, other tenants, dead credentials. */
import { randomUUID } from 'node:crypto';
import { as, buyTicket, placeOrder, readContract, readTicket } from '../contracts/market';
import { Exchange, type TestSeller } from '../support/exchange';
import { issueTicket, ticketOn } from './ticket-market';

const OWN_MODEL = 'ticket-limits';
const QUANTITY_MAX = 1_000_000_000_000;

let exchange: Exchange;
let seller: TestSeller;
let key: string;
beforeAll(async () => {
  exchange = await Exchange.pooled();
  seller = await exchange.seller('normal', { models: [OWN_MODEL], regions: ['eu-west'] });
  await exchange.ask(seller, { model: OWN_MODEL, price: '0.00000001', capacity: QUANTITY_MAX });
  ({ key } = await exchange.buyer('100000'));
});
afterAll(() => exchange.stop());

const outcome = async (ticket: object, who = key) => {
  const { status, body } = await buyTicket(exchange, who, { model: OWN_MODEL, ...ticket });
  return status === 200 ? 200 : [status, body.code, body.error.param];
};

test.each([
  [{ quantity_tokens: 1 }, 200],
  [{ quantity_tokens: 0 }, [400, 'invalid_quantity', 'quantity_tokens']],
  [{ quantity_tokens: 1.5 }, [400, 'invalid_quantity', 'quantity_tokens']],
  [{ quantity_tokens: '10' }, [400, 'invalid_quantity', 'quantity_tokens']],
  [{ quantity_tokens: QUANTITY_MAX + 1 }, [400, 'invalid_quantity', 'quantity_tokens']],
  [{ quantity_tokens: null }, [400, 'invalid_request', 'quantity_tokens']],
  [{ ttl_seconds: 60 }, 200],
  [{ ttl_seconds: 59 }, [400, 'invalid_request', 'ttl_seconds']],
  [{ ttl_seconds: 86_400 }, 200],
  [{ ttl_seconds: 86_401 }, [400, 'invalid_request', 'ttl_seconds']],
  [{ ttl_seconds: 60.5 }, [400, 'invalid_request', 'ttl_seconds']],
  [{ max_price: '0.00000001' }, 200],
  [{ max_price: '0.000000001' }, [400, 'invalid_price', 'max_price']],
  [{ max_price: '0' }, [400, 'invalid_price', 'max_price']],
  [{ max_price: 1 }, [400, 'invalid_price', 'max_price']],
  // price x quantity / 1,000 of 90,000,000,000 at the most
  [{ max_price: '90000000000', quantity_tokens: 1_000 }, 200],
  [
    { max_price: '90000000000', quantity_tokens: 1_001 },
    [400, 'invalid_quantity', 'quantity_tokens'],
  ],
  [{ max_price: '90000000000.00000001' }, [400, 'invalid_price', 'max_price']],
  [{ model: 'a'.repeat(128) }, [404, 'no_match', null]],
  [{ model: 'a'.repeat(129) }, [400, 'invalid_model', 'model']],
  [{ model: null }, [400, 'invalid_request', 'model']],
  [{ region: 'global' }, 200],
  [{ region: 'mars' }, [400, 'invalid_region', 'region']],
  [{ tenor: '1h' }, [404, 'no_match', null]],
  [{ tenor: '2h' }, [400, 'invalid_tenor', 'tenor']],
  [{ tenor: '1h', ttl_seconds: 60 }, [400, 'invalid_request', 'ttl_seconds']],
  [{ contract_id: 'no uuid' }, [400, 'invalid_request', 'contract_id']],
  [{ contract_id: randomUUID() }, [400, 'invalid_request', 'contract_id']],
  [{ unknown_field: 1 }, [400, 'invalid_request', 'unknown_field']],
])('a ticket with %j', async (ticket, expected) => {
  expect(await outcome(ticket)).toEqual(expected);
});

test('a ticket lasts as long as it says, to the millisecond', async () => {
  for (const ttl_seconds of [60, 86_400]) {
    const { body } = await buyTicket(exchange, key, { model: OWN_MODEL, ttl_seconds });
    const lastsMs = Date.parse(body.expires_at) - Date.parse(body.delivery_start);
    expect(lastsMs).toBe(ttl_seconds * 1_000);
  }
});

test("a ticket is never bought of a seller of the account's own owner", async () => {
  const model = `ticket-owner-${randomUUID().slice(0, 8)}`;
  const own = await exchange.seller('normal', { models: [model] });
  const owner = `owner-${model}`;
  await exchange.admin('PATCH', `/sellers/${own.sellerId}`, { owner, reason: 'same company' });
  await exchange.ask(own, { model, price: '0.0001' });
  const buyer = await exchange.buyer('1', { owner });
  expect(await outcome({ model }, buyer.key)).toEqual([404, 'no_match', null]);
  const other = await exchange.seller('normal', { models: [model] });
  await exchange.ask(other, { model, price: '0.0009' });
  const { body } = await buyTicket(exchange, buyer.key, { model });
  const { lots } = await readContract(exchange, buyer.key, body.contract_id);
  expect(lots.map(({ price }: { price: string }) => price)).toEqual(['0.0009']);
});

test('eight credentials asked for at once for one contract: one ticket, and one credential lives', async () => {
  const order = { model_id: OWN_MODEL, quantity: 1_000, price: '0.001' };
  const { contract_id: contractId } = (await placeOrder(exchange, key, order)).body;
  const issued = await Promise.all(
    Array.from({ length: 8 }, () => issueTicket(exchange, key, contractId)),
  );
  expect(issued.map(({ status }) => status)).toEqual(issued.map(() => 200));
  expect(new Set(issued.map(({ body }) => body.ticket_id)).size).toBe(1);
  expect(new Set(issued.map(({ body }) => body.credential)).size).toBe(8);
  const statuses = await Promise.all(
    issued.map(
      async ({ body }) => (await exchange.chat(body.credential, { model: OWN_MODEL })).status,
    ),
  );
  expect(statuses.sort()).toEqual([200, 401, 401, 401, 401, 401, 401, 401]);
});

test('another account has no part in a ticket, and learns nothing of it', async () => {
  const { ticketId, contractId, model, credential } = await ticketOn(exchange, 1_000);
  const stranger = await exchange.buyer('1');
  const get = async (path: string, who: string) => {
    const { status, body } = await exchange.send('GET', path, as(who));
    expect(JSON.stringify(body)).not.toMatch(/remaining|tkt_|contract_id/);
    return status;
  };
  for (const path of [`/buyer/v1/tickets/${ticketId}`, `/market/v1/contracts/${contractId}`]) {
    expect(await get(path, stranger.key)).toBe(403);
    expect(await get(path, credential)).toBe(401); // a credential is for chat alone
    expect(await get(`${path.slice(0, path.lastIndexOf('/'))}/${randomUUID()}`, stranger.key)).toBe(
      404,
    );
  }
  const issued = await issueTicket(exchange, stranger.key, contractId);
  expect([issued.status, issued.body.code]).toEqual([403, 'forbidden']);
  const listed = await exchange.send('GET', '/market/v1/contracts', as(stranger.key));
  expect(listed.body.contracts).toEqual([]);
  const found = await exchange.send('GET', `/market/v1/orders?q=${ticketId}`, as(stranger.key));
  expect(found.body.orders).toEqual([]);
  expect((await exchange.chat(credential, { model })).status).toBe(200);
  const forged = `${credential.slice(0, -7)}${credential.slice(-7).split('').reverse().join('')}`;
  expect((await exchange.chat(forged, { model })).status).toBe(401);
});

test('the credential is told once: by the purchase, and by its repetition under the same key', async () => {
  const idempotencyKey = randomUUID();
  const terms = { model: OWN_MODEL, quantity_tokens: 1_000 };
  const { body, headers } = await buyTicket(exchange, key, terms, idempotencyKey);
  expect(headers['cache-control']).toBe('no-store');
  expect((await buyTicket(exchange, key, terms, idempotencyKey)).body).toEqual(body);
  const { credential, ...shown } = body;
  expect(await readTicket(exchange, key, body.ticket_id)).toEqual(shown);
  const kept = await exchange.records.idempotency.find({}).toArray();
  const tickets = await exchange.records.tickets.find({}).toArray();
  expect(JSON.stringify([kept, tickets])).not.toContain(credential);
});

describe('a revoked key', () => {
  /** A ticket, and the keys of its account by their ids. */
  async function ticketWithKeys() {
    const place = await ticketOn(exchange, 10_000);
    const path = `/accounts/${place.accountId}`;
    const [first] = (await exchange.admin('GET', path)).body.keys;
    const { key_id: otherId, buyer_key: other } = (await exchange.admin('POST', `${path}/keys`, {}))
      .body;
    const revoke = async (keyId: string) =>
      expect((await exchange.admin('DELETE', `${path}/keys/${keyId}`)).status).toBeLessThan(300);
    const redeem = async (credential: string) =>
      (await exchange.chat(credential, { model: place.model })).status;
    return { ...place, firstId: first.key_id as string, otherId, other, revoke, redeem };
  }

  test('ends the credentials that it issued with the answer, and leaves the contract', async () => {
    const ticket = await ticketWithKeys();
    const { contractId, credential, firstId, otherId, other, revoke, redeem } = ticket;
    expect(await redeem(credential)).toBe(200);
    await revoke(firstId);
    expect(await redeem(credential)).toBe(401);
    expect(await readContract(exchange, other, contractId)).toMatchObject({ status: 'active' });
    const { body } = await issueTicket(exchange, other, contractId);
    expect(body.ticket_id).toBe(ticket.ticketId);
    expect(await redeem(body.credential)).toBe(200);
    await revoke(otherId);
    expect(await redeem(body.credential)).toBe(401);
  });

  test('leaves the credential that another key issued for the same ticket', async () => {
    const { contractId, credential, firstId, other, revoke, redeem } = await ticketWithKeys();
    const { body } = await issueTicket(exchange, other, contractId);
    await revoke(firstId);
    expect([await redeem(credential), await redeem(body.credential)]).toEqual([401, 200]);
  });
});
