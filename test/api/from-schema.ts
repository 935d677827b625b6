/** Values of a JSON Schema, for tests that ask as a description allows, and as it does not. */
import fc from 'fast-check';

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly example?: unknown;
}

export type Components = Readonly<Record<string, Schema>>;

const ITEMS_MAX = 3;
const WIDE = 1_000_000;

/** What the schema allows. Where it has a pattern, its example stands for it. */
export function valuesOf(schema: Schema, components: Components): fc.Arbitrary<unknown> {
  if (schema.$ref) return valuesOf(resolved(schema.$ref, components), components);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => valuesOf(choice, components)));
  const types = [schema.type ?? (schema.properties ? 'object' : 'string')].flat();
  return fc.oneof(...types.map((type) => valuesOfType(type, schema, components)));
}

function valuesOfType(type: string, schema: Schema, components: Components) {
  switch (type) {
    case 'object':
      return objectsOf(schema, components);
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}, components), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(
          schema.maxItems ?? ITEMS_MAX,
          Math.max(ITEMS_MAX, schema.minItems ?? 0),
        ),
      });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'integer':
    case 'number': {
      const bounds = {
        min: schema.minimum ?? -WIDE,
        max: Math.min(schema.maximum ?? WIDE, 2 ** 40),
      };
      return type === 'integer' || schema.multipleOf === 1
        ? fc.integer({ min: Math.ceil(bounds.min), max: Math.min(bounds.max, 2 ** 31 - 1) })
        : fc.double({ ...bounds, noNaN: true });
    }
    default:
      return textsOf(schema);
  }
}

function objectsOf({ properties = {}, required = [] }: Schema, components: Components) {
  const model = Object.entries(properties).map(
    ([name, property]) => [name, valuesOf(property, components)] as const,
  );
  return fc.record(Object.fromEntries(model), { requiredKeys: [...required] });
}

function textsOf(schema: Schema): fc.Arbitrary<string> {
  if (schema.format === 'uuid') return fc.uuid();
  if (schema.format === 'date-time') return fc.date({ noInvalidDate: true }).map(asTimestamp);
  if (schema.pattern) return fc.constant(typeof schema.example === 'string' ? schema.example : 'a');
  const texts = fc.string({
    minLength: schema.minLength ?? 0,
    maxLength: Math.min(schema.maxLength ?? 20, 20),
    unit: 'grapheme',
  });
  if (typeof schema.example !== 'string') return texts;
  return fc.oneof({ weight: 3, arbitrary: fc.constant(schema.example) }, texts);
}

function asTimestamp(date: Date): string {
  const year = 2000 + (Math.abs(date.getUTCFullYear()) % 50);
  return new Date(Date.UTC(year, date.getUTCMonth(), date.getUTCDate())).toISOString();
}

function resolved(reference: string, components: Components): Schema {
  const schema = components[reference.split('/').at(-1) ?? ''];
  if (!schema) throw new Error(`The description lacks ${reference}.`);
  return schema;
}

/** A value that was right, spoilt somewhere: a field left out, of another type, or far too large. */
export function spoilt(value: unknown): fc.Arbitrary<unknown> {
  const junk = fc.constantFrom<unknown>(
    null,
    -1,
    0,
    1.5,
    2 ** 53,
    1e308,
    '',
    ' ',
    '-1',
    'NaN',
    '0x10',
    '1e3',
    [],
    {},
    true,
    '\u0000',
    '\ud800',
    'a'.repeat(5_000),
    ['x'],
    { $gt: '' },
    { toString: 1 },
  );
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return junk;
  const names = Object.keys(value);
  if (names.length === 0) return junk;
  return fc
    .tuple(fc.constantFrom(...names), fc.option(junk, { nil: undefined }), fc.boolean())
    .map(([name, wrong, isExtra]) => {
      const { [name]: _left, ...rest } = value as Record<string, unknown>;
      const changed = wrong === undefined ? rest : { ...rest, [name]: wrong };
      return isExtra ? { ...changed, __proto_: { polluted: true }, unknown_field: wrong } : changed;
    });
}
