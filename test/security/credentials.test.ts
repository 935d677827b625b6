/**
 * Every described route under every kind of credential: none, garbage, one of another kind, another
 * tenant's, a suspended seller's, the right one. What is refused says so first, whatever the body
 * is, and tells nothing of what it guards.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { describeSurface } from '../../api/openapi/document';
import { DESCRIBED } from '../../api/openapi/surfaces';
import { KEY_PREFIXES, issueKey } from '../../domain/key-hash';
import { Exchange, type TestSeller } from '../support/exchange';
import { newModel } from '../e2e/market';

interface Operation {
  readonly surface: (typeof DESCRIBED)[number];
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly scheme: 'buyerKey' | 'sellerKey' | null;
}

const OPERATIONS: Operation[] = DESCRIBED.flatMap((surface) =>
  Object.entries(describeSurface(surface).paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, { security: Record<string, unknown>[] }>).map(
      ([method, { security }]) => ({
        surface,
        method: method.toUpperCase() as Operation['method'],
        path,
        scheme: (Object.keys(security[0] ?? {})[0] ?? null) as Operation['scheme'],
      }),
    ),
  ),
);
const named = (operations: readonly Operation[]) =>
  operations.map((one) => [`${one.method} /${one.surface}${one.path}`, one] as const);

const model = newModel();
const exchange = Exchange.pooledForFile();
let owner: TestSeller;
let other: TestSeller;
let suspended: TestSeller;
let buyerKey: string;
let managerKey: string;
let otherBuyerKey: string;
let ids: Readonly<Record<string, string>>;
/** One of the buyer, by `buyer`, and one of each seller, by its id. */
let webhooks: Readonly<Record<string, Webhook>>;

interface Webhook {
  readonly id: string;
  readonly deliveryId: string;
}

beforeAll(async () => {
  [owner, other, suspended] = [
    await exchange.seller('normal', { models: [model], name: 'Owner of the matrix' }),
    await exchange.seller('normal', { models: [model] }),
    await exchange.seller('normal', { models: [model] }),
  ];
  const buyer = await exchange.buyer();
  buyerKey = buyer.key;
  const keys = `/accounts/${buyer.accountId}/keys`;
  managerKey = (await exchange.admin('POST', keys, { kind: 'manage' })).body.buyer_key;
  const { key_id: keyId } = (await exchange.admin('POST', keys, {})).body;
  ({ key: otherBuyerKey } = await exchange.buyer());
  const askId = await exchange.ask(owner, { model, price: '0.001' });
  const ticket = await exchange.send('POST', '/buyer/v1/tickets', {
    body: { model, quantity_tokens: 1_000 },
    headers: { authorization: `Bearer ${buyerKey}` },
  });
  expect(ticket.status).toBe(200);
  const { ticket_id: ticketId, order_id: orderId, contract_id: contractId } = ticket.body;
  const chat = await exchange.chat(buyerKey, { model });
  ids = { keyId, askId, ticketId, orderId, contractId, fillId: String(chat.headers['x-fill-id']) };
  webhooks = {
    buyer: await openWebhook('market', bearer(buyerKey)),
    [owner.sellerId]: await openWebhook('seller', sellerHeader(owner.apiKey)),
    [suspended.sellerId]: await openWebhook('seller', sellerHeader(suspended.apiKey)),
  };
  await exchange.admin('PATCH', `/sellers/${suspended.sellerId}`, {
    standing: 'Suspended',
    reason: 'for the test',
  });
});

/** With one delivery. */
async function openWebhook(surface: string, headers: Record<string, string>): Promise<Webhook> {
  const path = `/${surface}/v1/webhooks`;
  const created = await exchange.send('POST', path, {
    headers,
    body: { url: `${other.url}/events` },
  });
  expect(created.body).toMatchObject({ webhook_id: expect.any(String) });
  const id: string = created.body.webhook_id;
  const sent = await exchange.send('POST', `${path}/${id}/test`, { headers, body: {} });
  return { id, deliveryId: sent.body.delivery_id };
}

