/** Collections for Postman (format 2.1) with every route of the descriptions. */
import type { DescribedOperation, Description, Parameter } from './description';

const FOLDER = 'docs/reference/postman';
const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

interface Variable {
  readonly key: string;
  readonly value: string;
  readonly description: string;
}

const SURFACES = [
  ['buyer', 'Buyer'],
  ['market', 'Market'],
  ['seller', 'Seller'],
] as const;

const VARIABLES: readonly Variable[] = [
  { key: 'baseUrl', value: 'http://127.0.0.1:8080', description: 'Address of the exchange.' },
  { key: 'buyerKey', value: '', description: 'A buyer key, `sk-tb_…`.' },
  { key: 'sellerKey', value: '', description: 'The key that the seller chose.' },
  { key: 'sellerId', value: '', description: 'Id of the seller, for the Market surface.' },
];

const OPERATOR_VARIABLES: readonly Variable[] = [
  {
    key: 'adminUrl',
    value: 'http://127.0.0.1:8081',
    description: "Address of the operator's port.",
  },
  { key: 'operatorToken', value: '', description: '`TOKENBOOK_OPERATOR_TOKEN`.' },
];

/**
 * @param descriptions content by path, as `generatedDescriptions` returns it
 * @returns content by path
 */
export function generatedCollections(
  descriptions: Readonly<Record<string, string>>,
): Record<string, string> {
  const read = (name: string) =>
    JSON.parse(descriptions[`api/openapi/generated/${name}.json`] ?? '{}') as Description;
  const folders = SURFACES.map(([surface, name]) => ({
    name,
    item: foldersOf(read(surface), `{{baseUrl}}/${surface}`),
  }));
  const operator = foldersOf(read('operator'), '{{adminUrl}}');
  return {
    [`${FOLDER}/tokenbook.json`]: collection('Tokenbook', folders, VARIABLES, read('market')),
    [`${FOLDER}/tokenbook-operator.json`]: collection(
      'Tokenbook, operator',
      operator,
      OPERATOR_VARIABLES,
      read('operator'),
    ),
  };
}

function collection(
  name: string,
  item: readonly object[],
  variable: readonly Variable[],
  { info }: Description,
): string {
  const release = info['x-release'];
  const description = `Every route. Set the variables of the collection first. Release ${release}.`;
  return `${JSON.stringify(
    {
      info: { name, description, version: release, schema: SCHEMA },
      item,
      variable: variable.map((one) => ({ ...one, type: 'string' })),
    },
    null,
    2,
  )}\n`;
}

/** One folder per tag. */
function foldersOf({ paths }: Description, base: string): object[] {
  const byTag = new Map<string, object[]>();
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const [tag = ''] = operation.tags;
      const item = itemOf(base, path, method.toUpperCase(), operation);
      byTag.set(tag, [...(byTag.get(tag) ?? []), item]);
    }
  }
  return [...byTag].map(([name, item]) => ({ name, item }));
}

function itemOf(base: string, path: string, method: string, operation: DescribedOperation): object {
  const request = requestOf(base, path, method, operation);
  const json = operation.responses['200']?.content?.['application/json'];
  return {
    name: operation.summary,
    request,
    response: [
      {
        name: 'Done',
        originalRequest: request,
        ...(json
          ? { status: 'OK', code: 200, _postman_previewlanguage: 'json' }
          : { status: 'No Content', code: 204 }),
        header: json ? [{ key: 'Content-Type', value: 'application/json; charset=utf-8' }] : [],
        ...(json?.example === undefined ? {} : { body: JSON.stringify(json.example, null, 2) }),
      },
    ],
  };
}

function requestOf(base: string, path: string, method: string, operation: DescribedOperation) {
  const { summary, description, parameters = [], requestBody } = operation;
  const json = requestBody?.content?.['application/json'];
  const headers = parameters.filter((one) => one.in === 'header').map(headerOf);
  return {
    method,
    description: [summary, description].filter(Boolean).join('. '),
    auth: authOf(operation),
    header: [...(json ? [{ key: 'Content-Type', value: 'application/json' }] : []), ...headers],
    url: urlOf(base, path, parameters),
    ...(json
      ? {
          body: {
            mode: 'raw',
            raw: JSON.stringify(json.example ?? {}, null, 2),
            options: { raw: { language: 'json' } },
          },
        }
      : {}),
  };
}

function urlOf(base: string, path: string, parameters: readonly Parameter[]) {
  const [host = '', ...before] = base.split('/');
  const parts = path.split('/').slice(1);
  const named = parts.map((part) => part.replace(/^\{(\w+)\}$/, ':$1'));
  const query = parameters
    .filter((one) => one.in === 'query')
    .map((one) => ({
      key: one.name,
      value: exampleOf(one),
      description: one.description ?? '',
      ...(one.required === true ? {} : { disabled: true }),
    }));
  const sent = query.filter(({ disabled }) => disabled !== true);
  const search = sent.map(({ key, value }) => `${key}=${value}`).join('&');
  return {
    raw: `${base}/${named.join('/')}${search === '' ? '' : `?${search}`}`,
    host: [host],
    path: [...before, ...named],
    ...(query.length > 0 ? { query } : {}),
    variable: parameters
      .filter((one) => one.in === 'path')
      .map((one) => ({
        key: one.name,
        value: path.startsWith(`/v1/sellers/{${one.name}}`) ? '{{sellerId}}' : exampleOf(one),
        description: one.description ?? '',
      })),
  };
}

/** An `Idempotency-Key` is made anew for each request; other headers are rarely needed. */
function headerOf({ name, description = '' }: Parameter): object {
  return name === 'Idempotency-Key'
    ? { key: name, value: '{{$guid}}', description }
    : { key: name, value: '', description, disabled: true };
}

function authOf({ security }: DescribedOperation): object {
  const schemes = security.flatMap((one) => Object.keys(one));
  if (schemes.includes('sellerKey')) {
    const values = { key: 'X-Seller-API-Key', value: '{{sellerKey}}', in: 'header' };
    return { type: 'apikey', apikey: valuesOf(values) };
  }
  if (schemes.includes('buyerKey')) return bearer('{{buyerKey}}');
  if (schemes.includes('operatorToken')) return bearer('{{operatorToken}}');
  return { type: 'noauth' };
}

function bearer(token: string): object {
  return { type: 'bearer', bearer: valuesOf({ token }) };
}

function valuesOf(values: Readonly<Record<string, string>>): object[] {
  return Object.entries(values).map(([key, value]) => ({ key, value, type: 'string' }));
}

function exampleOf({ schema }: Parameter): string {
  const { example } = schema;
  return example === undefined ? '' : String(example);
}
