/** What the pages read of the generated OpenAPI documents, and each route with its address. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Surface } from '../../context';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly default?: unknown;
  readonly description?: string;
  readonly example?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly multipleOf?: number;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

export interface Content {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, unknown>>;
}

export interface Answer {
  readonly description: string;
  readonly headers?: Readonly<
    Record<string, { readonly description?: string; readonly example?: unknown }>
  >;
  readonly content?: Readonly<Record<string, Content>>;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, Answer>>;
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

export interface OpenApi {
  readonly info: {
    readonly title: string;
    readonly version: string;
    readonly description?: string;
  };
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Paths;
  readonly webhooks?: Paths;
  readonly components: { readonly schemas?: Readonly<Record<string, Schema>> };
}

export interface DescribedSurface {
  readonly surface: Surface;
  readonly document: OpenApi;
  readonly routes: readonly DescribedRoute[];
  readonly groups: readonly Group[];
}

export interface Group {
  readonly name: string;
  readonly href: string;
  readonly routes: readonly DescribedRoute[];
}

export interface DescribedRoute {
  readonly surface: Surface;
  readonly document: OpenApi;
  readonly method: string;
  /** As a client requests it, with the prefix of the surface. */
  readonly path: string;
  /** Below the surface, as its description names it. */
  readonly described: string;
  readonly operation: Operation;
  readonly href: string;
  readonly group: string;
}

/** @param root the folder that contains `api/` */
export function readSurface(root: string, surface: Surface): DescribedSurface {
  const document = readDocument(root, surface);
  const base = surface === 'operator' ? '' : `/${surface}`;
  const routes = Object.entries(document.paths).flatMap(([below, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      surface,
      document,
      method: method.toUpperCase(),
      path: `${base}${below}`,
      described: below,
      operation,
      href: `/docs/${surface}/routes/${operation.operationId}`,
      group: operation.tags[0] ?? '',
    })),
  );
  const groups = document.tags.map(({ name }) => ({
    name,
    href: `/docs/${surface}/${slugOf(name)}`,
    routes: routes.filter(({ group }) => group === name),
  }));
  return { surface, document, routes, groups };
}

/** Webhooks and the stream belong to the public port, as the Market surface does. */
export function hasEvents(surfaces: readonly Pick<DescribedSurface, 'surface'>[]): boolean {
  return surfaces.some(({ surface }) => surface === 'market');
}

export function readDocument(root: string, name: Surface | 'webhooks'): OpenApi {
  const path = join(root, 'api', 'openapi', 'generated', `${name}.json`);
  return JSON.parse(readFileSync(path, 'utf8')) as OpenApi;
}

export function resolve(schema: Schema, document: OpenApi): Schema {
  if (schema.$ref === undefined) return schema;
  const name = schema.$ref.split('/').at(-1) ?? '';
  const named = document.components.schemas?.[name];
  if (!named) throw new Error(`The description has no schema ${name}.`);
  return named;
}

/** The codes that a route may answer, by their status. */
export function codesOf({ responses }: Operation): string[] {
  return Object.values(responses).flatMap((answer) =>
    Object.values(answer.content ?? {}).flatMap(({ examples = {} }) => Object.keys(examples)),
  );
}

/** An example or a value as a reader would write it. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function titleOf(surface: string): string {
  return surface.charAt(0).toUpperCase() + surface.slice(1);
}

function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(' ', '-');
}