function concrete({ path, scheme }: Operation, sellerId: string): string {
  const webhook = webhooks[scheme === 'buyerKey' ? 'buyer' : sellerId];
  return path
    .replace('/webhooks/{id}', `/webhooks/${webhook?.id}`)
    .replace('{delivery_id}', webhook?.deliveryId ?? '')
    .replace('/keys/{id}', `/keys/${ids['keyId']}`)
    .replace('/requests/{id}', `/requests/${ids['fillId']}`)
    .replace('/sellers/{id}', `/sellers/${sellerId}`)
    .replace('/orders/{id}', `/orders/${ids['orderId']}`)
    .replace('/contracts/{id}', `/contracts/${ids['contractId']}`)
    .replace('/tickets/{id}', `/tickets/${ids['ticketId']}`)
    .replace(/\{(id|ask_id)\}/, ids['askId'] ?? '')
    .replace('{model_id}', model);
}

function ask(
  operation: Operation,
  headers: Record<string, string>,
  of: Pick<TestSeller, 'sellerId'> = owner,
) {
  const { surface, method } = operation;
  return exchange.send(method, `/${surface}${concrete(operation, of.sellerId)}`, {
    headers,
    ...(method === 'POST' || method === 'PATCH' ? { body: bodyOf(operation) } : {}),
  });
}

