/** Fields of bodies and answers, with their types, limits and the fields inside them. */
import { type Html, html, prose } from '../html';
import { type OpenApi, type Schema, resolve, textOf } from './openapi';

const DEEPEST = 5;

interface Place {
  readonly document: OpenApi;
  /** Starts the ids of the fields. */
  readonly id: string;
  /** Schemas that this one stands in: one that contains itself is not repeated. */
  readonly within: readonly string[];
}

/** The fields of an object; nothing for other types. */
export function fieldList(schema: Schema, document: OpenApi, id: string): Html {
  return listAt(schema, { document, id, within: [] });
}

function listAt(schema: Schema, place: Place): Html {
  const inner = objectIn(schema, place);
  if (!inner || place.within.length > DEEPEST) return html``;
  const { properties = {}, required = [] } = inner.schema;
  const entries = Object.entries(properties);
  if (entries.length === 0) return html``;
  return html`<ul class="fields">
    ${entries.map(([name, field]) => {
      const below = { ...inner.place, id: `${place.id}.${name}` };
      return fieldItem({ name, schema: field, isRequired: required.includes(name) }, below);
    })}
  </ul>`;
}

interface Field {
  readonly name: string;
  readonly schema: Schema;
  readonly isRequired: boolean;
}

function fieldItem({ name, schema, isRequired }: Field, place: Place): Html {
  const shown = described(schema, place.document);
  return html`<li id="${place.id}">
    <div class="field">
      <a href="#${place.id}"><code>${name}</code></a>
      <span class="type">${typeOf(schema)}</span>
      ${isRequired ? html`<span class="must">required</span>` : ''}
    </div>
    ${meaningOf(shown)}${limitsOf(shown)} ${listAt(schema, place)}
  </li>`;
}

/** What stands beside the type: description, limits, default and example. */
export function meaningOf(schema: Schema): Html {
  return schema.description === undefined ? html`` : html`<p>${prose(schema.description)}</p>`;
}

export function limitsOf(schema: Schema): Html {
  const { enum: values, format, pattern, default: usual, example } = schema;
  const code = (value: unknown) => html`<code>${textOf(value)}</code>`;
  const limits = [
    ...(values ? [html`One of ${values.map((value) => html`${code(value)} `)}`] : []),
    ...(format ? [html`Format ${format}`] : []),
    ...rangeOf(schema),
    ...(pattern ? [html`Matches ${code(pattern)}`] : []),
    ...(usual === undefined ? [] : [html`Default ${code(usual)}`]),
    ...(example === undefined ? [] : [html`Example ${code(example)}`]),
  ];
  if (limits.length === 0) return html``;
  return html`<ul class="limits">
    ${limits.map((limit) => html`<li>${limit}</li>`)}
  </ul>`;
}

function rangeOf(schema: Schema): Html[] {
  const ranges = [
    [schema.minimum, schema.maximum, ''],
    [schema.minLength, schema.maxLength, 'characters'],
    [schema.minItems, schema.maxItems, 'entries'],
  ] as const;
  const shown = ranges.flatMap(([least, most, unit]) => {
    if (least === undefined && most === undefined) return [];
    if (most === undefined) return [html`At least ${numberOf(least)} ${unit}`];
    if (least === undefined) return [html`At most ${numberOf(most)} ${unit}`];
    return [html`${numberOf(least)} to ${numberOf(most)} ${unit}`];
  });
  return schema.multipleOf === 1 ? [...shown, html`A whole number`] : shown;
}

function numberOf(value: number | undefined): string {
  return (value ?? 0).toLocaleString('en-US', { maximumFractionDigits: 8 });
}

/** In words; the name of a schema where it has one. */
export function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? '';
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return [...new Set(choices.map((one) => typeOf(one)))].join(' or ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const types = [schema.type ?? 'any'].flat();
  return types
    .map((type) => {
      if (type === 'array') return `list of ${schema.items ? typeOf(schema.items) : 'any'}`;
      if (type === 'object' && typeof schema.additionalProperties === 'object') {
        return `map of ${typeOf(schema.additionalProperties)}`;
      }
      return type;
    })
    .join(' or ');
}

/** A reference, or a choice between one type and null, has the meaning of that type. */
function described(schema: Schema, document: OpenApi): Schema {
  const [only, other] = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== 'null');
  if (only && !other) return { ...described(only, document), ...withoutChoices(schema) };
  if (schema.$ref === undefined) return schema;
  const { description, enum: values } = resolve(schema, document);
  return { ...(description ? { description } : {}), ...(values ? { enum: values } : {}) };
}

function withoutChoices({ anyOf: _any, oneOf: _one, ...rest }: Schema): Schema {
  return rest;
}

/** The object whose fields are listed: itself, the entries of a list, or the only object of a choice. */
function objectIn(schema: Schema, place: Place): { schema: Schema; place: Place } | null {
  if (schema.$ref !== undefined) {
    if (place.within.includes(schema.$ref)) return null;
    const within = [...place.within, schema.$ref];
    return objectIn(resolve(schema, place.document), { ...place, within });
  }
  if (schema.properties) return { schema, place: { ...place, within: [...place.within, ''] } };
  if (schema.items) return objectIn(schema.items, place);
  if (typeof schema.additionalProperties === 'object') {
    return objectIn(schema.additionalProperties, place);
  }
  const objects = (schema.anyOf ?? schema.oneOf ?? []).filter(
    (one) => objectIn(one, place) !== null,
  );
  const [first] = objects;
  return first && objects.length === 1 ? objectIn(first, place) : null;
}
