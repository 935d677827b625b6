/** The operator's surface (ACCESS-5). */
import { randomUUID } from 'node:crypto';
import { type Answer, Exchange } from '../support/exchange';
import { openMarket } from '../e2e/market';
import { until } from '../support/wait';

const exchange = Exchange.pooledForFile();

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** Asked as the operator, whatever the answer. */
const ask = (method: Method, path: string, body?: unknown): Promise<Answer> =>
  exchange.send(method, `/admin/v1${path}`, {
    admin: true,
    ...(body === undefined ? {} : { body }),
  });

describe('the token', () => {
  test.each([{}, { authorization: 'Bearer wrong' }, { authorization: 'Basic x' }])(
    'with %j every route is 401',
    async (headers: Record<string, string>) => {
      for (const path of ['/accounts', '/sellers', '/orders/x', '/reconciliation', '/nowhere']) {
        const authorization = headers['authorization'] ?? '';
        const answer = await exchange.send('GET', `/admin/v1${path}`, {
          admin: true,
          headers: { authorization },
        });
        expect(answer).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
      }
    },
  );

  test('health and metrics need none; only life and readiness are on the public port too', async () => {
    for (const path of ['/livez', '/readyz', '/metrics']) {
      const answer = await exchange.send('GET', path, {
        admin: true,
        headers: { authorization: '' },
      });
      expect(answer.status).toBe(200);
    }
    expect((await exchange.send('GET', '/metrics')).status).toBe(404);
    expect((await exchange.send('GET', '/livez')).body).toEqual({ status: 'ok' });
    // For load balancers, without the reasons.
    const asked = await exchange.send('GET', '/readyz');
    expect([asked.status, asked.body]).toEqual([200, { status: 'ready' }]);
    expect((await ask('GET', '/nowhere')).body.code).toBe('not_found');
    expect((await ask('DELETE', '/accounts')).body.code).toBe('method_not_allowed');
    const metrics = await exchange.send('GET', '/metrics', { admin: true });
    expect(metrics.body).toContain('tokenbook_http_request_duration_seconds_count');
  });
});

