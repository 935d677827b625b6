/** The generated part of the client for TypeScript: the types, and one class per surface. */
import type { Api, Operation, Surface } from './operations';
import { type Field, type NamedType, type ValueType, pascalCase } from './schema';
import { wrapped } from './wrapped';

const FOLDER = 'clients/typescript/src/generated';
const LINE_LENGTH = 100;
const NOTICE = '/** Written by `npm run generate`; do not edit. */';

/** Content by path. */
export function typescriptClient({ version, types, errorCodes, events, surfaces }: Api) {
  const files = surfaces.map((surface) => [`${FOLDER}/${surface.name}.ts`, classOf(surface)]);
  return {
    ...(Object.fromEntries(files) as Record<string, string>),
    // After the surfaces, which ask for the types that they use.
    [`${FOLDER}/types.ts`]: [
      NOTICE,
      `/** Codes of refusals. A newer exchange may have more. */\nexport type ErrorCode =${union(errorCodes)};`,
      `/** What webhooks send. A newer exchange may have more. */\nexport type WebhookEvent =${union(events, '')};`,
      ...types.all().map(interfaceOf),
    ]
      .join('\n\n')
      .concat('\n'),
    [`${FOLDER}/version.ts`]: `${NOTICE}\nexport const VERSION = '${version}';\n`,
  };
}

function classOf({ name, operations }: Surface): string {
  const queries = operations.filter(({ query }) => query.length > 0).map(queryOf);
  const methods = operations.flatMap((one) => [method(one), ...(one.page ? [iterator(one)] : [])]);
  const body = [
    `export class ${pascalCase(name)}Client {`,
    '  constructor(private readonly transport: Transport) {}',
    '',
    methods.join('\n\n'),
    '}',
  ].join('\n');
  const used = namesIn(operations, [...queries, body].join('\n'));
  return [
    NOTICE,
    [
      ...(operations.some(({ page }) => page) ? [`import { eachItem } from '../pages';`] : []),
      `import type { RequestOptions, Transport } from '../transport';`,
      `import type {\n${used.map((one) => `  ${one},\n`).join('')}} from './types';`,
    ].join('\n'),
    ...queries,
    body,
  ]
    .join('\n\n')
    .concat('\n');
}

function namesIn(operations: readonly Operation[], text: string): string[] {
  const items = operations.flatMap(({ page }) => (page ? [typeText(page.item)] : []));
  const named = operations.flatMap(({ body, answer }) => [body, answer]);
  return [...new Set([...items, ...named])]
    .filter((name) => name !== null)
    .filter((name) => new RegExp(`\\b${name}\\b`).test(text))
    .sort();
}

function queryOf(operation: Operation): string {
  return interfaceOf({
    name: queryName(operation),
    description: '',
    fields: operation.query,
  });
}

function method(operation: Operation): string {
  const { id, answer, body, query, summary, description } = operation;
  const parts = [
    `method: '${operation.method}'`,
    `path: ${pathText(operation)}`,
    `credential: ${operation.credential === null ? 'null' : `'${operation.credential}'`}`,
    `idempotent: ${String(operation.idempotent)}`,
    `repeatable: ${String(operation.repeatable)}`,
    ...(query.length > 0 ? ['query'] : []),
    ...(body === null ? [] : ['body']),
  ];
  return [
    comment([summary, description].filter(Boolean).join('. '), '  '),
    `  ${id}(${parametersOf(operation).join(', ')}): Promise<${answer ?? 'void'}> {`,
    '    return this.transport.send(',
    '      {',
    ...parts.map((part) => `        ${part},`),
    '      },',
    '      options,',
    '    );',
    '  }',
  ].join('\n');
}

/** Follows the cursors of a list. */
function iterator(operation: Operation): string {
  const { id, page, pathParameters } = operation;
  if (!page) return '';
  const passed = [
    ...pathParameters.map(({ name }) => camelCase(name)),
    '{ ...query, cursor }',
    'options',
  ];
  return [
    comment(`Every item of \`${id}\`, page after page.`, '  '),
    `  ${iteratorName(id)}(${parametersOf(operation).join(', ')}): AsyncGenerator<${typeText(page.item)}> {`,
    `    return eachItem(`,
    `      (cursor) => this.${id}(${passed.join(', ')}),`,
    `      (page) => page.${page.field},`,
    '      query.cursor,',
    '    );',
    '  }',
  ].join('\n');
}

function parametersOf(operation: Operation): string[] {
  const { pathParameters, query, body, replacesKey } = operation;
  const isOptional = query.every(({ required }) => !required);
  const extra = replacesKey ? ' & { readonly currentKey?: string | undefined }' : '';
  return [
    ...pathParameters.map(({ name }) => `${camelCase(name)}: string`),
    ...(query.length > 0 ? [`query: ${queryName(operation)}${isOptional ? ' = {}' : ''}`] : []),
    ...(body === null ? [] : [`body: ${body}`]),
    `options: RequestOptions${extra} = {}`,
  ];
}

function queryName({ id }: Operation): string {
  return `${pascalCase(id)}Query`;
}

/** `iterateOrders` of `listOrders`. */
function iteratorName(id: string): string {
  return id.replace(/^(?:list|get)/, 'iterate');
}

function pathText({ path, pathParameters }: Operation): string {
  if (pathParameters.length === 0) return `'${path}'`;
  const filled = path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => `\${encodeURIComponent(${camelCase(name)})}`,
  );
  return `\`${filled}\``;
}

function interfaceOf({ name, description, fields }: NamedType): string {
  return [
    ...(description === '' ? [] : [comment(description, '')]),
    `export interface ${name} {`,
    ...fields.flatMap((field) => [
      ...(field.description === '' ? [] : [comment(field.description, '  ')]),
      fieldText(field),
    ]),
    '}',
  ].join('\n');
}

function fieldText({ name, type, required }: Field): string {
  const text = typeText(type);
  return `  readonly ${name}${required ? '' : '?'}: ${text}${required ? '' : ' | undefined'};`;
}

function typeText({ shape, nullable }: ValueType): string {
  const text = shapeText(shape);
  return nullable ? `${text} | null` : text;
}

function shapeText(shape: ValueType['shape']): string {
  switch (shape.kind) {
    case 'literal':
      return shape.values.map((value) => `'${value}'`).join(' | ');
    case 'array': {
      const items = typeText(shape.items);
      return items.includes('|') ? `readonly (${items})[]` : `readonly ${items}[]`;
    }
    case 'named':
      return shape.name;
    case 'integer':
      return 'number';
    case 'string':
    case 'number':
    case 'boolean':
    case 'unknown':
      return shape.kind;
  }
}

function union(values: readonly string[], quote = "'"): string {
  return values.map((value) => `\n  | ${quote}${value}${quote}`).join('');
}

function comment(text: string, indent: string): string {
  const safe = text.replaceAll('*/', '*\\/');
  const line = `${indent}/** ${safe} */`;
  if (line.length <= LINE_LENGTH) return line;
  const lines = wrapped(safe, LINE_LENGTH - indent.length - 3);
  return [`${indent}/**`, ...lines.map((one) => `${indent} * ${one}`), `${indent} */`].join('\n');
}

function camelCase(name: string): string {
  const text = pascalCase(name);
  return text.charAt(0).toLowerCase() + text.slice(1);
}