/** Where the fields are looked at before the record, those that it needs. */
function bodyOf({ method, path }: Operation): object {
  if (method === 'PATCH') return { description: 'Bookkeeping' };
  return path.endsWith('/webhooks/{id}/replay') ? { since: new Date().toISOString() } : {};
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
const sellerHeader = (key: string) => ({ 'x-seller-api-key': key });

function keyOfNobody(scheme: Operation['scheme'], kind: 'buyer' | 'ticket') {
  const key = issueKey(KEY_PREFIXES.live[kind]);
  return scheme === 'buyerKey' ? bearer(key) : sellerHeader(key);
}

/** What never opens a door, by what it is. */
function wrongKinds(scheme: Operation['scheme']): [string, Record<string, string>][] {
  const garbage = randomBytes(32).toString('hex');
  const operator = exchange.settings.secrets.operatorToken;
  return [
    ['none', {}],
    ['an empty one', scheme === 'buyerKey' ? { authorization: 'Bearer ' } : sellerHeader('')],
    ['garbage', scheme === 'buyerKey' ? bearer(garbage) : sellerHeader(garbage)],
    ['a key with one digit changed', changed(scheme)],
    ['a well-made key of nobody', keyOfNobody(scheme, 'buyer')],
    ['a well-made credential of a ticket of nobody', keyOfNobody(scheme, 'ticket')],
    ['a buyer key as a seller key', sellerHeader(buyerKey)],
    ["the operator's token", { ...bearer(operator), ...sellerHeader(operator) }],
    ['a basic credential', { authorization: `Basic ${Buffer.from(buyerKey).toString('base64')}` }],
    ...(scheme === 'buyerKey'
      ? ([
          ['a seller key as a buyer key', bearer(owner.apiKey)],
          ['a seller key', sellerHeader(owner.apiKey)],
        ] as [string, Record<string, string>][])
      : ([
          ['a seller key as a bearer', bearer(owner.apiKey)],
          ['a buyer key', bearer(buyerKey)],
        ] as [string, Record<string, string>][])),
  ];
}

function changed(scheme: Operation['scheme']): Record<string, string> {
  const key = scheme === 'buyerKey' ? buyerKey : owner.apiKey;
  const last = key.endsWith('0') ? '1' : '0';
  const wrong = key.slice(0, -1) + last;
  return scheme === 'buyerKey' ? bearer(wrong) : sellerHeader(wrong);
}

function expectNothingTold(text: string): void {
  const known = Object.values(webhooks).flatMap(({ id, deliveryId }) => [id, deliveryId]);
  for (const secret of [
    ...Object.values(ids),
    ...known,
    buyerKey,
    owner.apiKey,
    owner.url,
    owner.sellerId,
  ]) {
    expect(text).not.toContain(secret);
  }
}

const guarded = OPERATIONS.filter(({ scheme }) => scheme !== null);

test('the matrix is not empty', () => {
  expect(guarded.length).toBeGreaterThan(25);
});

test.concurrent.each(named(guarded))(
  '%s: what is no credential for it is 401',
  async (_name, operation) => {
    await exchange.forgetGuesses();
    await Promise.all(
      wrongKinds(operation.scheme).map(async ([kind, headers]) => {
        const answer = await ask(operation, headers);
        expect([kind, answer.status, answer.body.code]).toEqual([kind, 401, 'unauthorized']);
        expect(answer.headers['ratelimit']).toBeUndefined();
        expectNothingTold(JSON.stringify(answer.body));
      }),
    );
  },
);

const ofOneTenant = guarded.filter(
  ({ path, scheme }) => path.includes('{id}') && !(scheme === 'sellerKey' && /offers/.test(path)),
);

test.each(named(ofOneTenant))(
  "%s: another tenant's credential is refused, whether there is such a seller or not",
  async (_name, operation) => {
    const headers =
      operation.scheme === 'buyerKey' ? bearer(otherBuyerKey) : sellerHeader(other.apiKey);
    const answer = await ask(operation, headers);
    // Whoever does not own a webhook is not told whether there is one.
    const ofOthers = operation.path.startsWith('/v1/keys') ? 'key_restricted' : 'forbidden';
    const refusal = operation.path.includes('webhooks') ? [404, 'not_found'] : [403, ofOthers];
    expect([answer.status, answer.body.code]).toEqual(refusal);
    expectNothingTold(JSON.stringify(answer.body));
    const { status } = await ask(operation, headers, { sellerId: randomUUID() });
    expect(status).toBe(refusal[0]);
  },
);

test.each(named(guarded.filter(({ method }) => method === 'GET')))(
  '%s: another tenant reads nothing of ours',
  async (_name, operation) => {
    const headers =
      operation.scheme === 'buyerKey' ? bearer(otherBuyerKey) : sellerHeader(other.apiKey);
    expectNothingTold(JSON.stringify((await ask(operation, headers)).body));
  },
);

test.each(named(guarded))(
  '%s: the right credential gets past the door',
  async (_name, operation) => {
    const isDelete = operation.method === 'DELETE';
    const key = operation.path.startsWith('/v1/keys') ? managerKey : buyerKey;
    const headers = operation.scheme === 'buyerKey' ? bearer(key) : sellerHeader(owner.apiKey);
    if (isDelete) return; // it would end what the others need
    const { status } = await ask(operation, headers);
    expect([200, 400]).toContain(status);
  },
);

const offering = guarded.filter(
  ({ method, path, scheme }) =>
    scheme === 'sellerKey' && method === 'POST' && /asks|offers/.test(path),
);

test.each(named(guarded.filter(({ scheme }) => scheme === 'sellerKey')))(
  '%s: a suspended seller reads and reports, and offers nothing',
  async (_name, operation) => {
    if (operation.method === 'DELETE') return;
    const isOffering = offering.includes(operation);
    const body = operation.path.includes('offers')
      ? {
          model,
          region: 'us-east',
          price_per_million_tokens: '1',
          quantity_tokens: 10,
          valid_for_seconds: 60,
        }
      : { model_id: model, price: '1', capacity: 10 };
    const answer = await exchange.send(
      operation.method,
      `/${operation.surface}${concrete(operation, suspended.sellerId)}`,
      {
        headers: sellerHeader(suspended.apiKey),
        ...(operation.method === 'POST' ? { body: isOffering ? body : {} } : {}),
      },
    );
    const allowed = isOffering ? ['403 seller_suspended'] : ['200', '400'];
    const { code } = answer.body ?? {};
    expect(allowed).toContain(isOffering ? `${answer.status} ${code}` : `${answer.status}`);
  },
);

test.each(named(OPERATIONS.filter(({ scheme, method }) => scheme === null && method === 'GET')))(
  '%s: is public, whatever comes along',
  async (_name, operation) => {
    const plain = await ask(operation, {});
    for (const [kind, headers] of wrongKinds('sellerKey')) {
      expect([kind, (await ask(operation, headers)).status]).toEqual([kind, plain.status]);
    }
  },
);
