/** What the clients can ask for: the operations of the descriptions, in the clients' words. */
import type { Content, DescribedOperation, Description, Parameter } from '../description';
import { type Field, Types, type ValueType, nameIn, pascalCase } from './schema';

export interface Page {
  /** The field of an answer that has the items. */
  readonly field: string;
  readonly item: ValueType;
}

export interface Operation {
  readonly id: string;
  readonly method: string;
  /** With the surface in front, and parameters in braces. */
  readonly path: string;
  readonly surface: SurfaceName;
  readonly summary: string;
  readonly description: string;
  readonly credential: 'buyer' | 'seller' | null;
  readonly pathParameters: readonly Field[];
  readonly query: readonly Field[];
  /** Name of the type of the body. */
  readonly body: string | null;
  readonly bodyFields: readonly Field[];
  /** Name of the type of the answer. */
  readonly answer: string | null;
  readonly page: Page | null;
  /** Accepts an `Idempotency-Key`. */
  readonly idempotent: boolean;
  /** May be sent again when it is unknown whether it took effect. */
  readonly repeatable: boolean;
  /** A registration, which names the key that it replaces in a header. */
  readonly replacesKey: boolean;
}

export interface Surface {
  readonly name: SurfaceName;
  readonly operations: readonly Operation[];
}

export interface Api {
  readonly version: string;
  readonly types: Types;
  readonly errorCodes: readonly string[];
  /** Names of the types of the events that webhooks send. */
  readonly events: readonly string[];
  readonly surfaces: readonly Surface[];
}

const SURFACES = ['market', 'seller', 'buyer'] as const;
export type SurfaceName = (typeof SURFACES)[number];

/** Chats and models: the official OpenAI clients ask for them. */
const OF_OPENAI: readonly string[] = ['Chat', 'Models'];
/** An answer in another format is for a file, and has no type. */
const FORMAT = 'format';
/** Requests without a key of which a second one changes nothing: they replace what is there. */
const REPLACING: readonly string[] = [
  'register',
  'registerSeller',
  'reportCapacity',
  'reportSellerCapacity',
];

/** @param descriptions content by path, as `generatedDescriptions` returns it */
export function readApi(descriptions: Readonly<Record<string, string>>): Api {
  const read = (name: string) => {
    const text = descriptions[`api/openapi/generated/${name}.json`];
    if (text === undefined) throw new Error(`There is no description of ${name}.`);
    return JSON.parse(text) as Description;
  };
  const parsed = SURFACES.map((name) => ({ name, description: read(name) }));
  const webhooks = read('webhooks');
  const types = new Types();
  for (const description of [...parsed.map((one) => one.description), webhooks]) {
    const { Error: _refusal, ...schemas } = description.components.schemas;
    types.add(schemas);
  }
  const surfaces = parsed.map(({ name, description }) => ({
    name,
    operations: operationsOf(name, description, types),
  }));
  const [market] = parsed as [(typeof parsed)[number]];
  const codes = market.description.components.schemas.Error?.properties?.code?.enum ?? [];
  return {
    version: market.description.info['x-release'],
    types,
    errorCodes: codes.filter((code) => code !== null),
    events: eventsOf(webhooks, types),
    surfaces,
  };
}

/** Events about the same kind of thing share the type of their data, unless it has other fields. */
function eventsOf({ webhooks = {}, components }: Description, types: Types): string[] {
  const dataOf = new Map<string, string>();
  return Object.entries(webhooks).map(([event, { post }]) => {
    const name = nameIn(post.requestBody?.content?.['application/json']?.schema.$ref ?? '');
    const schema = components.schemas[name];
    if (!schema) throw new Error(`${event} has no body.`);
    const [about = ''] = event.split('.');
    const data = JSON.stringify(schema.properties?.['data']?.properties);
    if (!dataOf.has(about)) dataOf.set(about, data);
    const owner = dataOf.get(about) === data ? about : event;
    const placeOf = (field: string) => pascalCase(`${owner}_${field}`);
    return types.declare(name, schema, placeOf).name;
  });
}

function operationsOf(name: SurfaceName, { paths }: Description, types: Types): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => !tags.some((tag) => OF_OPENAI.includes(tag)))
      .map(([method, described]) =>
        operationOf(name, path, method.toUpperCase(), described, types),
      ),
  );
}

function operationOf(
  surface: SurfaceName,
  path: string,
  method: string,
  described: DescribedOperation,
  types: Types,
): Operation {
  const { operationId: id, parameters = [], responses, requestBody } = described;
  const fieldsIn = (place: string) =>
    parameters
      .filter((one) => one.in === place && one.name !== FORMAT)
      .map((one) => fieldOf(one, types.typeOf(one.schema, pascalCase(`${id}_${one.name}`))));
  const headers = parameters.filter((one) => one.in === 'header').map(({ name }) => name);
  const answer = typeIn(responses['200'], types);
  const idempotent = headers.includes('Idempotency-Key');
  const query = fieldsIn('query');
  const body = typeIn(requestBody, types);
  return {
    id,
    method,
    path: `/${surface}${path}`,
    surface,
    summary: described.summary,
    description: described.description ?? '',
    credential: credentialOf(described),
    pathParameters: fieldsIn('path'),
    query,
    body,
    bodyFields: body === null ? [] : types.named(body).fields,
    answer,
    page: query.some(({ name }) => name === 'cursor') ? pageOf(answer, types) : null,
    idempotent,
    repeatable: idempotent || method !== 'POST' || REPLACING.includes(id),
    replacesKey: headers.includes('X-Seller-API-Key'),
  };
}

function fieldOf({ name, required = false, description = '' }: Parameter, type: ValueType): Field {
  return { name, type, required, description };
}

function credentialOf({ security }: DescribedOperation): Operation['credential'] {
  const schemes = security.flatMap((one) => Object.keys(one));
  if (schemes.includes('sellerKey')) return 'seller';
  return schemes.includes('buyerKey') ? 'buyer' : null;
}

function typeIn(content: Content | undefined, types: Types): string | null {
  const schema = content?.content?.['application/json']?.schema;
  if (schema === undefined) return null;
  if (schema.$ref === undefined) throw new Error('A body or an answer has no name.');
  return types.named(nameIn(schema.$ref)).name;
}

function pageOf(answer: string | null, types: Types): Page {
  const list = types
    .named(answer ?? '')
    .fields.map(({ name, type }) => ({ field: name, shape: type.shape }))
    .find(({ shape }) => shape.kind === 'array');
  if (list?.shape.kind !== 'array') throw new Error(`${String(answer)} has no items.`);
  return { field: list.field, item: list.shape.items };
}
