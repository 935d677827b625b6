/** How the descriptions say that a value may be null, so that generators of clients understand it. */

interface Part {
  type?: string | string[];
  enum?: unknown[];
  anyOf?: unknown[];
  properties?: unknown;
}

/**
 * Changes a description in place. An enum lists null as well. An object is a choice between the object,
 * by its name where it has one, and null: openapi-generator drops the null of a list of types.
 */
export function nameNulls(description: { components?: { schemas?: object } }): void {
  const named = Object.entries(description.components?.schemas ?? {}) as [string, Part][];
  const names = new Map(
    named
      .filter(([, { type, properties }]) => type === 'object' && properties !== undefined)
      .map(([name, { properties }]) => [JSON.stringify(properties), name]),
  );
  change(description, names);
}

function change(value: unknown, names: ReadonlyMap<string, string>): void {
  if (typeof value !== 'object' || value === null) return;
  const part = value as Part;
  if (Array.isArray(part.type) && part.type.includes('null')) {
    if (Array.isArray(part.enum) && !part.enum.includes(null)) part.enum.push(null);
    if (part.type.includes('object')) chooseNull(part, names);
  }
  for (const inner of Object.values(value)) change(inner, names);
}

function chooseNull(part: Part, names: ReadonlyMap<string, string>): void {
  const { description: _meaning, ...object } = part as Part & { description?: unknown };
  const name = names.get(JSON.stringify(object.properties));
  const shape = name === undefined ? { ...object, type: 'object' } : refer(name);
  for (const member of Object.keys(object)) delete part[member as keyof Part];
  part.anyOf = [shape, { type: 'null' }];
}

function refer(name: string) {
  return { $ref: `#/components/schemas/${name}` };
}
