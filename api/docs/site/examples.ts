/** A request of a route as code: curl, Python and TypeScript, from its examples. */
import { ADDRESS } from './address';
import { type DescribedRoute, type Parameter, resolve, textOf } from './openapi';

export interface CodeExample {
  readonly name: string;
  readonly language: string;
  readonly code: string;
}

interface ExampleRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: unknown;
}

interface Key {
  readonly header: string;
  readonly prefix: string;
  readonly variable: string;
}

/** The credential of each scheme, as an environment variable of the reader. */
const KEYS: Readonly<Record<string, Key>> = {
  buyerKey: { header: 'Authorization', prefix: 'Bearer ', variable: 'KEY' },
  ticketCredential: { header: 'Authorization', prefix: 'Bearer ', variable: 'CREDENTIAL' },
  sellerKey: { header: 'X-Seller-API-Key', prefix: '', variable: 'SELLER_KEY' },
  operatorToken: {
    header: 'Authorization',
    prefix: 'Bearer ',
    variable: 'TOKENBOOK_OPERATOR_TOKEN',
  },
};

export function codeExamples(route: DescribedRoute): CodeExample[] {
  const request = requestOf(route);
  const key = keyOf(route);
  return [
    { name: 'curl', language: 'bash', code: asCurl(request, key) },
    { name: 'Python', language: 'python', code: asPython(request, key) },
    { name: 'TypeScript', language: 'ts', code: asTypeScript(request, key) },
  ];
}

function keyOf({ operation }: DescribedRoute): Key | null {
  const [scheme] = operation.security.flatMap((one) => Object.keys(one));
  return (scheme && KEYS[scheme]) || null;
}

function requestOf({ method, path, operation, document }: DescribedRoute): ExampleRequest {
  const parameters = operation.parameters ?? [];
  const exampleOf = ({ name, schema }: Parameter) => {
    const { example, enum: values, default: usual } = resolve(schema, document);
    return textOf(example ?? values?.[0] ?? usual ?? name);
  };
  const used = (place: Parameter['in']) =>
    parameters.filter((one) => one.in === place && (one.required || place === 'path'));
  const url = used('path').reduce(
    (text, one) => text.replace(`{${one.name}}`, encodeURIComponent(exampleOf(one))),
    path,
  );
  const query = new URLSearchParams(
    used('query').map((one): [string, string] => [one.name, exampleOf(one)]),
  );
  const idempotent = parameters.filter(({ name }) => name === 'Idempotency-Key');
  const body = operation.requestBody?.content['application/json']?.example;
  return {
    method,
    url: `${ADDRESS}${url}${query.size > 0 ? `?${query.toString()}` : ''}`,
    headers: [
      ...[...used('header'), ...idempotent].map((one) => [one.name, exampleOf(one)] as const),
      ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const]),
    ],
    body,
  };
}

function asCurl({ method, url, headers, body }: ExampleRequest, key: Key | null): string {
  const isUsual = method === 'GET' || (method === 'POST' && body !== undefined);
  const lines = [
    `curl${isUsual ? '' : ` -X ${method}`} ${quoted(url)}`,
    ...(key ? [`-H "${key.header}: ${key.prefix}$${key.variable}"`] : []),
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoted(JSON.stringify(body, null, 2))}`]),
  ];
  return lines.join(' \\\n  ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function asPython({ method, url, headers, body }: ExampleRequest, key: Key | null): string {
  const sent = [
    ...(key ? [`"${key.header}": ${key.prefix ? `f"${key.prefix}{key}"` : 'key'},`] : []),
    ...headers
      .filter(([name]) => name !== 'Content-Type')
      .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)},`),
  ];
  const lines = [
    ...(key ? ['import os', ''] : []),
    'import requests',
    '',
    ...(key ? [`key = os.environ["${key.variable}"]`] : []),
    `answer = requests.${method.toLowerCase()}(`,
    `    ${JSON.stringify(url)},`,
    ...(sent.length > 0 ? [`    headers={${sent.join(' ').replace(/,$/, '')}},`] : []),
    ...(body === undefined ? [] : [`    json=${indented(pythonOf(body, 0), '    ')},`]),
    ')',
    'answer.raise_for_status()',
    'print(answer.text)',
  ];
  return lines.join('\n');
}

function pythonOf(value: unknown, depth: number): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const pad = '    '.repeat(depth + 1);
  const entries = Array.isArray(value)
    ? value.map((one) => `${pad}${pythonOf(one, depth + 1)},`)
    : Object.entries(value).map(
        ([name, one]) => `${pad}${JSON.stringify(name)}: ${pythonOf(one, depth + 1)},`,
      );
  if (entries.length === 0) return `${open}${close}`;
  return [open, ...entries, `${'    '.repeat(depth)}${close}`].join('\n');
}

function asTypeScript({ method, url, headers, body }: ExampleRequest, key: Key | null): string {
  const sent = [
    ...(key
      ? [
          [
            key.header,
            key.prefix ? `\`${key.prefix}\${env.${key.variable}}\`` : `env.${key.variable}!`,
          ],
        ]
      : []),
    ...headers.map(([name, value]) => [name, `'${value}'`]),
  ].map(([name = '', value]) => `    ${/^\w+$/.test(name) ? name : `'${name}'`}: ${value},`);
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(sent.length > 0 ? ['  headers: {', ...sent, '  },'] : []),
    ...(body === undefined
      ? []
      : [`  body: JSON.stringify(${indented(JSON.stringify(body, null, 2), '  ')}),`]),
  ];
  const call = options.length === 0 ? [''] : [', {', ...options, '}'];
  return [
    ...(key ? ["import { env } from 'node:process';", ''] : []),
    `const answer = await fetch('${url}'${call.join('\n')});`,
    'if (!answer.ok) throw new Error(await answer.text());',
    'const text = await answer.text();',
  ].join('\n');
}

function indented(text: string, pad: string): string {
  return text.replaceAll('\n', `\n${pad}`);
}
