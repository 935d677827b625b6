/** The `Authorization` header of an endpoint: its own requests carry it, and nobody is shown it. */
import { randomBytes } from 'node:crypto';
import { Sealer } from '../../domain/sealing';
import { NameResolver } from '../../exchange/dispatch/name-resolver';
import {
  authorizationOf,
  resealAuthorizations,
  sealAuthorization,
} from '../../exchange/sellers/upstream-authorization';
import { HealthProbe } from '../../exchange/probing/endpoint-checks';
import type { SellerDocument } from '../../records/documents/seller';
import { Exchange, type TestSeller } from '../support/exchange';
import { BEHAVIOURS, type Behaviour } from '../support/sellers/behaviours';
import { type Seller, startSeller } from '../support/sellers/seller';
import { newKey, profile, register } from './registering';

let exchange: Exchange;
const started: Seller[] = [];
beforeAll(async () => {
  exchange = await Exchange.pooled();
});
afterAll(async () => {
  await Promise.all(started.map((seller) => seller.close()));
  await exchange.stop();
});

let models = 0;
const newModel = () => `guarded-${process.pid}-${(models += 1)}`;

/** A server of models that wants a key. */
const wanting = (value: string): Behaviour => ({
  answer: (visit) =>
    visit.req.headers.authorization === value
      ? BEHAVIOURS.normal().answer(visit)
      : BEHAVIOURS.unauthorized().answer(visit),
});

const VALUE = 'Bearer sk-upstream-7f3a';

async function registered(behaviour: Behaviour, fields: object = {}) {
  const server = await startSeller(behaviour);
  started.push(server);
  const model = newModel();
  const body = {
    name: 'Guarded',
    endpoint_url: server.url,
    supported_models: [model],
    api_key: newKey(),
    upstream_authorization: VALUE,
    ...fields,
  };
  const answer = await register(exchange, body);
  const seller = { sellerId: answer.body.seller_id as string, apiKey: body.api_key };
  return { answer, body, model, server: Object.assign(server, seller) as TestSeller };
}

const stored = (seller: { sellerId: string }) =>
  exchange.records.sellers.findOne({ _id: seller.sellerId }) as Promise<SellerDocument>;

test('a dispatch carries it, and no answer and no record shows it', async () => {
  const { answer, model, server } = await registered(wanting(VALUE));
  await exchange.ask(server, { model, price: '0.001' });
  const { key } = await exchange.buyer();
  const chat = await exchange.chat(key, { model });
  expect(chat.status).toBe(200);
  expect(server.requests.map(({ headers }) => headers.authorization)).toEqual([VALUE]);
  const shown = (await profile(exchange, server.apiKey)).body;
  expect(shown).toMatchObject({ has_upstream_authorization: true });
  const operator = await exchange.admin('GET', `/sellers/${server.sellerId}`);
  const texts = [answer.body, shown, chat.body, operator.body, await stored(server)];
  expect(JSON.stringify(texts)).not.toContain('sk-upstream');
});

test('without one no request has the header, least of all the key of the buyer', async () => {
  const { model, server } = await registered(BEHAVIOURS.normal(), {
    upstream_authorization: undefined,
  });
  await exchange.ask(server, { model, price: '0.001' });
  await exchange.chat((await exchange.buyer()).key, { model });
  expect(server.requests[0]!.headers).not.toHaveProperty('authorization');
  expect((await profile(exchange, server.apiKey)).body).toMatchObject({
    has_upstream_authorization: false,
  });
});

test('the next registration replaces it at once, leaves it or removes it', async () => {
  const { body, model, server } = await registered(BEHAVIOURS.normal());
  await exchange.ask(server, { model, price: '0.001' });
  const { key } = await exchange.buyer();
  const sent = async (fields: object) => {
    expect((await register(exchange, { ...body, ...fields })).status).toBe(200);
    expect((await exchange.chat(key, { model })).status).toBe(200);
    return server.requests.at(-1)!.headers.authorization;
  };
  expect(await sent({ upstream_authorization: 'Bearer another' })).toBe('Bearer another');
  expect(await sent({ upstream_authorization: undefined, name: 'Renamed' })).toBe('Bearer another');
  expect(await sent({ upstream_authorization: null })).toBeUndefined();
});