describe('accounts', () => {
  test('create, show, update', async () => {
    const created = await ask('POST', '/accounts', {
      name: 'Ada',
      owner: 'house',
      price_ceiling: '0.5',
    });
    expect(created).toMatchObject({
      status: 200,
      body: { name: 'Ada', owner: 'house', price_ceiling: '0.5' },
    });
    const path = `/accounts/${created.body.account_id}`;
    expect((await ask('GET', path)).body).toMatchObject({
      ...created.body,
      balance: '0',
      keys: [],
    });
    const updated = await ask('PATCH', path, { owner: null, price_ceiling: null });
    expect(updated.body).toMatchObject({ name: 'Ada', owner: null, price_ceiling: null });
    expect((await ask('PATCH', path, { name: 'Bea' })).body).toMatchObject({ name: 'Bea' });
  });

  test.each<[string, object, string, string]>([
    ['', {}, 'invalid_request', 'name'],
    ['', { name: ' ' }, 'invalid_request', 'name'],
    ['', { name: 'a', price_ceiling: 1 }, 'invalid_price', 'price_ceiling'],
    ['', { name: 'a', price_ceiling: '0' }, 'invalid_price', 'price_ceiling'],
    ['', { name: 'a', balance: '5' }, 'invalid_request', 'balance'],
    ['/deposits', { reference: 'r' }, 'invalid_request', 'amount'],
    ['/deposits', { reference: 'r', amount: 5 }, 'invalid_request', 'amount'],
    ['/deposits', { reference: 'r', amount: '0' }, 'invalid_request', 'amount'],
    ['/deposits', { reference: 'r', amount: '-5' }, 'invalid_request', 'amount'],
    ['/deposits', { reference: 'r', amount: '0.000000001' }, 'invalid_request', 'amount'],
    ['/deposits', { reference: 'r', amount: '90000000001' }, 'invalid_request', 'amount'],
    ['/deposits', { amount: '1' }, 'invalid_request', 'reference'],
    [
      '/keys',
      { quotas: { chat: { limit: 0, window_seconds: 1 } } },
      'invalid_request',
      'quotas.chat.limit',
    ],
    ['/keys', { quotas: { asks: {} } }, 'invalid_request', 'quotas.asks'],
  ])('POST %s %j is refused', async (path, body, code, param) => {
    const account = path === '' ? '' : `/${(await exchange.buyer('0')).accountId}`;
    expect(await ask('POST', `/accounts${account}${path}`, body)).toMatchObject({
      status: 400,
      body: { code, param },
    });
  });

  test('an unknown account is 404 on every route', async () => {
    const path = `/accounts/${randomUUID()}`;
    const answers = await Promise.all([
      ask('GET', path),
      ask('PATCH', path, { name: 'x' }),
      ask('POST', `${path}/deposits`, { amount: '1', reference: 'r' }),
      ask('POST', `${path}/keys`, {}),
      ask('DELETE', `${path}/keys/${randomUUID()}`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  });

  test('a deposit counts once per reference, also at once; another amount is 422', async () => {
    const { accountId } = await exchange.buyer('0');
    const deposit = (amount: string) =>
      ask('POST', `/accounts/${accountId}/deposits`, { amount, reference: 'wire 1' });
    const answers = await Promise.all(['7.5', '7.5', '7.50', '7.5'].map(deposit));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await ask('GET', `/accounts/${accountId}`)).body.balance).toBe('7.5');
    expect(await deposit('7.6')).toMatchObject({
      status: 422,
      body: { code: 'idempotency_conflict', param: 'reference' },
    });
  });

  test('a list in pages: every account once, newest first; a cursor is good for its list alone', async () => {
    const made = [];
    for (let at = 0; at < 5; at++) made.unshift((await exchange.buyer('0')).accountId);
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await ask('GET', `/accounts?limit=2${cursor}`);
      seen.push(...body.accounts.map((account: { account_id: string }) => account.account_id));
      expect(body.has_more).toBe(body.next_cursor !== null);
      cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`;
    } while (cursor !== '');
    expect(seen.slice(0, 5)).toEqual(made);
    expect(new Set(seen).size).toBe(seen.length);

    const { next_cursor: next } = (await ask('GET', '/accounts?limit=1')).body;
    const flipped = `${next.slice(0, -2)}${next.endsWith('AA') ? 'BB' : 'AA'}`;
    const refused = [
      `/sellers?cursor=${next}`,
      `/accounts?cursor=${flipped}`,
      '/accounts?cursor=x',
      '/accounts?limit=0',
      '/accounts?limit=101',
      '/accounts?limit=ten',
    ];
    for (const path of refused) {
      expect(await ask('GET', path)).toMatchObject({
        status: 400,
        body: { code: 'invalid_request' },
      });
    }
  });

  test('keys are shown once', async () => {
    const { accountId } = await exchange.buyer('0');
    const { body } = await ask('POST', `/accounts/${accountId}/keys`, { label: 'laptop' });
    expect(body).toMatchObject({
      key_id: expect.any(String),
      buyer_key: expect.stringMatching(/^sk-tb_[0-9A-Za-z]{49}$/),
    });
    const shown = (await ask('GET', `/accounts/${accountId}`)).body;
    expect(shown.keys).toContainEqual(expect.objectContaining({ label: 'laptop' }));
    expect(JSON.stringify(shown)).not.toContain(body.buyer_key);
  });
});

describe('sellers', () => {
  test('list, show, and what may be set', async () => {
    const { sellerId } = await exchange.seller();
    const path = `/sellers/${sellerId}`;
    const listed = (await ask('GET', '/sellers?limit=1')).body.sellers;
    expect(listed).toMatchObject([{ seller_id: sellerId, standing: 'Active' }]);
    const set = await ask('PATCH', path, {
      standing: 'Probation',
      reason: 'slow',
      owner: 'house',
      quotas: { asks: { limit: 5, window_seconds: 10 } },
    });
    expect(set.body).toMatchObject({
      standing: 'Probation',
      owner: 'house',
      quotas: { asks: { limit: 5, window_seconds: 10 }, capacity: null },
      payable: '0',
      obligations: { tokens: 0, lots: 0, reserved_tokens: 0 },
    });
    expect(set.body.standing_history.at(-1)).toMatchObject({
      standing: 'Probation',
      reason: 'slow',
      actor: 'operator',
    });
    const cleared = await ask('PATCH', path, { owner: null, quotas: { asks: null } });
    expect(cleared.body).toMatchObject({ owner: null, quotas: { asks: null } });
    expect((await ask('GET', path)).body).toEqual(cleared.body);
  });

  test.each<[object, string]>([
    [{ standing: 'Suspended' }, 'reason'],
    [{ standing: 'Gone', reason: 'x' }, 'standing'],
    [{ standing: 'Banned', reason: 'x'.repeat(501) }, 'reason'],
    [{ quotas: { chat: { limit: 1, window_seconds: 1 } } }, 'quotas.chat'],
    [{ name: 'x' }, 'name'],
  ])('%j is refused', async (body, param) => {
    const { sellerId } = await exchange.seller();
    expect(await ask('PATCH', `/sellers/${sellerId}`, body)).toMatchObject({
      status: 400,
      body: { param },
    });
  });

  test('an unknown seller is 404', async () => {
    const path = `/sellers/${randomUUID()}`;
    expect((await ask('GET', path)).status).toBe(404);
    expect((await ask('PATCH', path, {})).status).toBe(404);
    expect((await ask('POST', `${path}/payouts`, { amount: '1', reference: 'r' })).status).toBe(
      404,
    );
  });
});

describe('after a chat completion', () => {
  test('all details, the payout, and the invariants', async () => {
    const market = await openMarket(exchange, { price: '0.001' });
    const { fill } = (await exchange.chat(market.key, { model: market.model })).body;
    const read = async () => (await ask('GET', `/orders/${fill.fill_id}`)).body;
    await until(async () => (await read()).workflow_id !== null, { what: 'its workflow to start' });
    const details = await read();
    expect(details).toMatchObject({
      status: 'filled',
      account_id: market.accountId,
      model_id: market.model,
      workflow_url: expect.stringContaining(encodeURIComponent(details.workflow_id)),
      fills: [
        {
          fill_id: fill.fill_id,
          status: 'settled',
          cost: fill.cost,
          attempts: [{ number: 1, state: 'delivered' }],
        },
      ],
    });
    const kinds = details.journals.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toEqual(['hold', 'capture']);
    expect((await ask('GET', `/orders/${details.order_id}`)).body).toEqual(details);
    expect((await ask('GET', `/orders/${randomUUID()}`)).status).toBe(404);

    const payout = (amount: string, reference: string) =>
      ask('POST', `/sellers/${market.seller.sellerId}/payouts`, { amount, reference });
    expect((await payout('1', 'too much')).status).toBe(400);
    expect((await payout(fill.cost, 'p')).body.payable).toBe('0');
    expect((await payout(fill.cost, 'p')).body.payable).toBe('0');
    expect((await payout('0.00000001', 'p')).status).toBe(422);

    await exchange.records.reconciliation.deleteMany({}); // those of earlier files
    expect((await ask('GET', '/reconciliation')).body).toEqual({
      as_of: null,
      extent: null,
      duration_ms: null,
      journals: null,
      violations: 0,
      unchecked: 0,
      invariants: [],
      full: null,
    });
    const run = (await ask('POST', '/reconciliation/runs')).body;
    expect(run.violations).toBe(0);
    expect(run.invariants.length).toBeGreaterThanOrEqual(11);
    for (const invariant of run.invariants) {
      expect(invariant).toMatchObject({ status: 'ok', violations: 0, last_run_at: run.as_of });
    }
    expect((await ask('GET', '/reconciliation')).body).toEqual({ ...run, full: null });
  });
});
