/** The collections for Postman: their form, one request per declared route, and some of them sent. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import { request } from 'undici';
import { buyerRoutes } from '../../api/routes/buyer';
import { marketRoutes } from '../../api/routes/market';
import { operatorRoutes } from '../../api/routes/operator';
import { sellerRoutes } from '../../api/routes/seller';
import { newModel, openMarket } from '../e2e/market';
import { Exchange } from '../support/exchange';
import { COLLECTION_SCHEMA } from './collection-schema';

const FOLDER = join(__dirname, '..', '..', 'docs', 'reference', 'postman');

interface Item {
  readonly name: string;
  readonly item?: readonly Item[];
  readonly request?: any;
}

const read = (name: string) => JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8'));
const [all, operator] = [read('tokenbook'), read('tokenbook-operator')];

function requestsIn(items: readonly Item[]): Item[] {
  return items.flatMap((one) => (one.item ? requestsIn(one.item) : [one]));
}

/** `GET /market/v1/orders/{id}` of a request. */
function routeOf({ request: { method, url } }: Item): string {
  const path = url.path.map((part: string) => part.replace(/^:(.*)$/, '{$1}'));
  return `${method} /${path.join('/')}`;
}

test.each([
  ['tokenbook', all],
  ['tokenbook-operator', operator],
])('%s has the form of a collection', (_name, collection) => {
  const validate = new Ajv({ allErrors: true }).compile(COLLECTION_SCHEMA);
  validate(collection);
  expect(validate.errors ?? []).toEqual([]);
  // Every variable that a request uses is one of the collection, or Postman's own.
  const declared = collection.variable.map(({ key }: { key: string }) => key);
  const used = [...JSON.stringify(collection.item).matchAll(/\{\{(\$?\w+)\}\}/g)];
  const unknown = used.map(([, name]) => name!).filter((name) => !declared.includes(name));
  expect([...new Set(unknown)].filter((name) => name !== '$guid')).toEqual([]);
  // What Postman shows of an address is what it sends.
  for (const { request: sent } of requestsIn(collection.item)) {
    const query = (sent.url.query ?? []).filter((one: any) => !one.disabled);
    const search = query.map((one: any) => `${one.key}=${one.value}`).join('&');
    const address = [...sent.url.host, ...sent.url.path].join('/');
    expect(sent.url.raw).toBe(address + (search === '' ? '' : `?${search}`));
  }
});

test('each declared route is one request, and there are no others', () => {
  const declared = (prefix: string, routes: object) =>
    Object.values(routes).map(({ method, path }) => `${method.toUpperCase()} ${prefix}${path}`);
  expect(requestsIn(all.item).map(routeOf).sort()).toEqual(
    [
      ...declared('/buyer', buyerRoutes),
      ...declared('/market', marketRoutes),
      ...declared('/seller', sellerRoutes),
    ].sort(),
  );
  expect(requestsIn(operator.item).map(routeOf).sort()).toEqual(
    declared('', operatorRoutes).sort(),
  );
});

describe('sent as Postman sends them', () => {
  let exchange: Exchange;
  beforeAll(async () => {
    exchange = await Exchange.pooled();
  });
  afterAll(() => exchange.stop());

  /** @param changes of the fields of the example's body */
  async function send(
    route: string,
    variables: Record<string, string>,
    changes: object = {},
    path: Record<string, string> = {},
  ) {
    const found = [...requestsIn(all.item), ...requestsIn(operator.item)].find(
      (one) => routeOf(one) === route,
    );
    const filled = { $guid: crypto.randomUUID(), ...variables };
    const fill = (text: string) =>
      text.replaceAll(/\{\{(\$?\w+)\}\}/g, (_, name: string) => (filled as any)[name]);
    const { method, header, url, auth, body } = found!.request;
    const headers = header.filter((one: any) => !one.disabled);
    const values = Object.fromEntries(
      (auth[auth.type] ?? []).map(({ key, value }: any) => [key, fill(value)]),
    );
    const ids = Object.fromEntries(url.variable.map(({ key, value }: any) => [key, fill(value)]));
    const address = fill(url.raw).replaceAll(/(?<=\/):(\w+)/g, (_, name: string) =>
      encodeURIComponent(path[name] ?? ids[name]),
    );
    const answer = await request(address, {
      method,
      headers: {
        ...Object.fromEntries(headers.map(({ key, value }: any) => [key, fill(value)])),
        ...(auth.type === 'bearer' ? { authorization: `Bearer ${values.token}` } : {}),
        ...(auth.type === 'apikey' ? { [values.key]: values.value } : {}),
      },
      body: body ? JSON.stringify({ ...JSON.parse(body.raw), ...changes }) : null,
    });
    const text = await answer.body.text();
    return { status: answer.statusCode, body: text === '' ? null : JSON.parse(text) };
  }

  test('a buyer, a seller and an operator are served', async () => {
    const { key, model, seller, accountId } = await openMarket(exchange, { region: 'eu-west' });
    const variables = {
      baseUrl: exchange.url(),
      adminUrl: `http://127.0.0.1:${exchange.gateways[0]!.adminPort}`,
      buyerKey: key,
      sellerKey: seller.apiKey,
      sellerId: seller.sellerId,
      operatorToken: exchange.settings.secrets.operatorToken,
    };
    expect((await send('GET /market/v1/markets', variables)).status).toBe(200);
    expect((await send('GET /market/v1/markets/{model_id}/estimate', variables)).status).toBe(200);
    const terms = { model_id: newModel(), client_order_id: null };
    const order = await send('POST /market/v1/contracts', variables, terms);
    expect(order).toMatchObject({ status: 200, body: { status: 'open' } });
    const id = { id: order.body.order_id };
    expect((await send('DELETE /market/v1/orders/{id}', variables, {}, id)).status).toBe(204);
    const asks = await send('GET /market/v1/sellers/{id}/asks', variables);
    expect(asks.body.asks).toHaveLength(1);
    const chat = await send('POST /buyer/v1/chat/completions', variables, {
      model,
      max_price: '0.001',
    });
    expect(chat).toMatchObject({ status: 200, body: { fill: { unit: 'per_1m_tokens' } } });
    const account = await send('GET /admin/v1/accounts/{id}', variables, {}, { id: accountId });
    expect(account.body.account_id).toBe(accountId);
  });
});
