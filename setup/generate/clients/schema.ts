/** The types that the descriptions declare, without the details that only the exchange checks. */

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly (string | null)[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly multipleOf?: number;
  readonly example?: string | number | boolean;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly description?: string;
}

/** What a value is, apart from null. */
export type Shape =
  | { readonly kind: 'string' | 'integer' | 'number' | 'boolean' | 'unknown' }
  | { readonly kind: 'literal'; readonly values: readonly string[] }
  | { readonly kind: 'array'; readonly items: ValueType }
  | { readonly kind: 'named'; readonly name: string };

export interface ValueType {
  readonly shape: Shape;
  readonly nullable: boolean;
}

export interface Field {
  readonly name: string;
  readonly type: ValueType;
  readonly required: boolean;
  readonly description: string;
}

export interface NamedType {
  readonly name: string;
  readonly description: string;
  readonly fields: readonly Field[];
}

const SIMPLE = ['string', 'integer', 'number', 'boolean'] as const;

/** Named types, gathered from one description after the other. */
export class Types {
  private readonly byName = new Map<string, NamedType>();
  private readonly schemas = new Map<string, Schema>();

  /** @throws Error when two descriptions declare different types by one name */
  add(schemas: Readonly<Record<string, Schema>>): void {
    for (const [name, schema] of Object.entries(schemas)) {
      const known = this.schemas.get(name);
      if (known && JSON.stringify(known.properties) !== JSON.stringify(schema.properties)) {
        throw new Error(`Two descriptions declare ${name} differently.`);
      }
      this.schemas.set(name, schema);
    }
  }

  /** Those that were asked for, and what they consist of. */
  all(): NamedType[] {
    return [...this.byName.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  named(name: string): NamedType {
    const known = this.byName.get(name);
    if (known) return known;
    const schema = this.schemas.get(name);
    if (!schema) throw new Error(`No description declares ${name}.`);
    return this.declare(name, choiceBesidesNull(schema) ?? schema);
  }

  /** @param place names a type that has no name of its own: where it stands */
  typeOf(schema: Schema, place: string): ValueType {
    const other = choiceBesidesNull(schema);
    if (other) return { ...this.typeOf(other, place), nullable: true };
    const types = [schema.type ?? []].flat();
    return {
      shape: this.shapeOf(schema, types, place),
      nullable: types.includes('null') || (schema.enum?.includes(null) ?? false),
    };
  }

  /** @param placeOf names the type of a field that has no name of its own */
  declare(
    name: string,
    schema: Schema,
    placeOf = (field: string) => `${name}${pascalCase(field)}`,
  ): NamedType {
    const { properties = {}, required = [], description = '' } = schema;
    const fields = Object.entries(properties).map(([field, inner]) => ({
      name: field,
      type: this.typeOf(inner, placeOf(field)),
      required: required.includes(field),
      description: inner.description ?? '',
    }));
    const type = { name, description, fields };
    this.byName.set(name, type);
    return type;
  }

  private shapeOf(schema: Schema, types: readonly string[], place: string): Shape {
    if (schema.$ref !== undefined) return this.refer(nameIn(schema.$ref));
    const values = schema.enum?.filter((value) => value !== null);
    if (values) return { kind: 'literal', values };
    if (types.includes('array') && schema.items) {
      return { kind: 'array', items: this.typeOf(schema.items, place) };
    }
    if (types.includes('object') && schema.properties) return this.inline(schema, place);
    if (types.includes('number') && schema.multipleOf === 1) return { kind: 'integer' };
    return { kind: SIMPLE.find((one) => types.includes(one)) ?? 'unknown' };
  }

  /** A type without a name of its own, which may repeat one that has a name. */
  private inline(schema: Schema, place: string): Shape {
    const same = [...this.schemas].find(
      ([, { properties }]) => JSON.stringify(properties) === JSON.stringify(schema.properties),
    );
    if (same) return this.refer(same[0]);
    // The same again, such as the data of several events.
    this.add({ [place]: schema });
    return this.refer(place);
  }

  private refer(name: string): Shape {
    this.named(name);
    return { kind: 'named', name };
  }
}

/** The other one of a choice between a type and null. */
function choiceBesidesNull({ anyOf = [], description }: Schema): Schema | null {
  const [other, ...more] = anyOf.filter(({ type }) => type !== 'null');
  if (!other || more.length > 0 || anyOf.length === 1) return null;
  return { ...(description === undefined ? {} : { description }), ...other };
}

export function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

export function pascalCase(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('');
}
