/** An Idempotency-Key belongs to who sends it: others may use the same one, and each is answered for itself. */
import { randomUUID } from 'node:crypto';
import { newModel } from '../e2e/market';
import { Exchange, type TestSeller } from '../support/exchange';

const exchange = Exchange.pooledForFile();
let model: string;
let sellers: TestSeller[];
beforeAll(async () => {
  model = newModel();
  const join = () => exchange.seller('normal', { models: [model] });
  sellers = await Promise.all([join(), join()]);
});

async function created(path: string, headers: object, body: object, key: string) {
  const all = { ...headers, 'idempotency-key': key };
  const answer = await exchange.send('POST', path, { headers: all, body });
  expect([answer.status, answer.body]).toEqual([200, expect.anything()]);
  return answer;
}

test.each([
  [
    'asks',
    (seller: TestSeller) => `/market/v1/sellers/${seller.sellerId}/asks`,
    () => ({ model_id: model, price: '0.001', capacity: 100_000 }),
  ],
  [
    'offers',
    () => '/seller/v1/offers',
    () => ({
      model,
      region: 'us-east',
      price_per_million_tokens: '1',
      quantity_tokens: 1e5,
      valid_for_seconds: 600,
    }),
  ],
])('two sellers use one key for their %s', async (_kind, pathOf, body) => {
  const key = randomUUID();
  const send = (seller: TestSeller) =>
    created(pathOf(seller), { 'x-seller-api-key': seller.apiKey }, body(), key);
  const answers = [await send(sellers[0]!), await send(sellers[1]!)];
  expect(answers[0]!.body).not.toEqual(answers[1]!.body);
  expect((await send(sellers[0]!)).body).toEqual(answers[0]!.body);
});

test('two buyers use one key for their tickets, and no cache keeps a credential', async () => {
  const own = newModel();
  const seller = await exchange.seller('normal', { models: [own] });
  await exchange.ask(seller, { price: '0.001', model: own });
  const key = randomUUID();
  const body = { model: own, quantity_tokens: 10_000, max_price: '0.001' };
  const buyers = [await exchange.buyer(), await exchange.buyer()];
  const issue = (buyer: { key: string }) =>
    created('/buyer/v1/tickets', { authorization: `Bearer ${buyer.key}` }, body, key);
  const tickets = [await issue(buyers[0]!), await issue(buyers[1]!)];
  expect(tickets[0]!.body.ticket_id).not.toBe(tickets[1]!.body.ticket_id);
  for (const [at, { accountId }] of buyers.entries()) {
    const { ticket_id: ticketId } = tickets[at]!.body;
    expect(await exchange.records.tickets.countDocuments({ _id: ticketId, accountId })).toBe(1);
    expect(tickets[at]!.headers['cache-control']).toBe('no-store');
  }
  const again = await issue(buyers[0]!);
  expect(again.body).toEqual(tickets[0]!.body);
  expect(again.headers['cache-control']).toBe('no-store');
});

test('an ask that is sent again behind a fill is answered as at first', async () => {
  const own = newModel();
  const seller = await exchange.seller('normal', { models: [own] });
  const path = `/market/v1/sellers/${seller.sellerId}/asks`;
  const body = { model_id: own, price: '0.001', capacity: 100_000 };
  const key = randomUUID();
  const send = () => created(path, { 'x-seller-api-key': seller.apiKey }, body, key);
  const first = await send();
  const buyer = await exchange.buyer();
  expect(await exchange.chat(buyer.key, { model: own })).toMatchObject({ status: 200 });
  expect((await send()).body).toEqual(first.body);
  expect(first.body.remaining).toBe(100_000);
  // As after a gateway that died before it kept the answer.
  const kept = { _id: `asks:${seller.sellerId}:${key}`, response: { $ne: null } };
  const forgotten = await exchange.records.idempotency.updateOne(kept, {
    $set: { response: null },
  });
  expect(forgotten.modifiedCount).toBe(1);
  // The answer that nobody has read states what is left now (MATCH-15).
  expect((await send()).body).toEqual({ ...first.body, remaining: 99_976 });
});
