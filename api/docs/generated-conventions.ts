/** Tables of `docs/reference/conventions.md`, made from the descriptions of the surfaces. */
import { describeSurface } from '../openapi/document';
import { DESCRIBED } from '../openapi/surfaces';
import { describeStream } from '../stream/asyncapi';

interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

interface Operation {
  readonly parameters?: readonly { name: string; in: string; schema?: Schema }[];
  readonly responses?: Readonly<Record<string, { headers?: Readonly<Record<string, unknown>> }>>;
}

interface Document {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

interface Price {
  readonly unit: string;
  readonly object: string;
  readonly field: string;
}

/** Content by the name of the table. */
export function conventionTables(): Record<string, string> {
  return { prices: pricesTable(), routes: routesTable() };
}

function surfaces(): [string, Document][] {
  return [...DESCRIBED, 'operator' as const].map((name) => [
    name,
    describeSurface(name) as unknown as Document,
  ]);
}

function pricesTable(): string {
  const described: [string, Document][] = [
    ...surfaces(),
    ['stream', describeStream() as unknown as Document],
  ];
  const rows = described.flatMap(([name, { components = {}, paths = {} }]) => {
    const inBodies = Object.entries(components.schemas ?? {}).flatMap(([object, schema]) =>
      pricesOf(object, schema),
    );
    const inQueries = operationsOf(paths).flatMap(({ path, operation }) =>
      (operation.parameters ?? []).flatMap((parameter) =>
        priceOf(`\`${path}\``, parameter.name, parameter.schema),
      ),
    );
    const prices = [...inBodies, ...inQueries];
    const units = [...new Set(prices.map(({ unit }) => unit))].sort();
    return units.map((unit) => {
      const fields = prices.filter((price) => price.unit === unit);
      const objects = [...new Set(fields.map(({ object }) => object))];
      const listed = objects.map((object) => {
        const own = fields.filter((field) => field.object === object);
        return `${object}: ${own.map(({ field }) => `\`${field}\``).join(', ')}`;
      });
      return `| ${titleOf(name)} | ${unit} | ${listed.join('; ')} |`;
    });
  });
  return ['| Surface | USD per | Fields |', '|---|---|---|', ...rows].join('\n');
}

function pricesOf(object: string, schema: Schema): Price[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([field, inner]) => [
    ...priceOf(object, field, inner),
    ...pricesOf(object, inner),
  ]);
  const inner = [schema.items ?? [], schema.anyOf ?? []]
    .flat()
    .flatMap((part) => pricesOf(object, part));
  return [...own, ...inner];
}

function priceOf(object: string, field: string, schema: Schema | undefined): Price[] {
  const unit = /per (1,000(?:,000)?) tokens/.exec(schema?.description ?? '')?.[1];
  return unit === undefined ? [] : [{ unit: `${unit} tokens`, object, field }];
}

function routesTable(): string {
  const rows = surfaces().flatMap(([name, { paths = {} }]) =>
    operationsOf(paths).flatMap(({ method, path, operation }) => {
      const parameters = (operation.parameters ?? []).map((parameter) => parameter.name);
      const headers = Object.keys(operation.responses?.['200']?.headers ?? {});
      const marks = [
        headers.includes('RateLimit'),
        parameters.includes('Idempotency-Key'),
        headers.includes('ETag'),
        parameters.includes('cursor'),
      ];
      if (!marks.includes(true)) return [];
      const cells = marks.map((isSo) => (isSo ? 'yes' : ''));
      const base = name === 'operator' ? '' : `/${name}`;
      return [`| \`${method.toUpperCase()} ${base}${path}\` | ${cells.join(' | ')} |`];
    }),
  );
  return [
    '| Route | Quota | `Idempotency-Key` | `ETag` | Pages |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

function operationsOf(paths: NonNullable<Document['paths']>) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
}

function titleOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
