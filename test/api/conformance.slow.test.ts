/**
 * Every described operation, asked as its description allows and with what was spoilt: no answer is a
 * failure of ours, none has a status that is not described, and each fits the schema of its status.
 * `SAMPLES` and `SEED` in the environment ask more, and other, questions.
 */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describeSurface } from '../../api/openapi/document';
import { DESCRIBED } from '../../api/openapi/surfaces';
import { newModel } from '../e2e/market';
import { SEED } from '../support/random';
import { Exchange, type TestSeller } from '../support/exchange';
import { spoilt, valuesOf, type Components, type Schema } from './from-schema';

const SAMPLES = Number(process.env.SAMPLES ?? 6);

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Described {
  readonly security: Record<string, unknown>[];
  readonly parameters?: Parameter[];
  readonly requestBody?: { content: { 'application/json': { schema: Schema } } };
  readonly responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

interface Operation extends Described {
  readonly surface: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly components: Components;
}

const OPERATIONS: Operation[] = DESCRIBED.flatMap((surface) => {
  const { paths = {}, components } = describeSurface(surface);
  const schemas = JSON.parse(JSON.stringify(components?.schemas ?? {})) as Components;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(JSON.parse(JSON.stringify(methods)) as Record<string, Described>).map(
      ([method, described]) => ({
        ...described,
        surface,
        method: method.toUpperCase() as Operation['method'],
        path,
        components: schemas,
      }),
    ),
  );
});

const model = newModel();
const exchange = Exchange.forFile({
  settings: {
    ASKS_QUOTA: 100_000,
    CAPACITY_QUOTA: 100_000,
    CHAT_QUOTA: 100_000,
    ORDERS_QUOTA: 100_000,
    WEBHOOKS_QUOTA: 100_000,
    REGISTRATION_QUOTA: 100_000,
  },
});
let seller: TestSeller;
let key: string;

beforeAll(async () => {
  seller = await exchange.seller('normal', { models: [model, 'llama-3.3-70b'] });
  await exchange.ask(seller, { model: 'llama-3.3-70b', price: '0.0005', capacity: 100_000_000 });
  ({ key } = await exchange.buyer('1000'));
});

interface Asked {
  readonly path: Record<string, unknown>;
  readonly query: Record<string, unknown>;
  readonly headers: Record<string, unknown>;
  readonly body?: unknown;
}

/** Good input; the seller in a path is the one whose key is sent. */
function goodInput(operation: Operation): fc.Arbitrary<Asked> {
  const of = (place: Parameter['in']) => {
    const parameters = (operation.parameters ?? []).filter((one) => one.in === place);
    const values = parameters.map(
      ({ name, schema }) => [name, valuesOf(schema, operation.components)] as const,
    );
    const required = parameters.filter((one) => one.required).map(({ name }) => name);
    return fc.record(Object.fromEntries(values), { requiredKeys: required });
  };
  const body = operation.requestBody?.content['application/json'].schema;
  return fc
    .record({
      path: of('path'),
      query: of('query'),
      headers: of('header'),
      body: body ? valuesOf(body, operation.components) : fc.constant(undefined),
    })
    .map((asked) => ({
      ...asked,
      path: operation.path.includes('/sellers/{id}')
        ? { ...asked.path, id: seller.sellerId }
        : asked.path,
      // Chance seldom makes an endpoint that may be registered, and none is to be called.
      headers: {},
    }));
}

function badInput(operation: Operation): fc.Arbitrary<Asked> {
  return goodInput(operation).chain((asked) => {
    const name = fc.constantFrom(...Object.keys(asked.query), 'unknown_parameter');
    const query = fc
      .tuple(name, spoilt(null))
      .map(([spoiltName, wrong]) => ({ ...asked.query, [spoiltName]: asText(wrong) }));
    return fc.oneof(
      query.map((wrong) => ({ ...asked, query: wrong })),
      ...(operation.requestBody ? [spoilt(asked.body).map((body) => ({ ...asked, body }))] : []),
    );
  });
}

/** As it stands in an address; a long one would not get past the server's bound for headers. */
function asText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return (text ?? '').slice(0, 1_000);
}

async function send({ surface, method, path }: Operation, asked: Asked) {
  const concrete = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(asked.path[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(asked.query)) query.set(name, asText(value));
  return exchange.send(
    method,
    `/${surface}${concrete}${query.size > 0 ? `?${query.toString()}` : ''}`,
    {
      headers: { authorization: `Bearer ${key}`, 'x-seller-api-key': seller.apiKey },
      ...(asked.body === undefined ? {} : { body: asked.body }),
    },
  );
}

/** Compiled once: that takes longer than the answer. */
const validators = new Map<Components, Ajv2020>();
const compiled = new Map<Schema, ValidateFunction>();

function validatorOf(components: Components): Ajv2020 {
  const known = validators.get(components);
  if (known) return known;
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'api', components: { schemas: components } });
  validators.set(components, ajv);
  return ajv;
}

/** @returns what is wrong with the value, or null */
function faultOf(value: unknown, schema: Schema, { components }: Operation): string | null {
  const ajv = validatorOf(components);
  let check = compiled.get(schema);
  if (!check) {
    const text = JSON.stringify(schema).replaceAll('"#/components', '"api#/components');
    check = ajv.compile(JSON.parse(text) as object);
    compiled.set(schema, check);
  }
  return check(value) ? null : ajv.errorsText(check.errors);
}

/** A refusal says in our words what a value must be. */
const LIBRARY_WORDS = /Invalid (input|string|option|type)|Too (small|big)|expected/;

async function expectConforming(operation: Operation, asked: Asked): Promise<void> {
  const answer = await send(operation, asked);
  expect(answer.status).toBeLessThan(500);
  expect(String(answer.body?.message)).not.toMatch(LIBRARY_WORDS);
  const described = operation.responses[String(answer.status)];
  expect(`${answer.status} ${described ? 'described' : JSON.stringify(answer.body)}`).toBe(
    `${answer.status} described`,
  );
  const schema = described?.content?.['application/json']?.schema;
  const isJson = String(answer.headers['content-type']).startsWith('application/json');
  expect(schema && isJson ? faultOf(answer.body, schema, operation) : null).toBeNull();
}

const named = OPERATIONS.map((one) => [`${one.method} /${one.surface}${one.path}`, one] as const);

describe.each([
  ['as its description allows', goodInput],
  ['with what was spoilt', badInput],
] as const)(`asked %s (seed ${SEED})`, (_what, input) => {
  test.each(named)('%s', async (_name, operation) => {
    await fc.assert(
      fc.asyncProperty(input(operation), (asked) => expectConforming(operation, asked)),
      { numRuns: SAMPLES, seed: SEED },
    );
  });
});
