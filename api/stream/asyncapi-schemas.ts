/** Schemas of messages as AsyncAPI has them. */
import { z } from 'zod';

export type Json = { [name: string]: unknown };

/** The named schemas that these have and are made of. */
export function definitionsOf(schemas: readonly z.ZodType[]): Json {
  const named = schemas.map((schema) => schemaOf(schema).definitions as Json);
  return Object.assign({}, ...named) as Json;
}

/** @param schema has an id of its own */
export function referenceTo(schema: z.ZodType): Json {
  return { $ref: `#/components/schemas/${schema.meta()?.id}` };
}

export function schemaOf(schema: z.ZodType): Json {
  const { $schema: _dialect, ...written } = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
  });
  return placed(written) as Json;
}

/** Converts references and examples to AsyncAPI's form. */
function placed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(placed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]): [string, unknown] => {
    if (name === '$ref') {
      return [name, String(inner).replace('#/definitions/', '#/components/schemas/')];
    }
    return name === 'example' ? ['examples', [inner]] : [name, placed(inner)];
  });
  return Object.fromEntries(entries);
}
