/** The operator's search of orders and journals, the overview, and the history of an order. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Client, Connection } from '@temporalio/client';
import { v7 as uuidV7 } from 'uuid';
import { SCANNED_PER_PAGE, pagesOf, searchById } from '../../records/queries/bounded-search';
import { FOUND_MAX } from '../../records/queries/search-everything';
import { buyTicket, cancelOrder, placeOrder } from '../contracts/market';
import { openMarket } from '../e2e/market';
import { type Answer, Exchange } from '../support/exchange';
import { chatBody } from '../support/exchange-client';

const exchange = Exchange.pooledForFile();

const ask = (path: string): Promise<Answer> =>
  exchange.send('GET', `/admin/v1${path}`, { admin: true });

async function every(path: string, items: string): Promise<any[]> {
  const found: any[] = [];
  let cursor = '';
  do {
    const { status, body } = await ask(`${path}${cursor}`);
    expect(status).toBe(200);
    found.push(...body[items]);
    cursor = body.next_cursor === null ? '' : `&cursor=${encodeURIComponent(body.next_cursor)}`;
  } while (cursor !== '');
  return found;
}

const idsOf = (orders: readonly any[]) => orders.map(({ order_id: id }) => id);

describe('orders', () => {
  test('by account, seller, instrument, kind, state and age, each once over all pages', async () => {
    const { key, model, accountId, seller } = await openMarket(exchange, { price: '0.001' });
    for (let at = 0; at < 3; at += 1) await exchange.chat(key, { model });
    const resting = await placeOrder(exchange, key, { model_id: model, price: '0.0001' });
    const { body: ticket } = await buyTicket(exchange, key, { model });
    const orders = await every(`/orders?account_id=${accountId}&limit=2`, 'orders');
    expect(orders).toHaveLength(5);
    expect(idsOf(orders)).toEqual(idsOf(orders).sort().reverse());
    const ofAccount = (query: string) =>
      every(`/orders?account_id=${accountId}&limit=2&${query}`, 'orders');
    expect(idsOf(await ofAccount('sort=oldest'))).toEqual(idsOf(orders).reverse());
    expect(await ofAccount('kind=chat')).toHaveLength(3);
    expect(idsOf(await ofAccount('status=open'))).toEqual([resting.body.order_id]);
    expect(await ofAccount('status=filled&kind=chat')).toHaveLength(3);
    expect(await ofAccount('status=refused')).toEqual([]);
    expect(await ofAccount('older_than=3600')).toEqual([]);
    expect(await ofAccount('older_than=0')).toHaveLength(5);
    const ofModel = await every(`/orders?model_id=${model}&limit=2`, 'orders');
    expect(idsOf(ofModel)).toEqual(idsOf(orders));
    const ofSeller = await every(`/orders?seller_id=${seller.sellerId}&limit=2`, 'orders');
    expect(idsOf(ofSeller).sort()).toEqual(
      idsOf(orders)
        .filter((id) => id !== resting.body.order_id)
        .sort(),
    );
    expect(orders.find(({ order_id: id }) => id === ticket.order_id)).toMatchObject({
      kind: 'capacity',
      status: 'filled',
      workflow_url: expect.stringContaining('/workflows/'),
    });
    await cancelOrder(exchange, key, resting.body.order_id);
    expect(await ofAccount('status=cancelled')).toHaveLength(1);
  });

  test('an answer has the names of the accounts and sellers that it has by id', async () => {
    const { key, model, accountId, seller } = await openMarket(exchange, {
      account: { name: 'Ada' },
      name: 'North',
      price: '0.001',
    });
    const { fill } = (await exchange.chat(key, { model })).body;
    const both = { [accountId]: 'Ada', [seller.sellerId]: 'North' };
    for (const [path, names] of [
      [`/orders?account_id=${accountId}`, { [accountId]: 'Ada' }],
      [`/orders/${fill.fill_id}`, both],
      [`/journals?account=buyer:${accountId}`, both],
      [`/audit?target=${accountId}`, { [accountId]: 'Ada' }],
    ] as const) {
      const { body } = await ask(path);
      expect([path, body.names]).toEqual([path, names]);
    }
  });

  test.each([
    ['status=gone', 'status'],
    ['kind=other', 'kind'],
    ['older_than=-1', 'older_than'],
    ['older_than=315360001', 'older_than'],
    ['sort=random', 'sort'],
    ['limit=101', 'limit'],
  ])('%s is refused', async (query, param) => {
    expect(await ask(`/orders?${query}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', param },
    });
    expect((await ask('/orders?older_than=315360000')).status).toBe(200);
  });

  test('by the id of a request, which its buyer chose or the exchange made', async () => {
    const { key, model } = await openMarket(exchange, { price: '0.001' });
    const chosen = 'a'.repeat(128);
    const headers = { authorization: `Bearer ${key}` };
    const given = await exchange.send('POST', '/v1/chat/completions', {
      headers: { ...headers, 'x-request-id': chosen },
      body: chatBody({ model }),
    });
    const made = await exchange.send('POST', '/v1/chat/completions', {
      headers,
      body: chatBody({ model }),
    });
    for (const { body, headers: answered } of [given, made]) {
      const found = await every(`/orders?request_id=${String(answered['x-request-id'])}`, 'orders');
      expect(found).toHaveLength(1);
      expect(found[0].model_id).toBe(model);
      expect(body.fill).toBeDefined();
    }
    expect(given.headers['x-request-id']).toBe(chosen);
    expect(await ask(`/orders?request_id=${'a'.repeat(129)}`)).toMatchObject({ status: 400 });
  });

  test('a cursor is good for its filters alone', async () => {
    const { key, model, accountId } = await openMarket(exchange);
    for (let at = 0; at < 2; at += 1) await exchange.chat(key, { model });
    const { body } = await ask(`/orders?account_id=${accountId}&limit=1`);
    const other = `/orders?limit=1&cursor=${encodeURIComponent(body.next_cursor)}`;
    expect(await ask(other)).toMatchObject({ status: 400, body: { param: 'cursor' } });
  });
});

test('a filter without an index scans a limited number of documents and then goes on', async () => {
  const { openings } = exchange.records;
  const actor = randomUUID();
  const ids = Array.from({ length: SCANNED_PER_PAGE + 1 }, () => uuidV7()).sort();
  const rest = { address: null, requestId: actor, at: new Date() };
  await openings.insertMany(
    ids.map((_id, at) => ({ _id, orderIds: [], actor: at === 0 ? actor : 'other', ...rest })),
  );
  const indexed = { _id: { $gte: ids[0]!, $lte: ids.at(-1)! } };
  const search = { indexed, rest: { actor }, sorting: 'newest' as const };
  const first = await searchById(pagesOf(openings), { ...search, behindId: null }, 5);
  expect(first).toEqual({ items: [], searchedToId: ids[1] });
  const second = await searchById(
    pagesOf(openings),
    { ...search, behindId: first.searchedToId },
    5,
  );
  expect(second).toMatchObject({ items: [{ _id: ids[0] }], searchedToId: null });
  const all = await searchById(pagesOf(openings), { ...search, rest: {}, behindId: null }, 2);
  expect(all).toMatchObject({ items: [{ _id: ids.at(-1) }, {}], searchedToId: null });
  await openings.deleteMany({ requestId: actor });
});

describe('journals', () => {
  test('by account, order, kind, period and amount, with their lines', async () => {
    const started = new Date().toISOString();
    const { key, model, accountId, seller } = await openMarket(exchange, { price: '0.001' });
    const { fill } = (await exchange.chat(key, { model })).body;
    const of = (query: string) => every(`/journals?limit=1&${query}`, 'journals');
    const kinds = (journals: any[]) => journals.map(({ kind }) => kind);
    const buyer = `account=buyer:${accountId}`;
    expect(kinds(await of(buyer))).toEqual(['capture', 'hold', 'deposit']);
    expect(kinds(await of(`account=seller:${seller.sellerId}`))).toEqual(['capture']);
    expect(kinds(await of(`${buyer}&kind=hold`))).toEqual(['hold']);
    const order = (await ask(`/orders/${fill.fill_id}`)).body;
    const ofOrder = await of(`order_id=${order.order_id}`);
    expect(kinds(ofOrder)).toEqual(['capture', 'hold']);
    expect(ofOrder[0]).toMatchObject({ fill_id: fill.fill_id, seller_id: seller.sellerId });
    expect(ofOrder[0].lines).toContainEqual({
      account: `buyer:${accountId}`,
      phase: 'posted',
      side: 'debit',
      amount: fill.cost,
    });
    const exact = `amount_min=${fill.cost}&amount_max=${fill.cost}`;
    expect(kinds(await of(`${buyer}&kind=capture&${exact}`))).toEqual(['capture']);
    expect(await of(`${buyer}&amount_min=1000000`)).toEqual([]);
    expect(kinds(await of(`${buyer}&from=${started}`))).toHaveLength(3);
    expect(await of(`${buyer}&to=${started}`)).toEqual([]);
    const fees = await of(`account=platform:cash&from=${started}`);
    expect(fees.some(({ account_id: id }) => id === accountId)).toBe(true);
  });

  test.each([
    ['account=buyer:x', 'account'],
    ['account=platform:other', 'account'],
    ['kind=gift', 'kind'],
    ['from=yesterday', 'from'],
    ['from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z', 'to'],
    ['amount_min=-1', 'amount_min'],
    ['amount_min=2&amount_max=1', 'amount_max'],
  ])('%s is refused', async (query, param) => {
    expect(await ask(`/journals?${query}`)).toMatchObject({ status: 400, body: { param } });
  });
});

test('the overview counts orders by state and age, and names halted books', async () => {
  const { key, model } = await openMarket(exchange);
  await exchange.chat(key, { model });
  const resting = await placeOrder(exchange, key, { model_id: model, price: '0.0001' });
  await exchange.admin('PATCH', `/books/${model}`, { halted: true, reason: 'test' });
  const { status, body } = await ask('/overview');
  expect(status).toBe(200);
  expect(body).toMatchObject({ ready: true, checks: { mongodb: 'ok' }, judging: 'active' });
  const [chats, capacity] = body.orders;
  expect(chats.recent.find((one: any) => one.status === 'filled').count).toBeGreaterThan(0);
  expect(capacity).toMatchObject({ kind: 'capacity', oldest_open_at: expect.any(String) });
  const open = capacity.open_by_age.reduce((sum: number, { count }: any) => sum + count, 0);
  expect(open).toBeGreaterThan(0);
  expect(body.halts).toContainEqual(expect.objectContaining({ model_id: model, reason: 'test' }));
  expect(body.gateways.length).toBeGreaterThan(0);
  await exchange.admin('PATCH', `/books/${model}`, { halted: false });
  await cancelOrder(exchange, key, resting.body.order_id);
});

test('the overview links to lists of workflows that Temporal knows, none with the runs of the maintenance', async () => {
  const views = (await ask('/overview')).body.workflow_views;
  expect(views.length).toBeGreaterThan(0);
  const { temporalAddress: address, TEMPORAL_NAMESPACE: namespace } = exchange.settings;
  const connection = await Connection.connect({ address });
  const { workflow } = new Client({ connection, namespace });
  const runbook = readFileSync('docs/operate/runbook.md', 'utf8');
  for (const { title, query, url } of views) {
    expect(new URL(url).searchParams.get('query')).toBe(query);
    expect(runbook).toContain(`| ${title} | \`${query}\``);
    const { count } = await workflow.count(`(${query}) AND WorkflowType = "upkeep"`);
    expect([title, count]).toEqual([title, 0]);
  }
  await connection.close();
});

test('the history of a chat, from its arrival to its settlement', async () => {
  const { key, model } = await openMarket(exchange, { price: '0.001' });
  const { fill } = (await exchange.chat(key, { model })).body;
  const { history, fills } = (await ask(`/orders/${fill.fill_id}`)).body;
  const events = history.map(({ event }: any) => event);
  expect(new Set(events)).toEqual(
    new Set([
      'received',
      'reserved',
      'attempt_started',
      'attempt_ended',
      'settled',
      'journal',
      'ended',
    ]),
  );
  expect(events.slice(0, 2)).toEqual(['received', 'reserved']);
  // The first attempt is reserved with the fill; the clocks of both may differ by a millisecond.
  expect(events.slice(2, 4).toSorted()).toEqual(['attempt_started', 'journal']);
  const times = history.map(({ at }: any) => at);
  expect(times).toEqual([...times].sort());
  expect(fills[0].hold).toMatchObject({ status: 'captured', captured: fill.cost });
});

describe('one search finds', () => {
  const search = async (q: string) => {
    const { status, body } = await ask(`/search?q=${encodeURIComponent(q)}`);
    expect([q, status]).toEqual([q, 200]);
    return body;
  };

  test('accounts, sellers, keys and instruments by the beginning of their names in any case', async () => {
    const name = `Größe-${randomUUID()}`;
    const model = `search-${randomUUID()}`;
    const { accountId, seller } = await openMarket(exchange, { model, name, account: { name } });
    await exchange.admin('POST', `/accounts/${accountId}/keys`, { label: `${name} laptop` });
    const { found, names } = await search(name.slice(0, 20).toUpperCase());
    expect(found).toMatchObject([
      { kind: 'account', id: accountId, title: name },
      { kind: 'seller', id: seller.sellerId, title: name, status: 'Active' },
      { kind: 'key', title: `${name} laptop`, account_id: accountId },
    ]);
    expect(names).toEqual({ [accountId]: name });
    expect((await search(model.slice(0, 20).toUpperCase())).found).toMatchObject([
      { kind: 'instrument', id: model },
    ]);
  });

  test('an order, contract, ticket, lot or fill by its id, and orders by their x-request-id', async () => {
    const { key, model, accountId } = await openMarket(exchange, { price: '0.001' });
    const chat = await exchange.chat(key, { model });
    const { body: ticket } = await buyTicket(exchange, key, { model });
    const [lot] = await exchange.records.lots.find({ contractId: ticket.contract_id }).toArray();
    const { order_id: orderId } = (await ask(`/orders/${chat.body.fill.fill_id}`)).body;
    const of = { title: model, account_id: accountId };
    for (const [q, first] of [
      [accountId, { kind: 'account', id: accountId }],
      [orderId, { ...of, kind: 'order', id: orderId, status: 'filled' }],
      [chat.body.fill.fill_id, { ...of, kind: 'fill' }],
      [ticket.contract_id, { ...of, kind: 'contract' }],
      [ticket.ticket_id, { kind: 'ticket', account_id: accountId }],
      [lot!._id, { ...of, kind: 'lot', status: 'open' }],
      [String(chat.headers['x-request-id']), { ...of, kind: 'order', id: orderId }],
    ] as const) {
      const { found } = await search(q);
      expect([q, found]).toMatchObject([q, [first]]);
    }
    const byHead = (await search(orderId.slice(0, 13).toUpperCase())).found;
    expect(byHead.map(({ id }: any) => id)).toContain(orderId);
    const requestId = `mine-${randomUUID()}`;
    const headers = { authorization: `Bearer ${key}`, 'x-request-id': requestId };
    const body = chatBody({ model });
    await exchange.send('POST', '/v1/chat/completions', { headers, body });
    expect((await search(requestId)).found).toMatchObject([{ kind: 'order', title: model }]);
    expect((await search(randomUUID())).found).toEqual([]);
  });

  test('at most a few of each kind', async () => {
    const name = `Many-${randomUUID()}`;
    const opened = Array.from({ length: FOUND_MAX + 1 }, () => exchange.buyer('0', { name }));
    await Promise.all(opened);
    expect((await search(name)).found).toHaveLength(FOUND_MAX);
    expect(await ask('/search')).toMatchObject({ status: 400, body: { param: 'q' } });
  });
});

test('accounts and sellers by a part of their name in any case, or by their id', async () => {
  const name = `Zebra-${randomUUID()}`;
  const { accountId } = await exchange.buyer('0', { name });
  const { sellerId } = await exchange.seller('normal', { name });
  for (const q of [name.slice(2).toUpperCase(), accountId]) {
    const found = await every(`/accounts?limit=1&q=${q}`, 'accounts');
    expect(found).toMatchObject([{ account_id: accountId, name }]);
  }
  for (const q of [name.slice(2).toUpperCase(), sellerId]) {
    const found = await every(`/sellers?limit=1&q=${q}`, 'sellers');
    expect(found).toMatchObject([{ seller_id: sellerId }]);
  }
  expect((await ask(`/accounts?q=${randomUUID()}x`)).body.accounts).toEqual([]);
});