test('a redirect to another host does not take it along', async () => {
  const elsewhere = await startSeller();
  started.push(elsewhere);
  const { model, server } = await registered({
    answer: ({ res }) => void res.writeHead(307, { location: `${elsewhere.url}/x` }).end(),
  });
  await exchange.ask(server, { model, price: '0.001' });
  const { key } = await exchange.buyer();
  expect((await exchange.chat(key, { model })).status).toBeGreaterThanOrEqual(400);
  expect(server.requests.length).toBeGreaterThan(0);
  expect(elsewhere.connections).toBe(0);
});

test('a check sends what it is given, and for its own seller what is registered', async () => {
  const { body, model, server } = await registered(wanting(VALUE));
  const check = async (fields: object, key?: string) => {
    const answer = await exchange.send('POST', '/seller/v1/register/check', {
      body: { endpoint_url: server.url, model, ...fields },
      ...(key ? { headers: { 'x-seller-api-key': key } } : {}),
    });
    return { status: answer.status, answers: answer.body.checks?.[2]?.status };
  };
  const asked = () => new Set(server.probes.map(({ headers }) => headers.authorization));
  await check({}, body.api_key);
  expect(asked()).toEqual(new Set([VALUE]));
  await check({ upstream_authorization: 'Bearer given' }, body.api_key);
  expect(asked()).toEqual(new Set([VALUE, 'Bearer given']));
  await check({ upstream_authorization: null }, body.api_key);
  expect(asked()).toEqual(new Set([VALUE, 'Bearer given', undefined]));
  expect((await check({}, newKey())).status).toBe(409);
});

test.each([
  ['has 4,096 characters', 'a'.repeat(4_096), 200],
  ['has 4,097 characters', 'a'.repeat(4_097), 400],
  ['is empty', '', 400],
  ['would begin another header', 'Bearer a\r\nhost: b', 400],
])('a value that %s is answered with its status', async (_case, value, status) => {
  const { answer } = await registered(BEHAVIOURS.normal(), { upstream_authorization: value });
  const param = status === 400 ? 'upstream_authorization' : undefined;
  expect({ status: answer.status, param: answer.body.param }).toEqual({ status, param });
});

describe('in the records', () => {
  const [OLD, NEW] = [randomBytes(32), randomBytes(32)];
  const before = new Sealer([OLD]);

  test('it is bound to the endpoint, in whatever spelling', () => {
    const upstreamAuthorization = sealAuthorization(before, 'https://a.example/v1', VALUE);
    const at = (endpointUrl: string) =>
      authorizationOf(before, { endpointUrl, upstreamAuthorization });
    expect(at('https://A.example/v1/')).toBe(VALUE);
    expect(() => at('https://b.example/v1')).toThrow(/authenticate/);
  });

  test('the old payload key can be removed after one turn; a damaged value harms no other', async () => {
    const { server } = await registered(BEHAVIOURS.normal());
    const damaged = (await registered(BEHAVIOURS.normal())).server;
    const { sellers } = exchange.records;
    const { endpointUrl } = await stored(server);
    const upstreamAuthorization = sealAuthorization(before, endpointUrl, VALUE);
    for (const { sellerId: _id } of [server, damaged])
      await sellers.updateOne({ _id }, { $set: { upstreamAuthorization } });
    const errors: Error[] = [];
    await resealAuthorizations(exchange.records, new Sealer([NEW, OLD]), (err) => errors.push(err));
    expect(authorizationOf(new Sealer([NEW]), await stored(server))).toBe(VALUE);
    expect(errors.map(({ message }) => message)).toEqual([
      `The authorization of the seller ${damaged.sellerId} is damaged`,
    ]);
    await sellers.updateOne({ _id: damaged.sellerId }, { $set: { upstreamAuthorization: null } });
  });

  test('a look at the health of the endpoint carries it', async () => {
    const seen: unknown[] = [];
    const { server } = await registered({
      beforeBody: true,
      answer: ({ req, res }) => {
        seen.push(req.headers.authorization);
        res.writeHead(200).end('{}');
      },
    });
    const { records, settings } = exchange;
    const isDue = { $set: { nextProbeAt: new Date(0) } };
    await records.sellers.updateOne({ _id: server.sellerId }, isDue);
    const probe = new HealthProbe({
      records,
      settings,
      sealer: new Sealer(settings.secrets.payloadKeys),
      lookup: new NameResolver({
        servers: [],
        local: true,
      }).lookup,
      budget: { take: async (endpointUrl) => endpointUrl === server.url },
      endWorkflow: async () => undefined,
      onError: (err) => {
        throw err;
      },
    });
    await probe.lookAtDue();
    await probe.stop();
    expect(seen).toContain(VALUE);
  });
});
