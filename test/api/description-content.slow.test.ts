/** What generated clients read of the descriptions: examples that fit, meanings and units, headers. */
import { Ajv2020 } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { parseWith } from '../../api/middleware/body';
import { describeSurface, describeWebhooks } from '../../api/openapi/document';
import { DESCRIBED } from '../../api/openapi/surfaces';
import { buyerRoutes } from '../../api/routes/buyer';
import type { DeclaredRoute } from '../../api/routes/declared-route';
import { marketRoutes } from '../../api/routes/market';
import { operatorRoutes } from '../../api/routes/operator';
import { sellerRoutes } from '../../api/routes/seller';
import { ERROR_CODES } from '../../domain/errors';
import { CHALLENGE_EVENT, TEST_EVENT, WEBHOOK_EVENT_TYPES } from '../../domain/webhooks';

const SURFACES = [...DESCRIBED, 'operator'] as const;
const documents = new Map<string, any>([
  ...SURFACES.map((surface) => [surface, asJson(describeSurface(surface))] as const),
  ['webhooks', asJson(describeWebhooks())],
]);

function asJson(description: object): any {
  return JSON.parse(JSON.stringify(description));
}

const operations = SURFACES.flatMap((surface) =>
  Object.values<object>(documents.get(surface).paths).flatMap((methods) =>
    Object.values<any>(methods).map((operation): [string, string, any] => [
      surface,
      operation.operationId,
      operation,
    ]),
  ),
);

function check(surface: string, schema: object, value: unknown): string {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'api', components: documents.get(surface).components });
  const text = JSON.stringify(schema).replaceAll('"#/components', '"api#/components');
  const validate = ajv.compile(JSON.parse(text) as object);
  return validate(value) ? 'fits' : ajv.errorsText(validate.errors);
}

test.each(operations)('%s %s has examples that fit its schemas', (surface, _id, operation) => {
  const { 200: answered, 204: done } = operation.responses;
  const contents = {
    ...operation.requestBody?.content,
    ...(done ? {} : answered.content),
  } as Record<string, { schema: object; example?: unknown }>;
  const sent = Object.values<any>(operation.requestBody?.content ?? {});
  for (const { schema, example } of sent) expect(check(surface, schema, example)).toBe('fits');
  for (const [type, { schema, example }] of Object.entries(contents)) {
    if (/^(?:text\/(?:plain|csv|calendar)|application\/x-ndjson)$/.test(type)) continue;
    expect([type, example]).not.toEqual([type, undefined]);
    expect(check(surface, schema, example)).toBe('fits');
  }
});

test('every event has a description of its own, with its receivers and an example that fits', () => {
  const { webhooks } = documents.get('webhooks');
  expect(Object.keys(webhooks).sort()).toEqual(
    [...WEBHOOK_EVENT_TYPES, TEST_EVENT, CHALLENGE_EVENT].sort(),
  );
  for (const [type, { post }] of Object.entries<any>(webhooks)) {
    const { schema, example } = post.requestBody.content['application/json'];
    expect([type, check('webhooks', schema, example)]).toEqual([type, 'fits']);
    expect(example.type).toBe(type);
    expect(post.parameters.map(({ name }: any) => name)).toContain('webhook-signature');
  }
  expect(webhooks['lot.ended'].post.tags).toEqual(['Buyers', 'Sellers']);
  expect(webhooks['ticket.exhausted'].post.tags).toEqual(['Buyers']);
  expect(webhooks['seller.standing_changed'].post.tags).toEqual(['Sellers']);
});

test.each([...documents])(
  '%s has no webhooks beside routes, and says null in a choice',
  (_name, one) => {
    const { webhooks = {}, paths } = one;
    expect([webhooks, paths]).toContainEqual({});
    expect(JSON.stringify(one)).not.toContain('"type":["object","null"]');
  },
);

const declared = Object.entries<DeclaredRoute>({
  ...buyerRoutes,
  ...sellerRoutes,
  ...marketRoutes,
  ...operatorRoutes,
}).filter(([, { body }]) => body);

test.each(declared)('%s understands its own example', (_id, { body, example }) => {
  expect(() => parseWith(body!, example?.body)).not.toThrow();
});

/** Every property of every schema of a document, as `<where> <name>`. */
function propertiesOf(part: unknown, where: string): [string, any][] {
  if (typeof part !== 'object' || part === null) return [];
  const { properties } = part as { properties?: Record<string, unknown> };
  const own = Object.entries(properties ?? {}).map(([name, schema]): [string, any] => [
    `${where} ${name}`,
    schema,
  ]);
  const inner = Object.entries(part).filter(([name]) => !/^(?:example|examples|value)$/.test(name));
  return [...own, ...inner.flatMap(([name, one]) => propertiesOf(one, `${where}/${name}`))];
}

test.each(SURFACES)('every property and parameter of the %s surface has a meaning', (surface) => {
  const document = documents.get(surface);
  const parameters = operations
    .filter(([of]) => of === surface)
    .flatMap(([, id, { parameters: all = [] }]) =>
      all.map((one: any): [string, any] => [`${id} ${one.name}`, one.schema]),
    );
  const all = [...propertiesOf(document, ''), ...parameters];
  const silent = all.filter(
    ([, schema]) => !schema.description && !schema.$ref && !meaningOf(schema),
  );
  expect(silent.map(([name]) => name)).toEqual([]);
  expect(all.length).toBeGreaterThan(50);
});

/** A nullable reference is a choice; its own meaning is enough. */
function meaningOf({ anyOf = [], allOf = [] }: any): boolean {
  return [...anyOf, ...allOf].some((one: any) => one.description || one.$ref);
}

/** Units by the names of fields. */
const UNITS: readonly (readonly [RegExp, RegExp])[] = [
  [
    / (?:max_price|price|price_ceiling|average_fill_price|fill_price|list_price|open|close)$/,
    /USD per 1,000(?:,000)? tokens|highest price per 1,000/i,
  ],
  [/ price_per_million(?:_tokens)?$/, /USD per 1,000,000 tokens/],
  [/ (?:gross|fee|net|cost|balance|reserved_amount|available|amount|payable)$/, /USD/],
  [
    / (?:quantity|remaining|capacity|volume|\w+_tokens|filled_quantity)$/,
    /token|^Generation cap|at most 60 seconds/i,
  ],
  [/ \w+_seconds$/, /second/i],
  [/ \w+_hours$/, /hour|horizon/i],
  [/ \w+_ms$/, /millisecond/],
];

test.each(SURFACES)('every price, amount and quantity of the %s surface has a unit', (surface) => {
  const wrong = propertiesOf(documents.get(surface), '').filter(
    ([name, { description, $ref, type }]) =>
      UNITS.some(
        ([named, unit]) =>
          named.test(name) &&
          !name.endsWith('quotas capacity') &&
          !$ref &&
          type !== 'object' &&
          !unit.test(String(description)),
      ),
  );
  expect(wrong.map(([name, { description }]) => `${name}: ${description}`)).toEqual([]);
});

test('a price per 1,000,000 tokens is not shown as one per 1,000', () => {
  const { Fill } = documents.get('buyer').components.schemas;
  const { SellerTrade } = documents.get('seller').components.schemas;
  const perMillion = [
    Fill.properties.fill_price,
    Fill.properties.list_price,
    SellerTrade.properties.price,
  ];
  expect(perMillion.map(({ example }) => Number(example) > 0.01)).toEqual([true, true, true]);
});

test.each(SURFACES)('the %s surface names every code, its address, tags and licence', (surface) => {
  const { components, servers, tags, info } = documents.get(surface);
  expect(components.schemas.Error.properties.code.enum).toEqual(ERROR_CODES);
  expect(servers[0].url).toMatch(/^http:\/\/127\.0\.0\.1:\d+/);
  expect(tags.length).toBeGreaterThan(2);
  expect(info.license.identifier).toBe('Apache-2.0');
  for (const [code, { value }] of Object.entries<any>(components.examples)) {
    expect(value.code).toBe(code);
    expect(check(surface, components.schemas.Error, value)).toBe('fits');
  }
});

test('numbers in queries are integers', () => {
  const numeric = operations.flatMap(([, , { parameters = [] }]) =>
    parameters.filter(({ name }: any) => /^(?:limit|quantity|horizon_hours)$/.test(name)),
  );
  expect(numeric.length).toBeGreaterThan(8);
  expect(new Set(numeric.map(({ schema }) => schema.type))).toEqual(new Set(['integer']));
});

test('a chat takes the key of a buyer or the credential of a ticket, and names its fill', () => {
  const [, , chat] = operations.find(([, id]) => id === 'createChatCompletion')!;
  expect(chat.security).toEqual([{ buyerKey: [] }, { ticketCredential: [] }]);
  expect(Object.keys(chat.responses[200].headers)).toContain('x-fill-id');
  expect(Object.keys(chat.responses[429].headers)).toEqual(
    expect.arrayContaining(['RateLimit', 'Retry-After', 'x-request-id']),
  );
  expect(Object.keys(chat.responses[503].headers)).toContain('Retry-After');
});
