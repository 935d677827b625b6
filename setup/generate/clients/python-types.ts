/** The types of the client for Python: a `TypedDict` for each object of the descriptions. */
import type { Api } from './operations';
import type { Field, NamedType, ValueType } from './schema';
import { wrapped } from './wrapped';

/** Words of the language, which a class cannot have as names of its fields. */
const RESERVED: readonly string[] = ['from'];

export function pythonTypes({ types, errorCodes, events }: Api, notice: string): string {
  const codes = errorCodes.map((code) => `    "${code}",`).join('\n');
  const declared = types.all().map(declarationOf);
  return `${[
    [
      notice,
      'from __future__ import annotations',
      '',
      'from typing import Any, Dict, List, Literal, Optional, TypedDict, Union',
      '',
      '# Codes of refusals. A newer exchange may have more.',
      `ErrorCode = Literal[\n${codes}\n]`,
    ].join('\n'),
    ...declared,
    [
      '# What webhooks send. A newer exchange may have more.',
      `WebhookEvent = Union[\n${events.map((name) => `    ${name},`).join('\n')}\n]`,
    ].join('\n'),
  ].join('\n\n\n')}\n`;
}

function declarationOf(type: NamedType): string {
  const { name, fields } = type;
  if (fields.some((field) => RESERVED.includes(field.name))) return byCall(type);
  const required = fields.filter((field) => field.required);
  const optional = fields.filter((field) => !field.required);
  if (optional.length === 0) return classOf(type, 'TypedDict', required);
  if (required.length === 0) return classOf(type, 'TypedDict, total=False', optional);
  const base = `${name}Required`;
  return [
    classOf({ ...type, name: base }, 'TypedDict', required),
    classOf(type, `${base}, total=False`, optional),
  ].join('\n\n\n');
}

function classOf({ name, description }: NamedType, base: string, fields: readonly Field[]): string {
  return [
    `class ${name}(${base}):`,
    ...(description === '' ? [] : [`    """${description.replace(/\.?$/, '.')}"""`, '']),
    ...fields.flatMap((field) => [
      ...commentOf(field),
      `    ${field.name}: ${typeText(field.type, '')}`,
    ]),
  ].join('\n');
}

/** The form that permits any name of a field. */
function byCall({ name, fields }: NamedType): string {
  if (fields.some(({ required }) => !required)) {
    throw new Error(`${name} has a reserved name beside optional fields.`);
  }
  return [
    `${name} = TypedDict(`,
    `    "${name}",`,
    '    {',
    ...fields.flatMap((field) => [
      ...commentOf(field).map((line) => `    ${line}`),
      `        "${field.name}": "${typeText(field.type, '').replaceAll('"', "'")}",`,
    ]),
    '    },',
    ')',
  ].join('\n');
}

function commentOf({ description }: Field): string[] {
  return description === '' ? [] : wrapped(description, 110).map((line) => `    # ${line}`);
}

/** @param prefix of the module that has the types */
export function typeText({ shape, nullable }: ValueType, prefix: string): string {
  const text = shapeText(shape, prefix);
  return nullable ? `Optional[${text}]` : text;
}

function shapeText(shape: ValueType['shape'], prefix: string): string {
  switch (shape.kind) {
    case 'literal':
      return `Literal[${shape.values.map((value) => `"${value}"`).join(', ')}]`;
    case 'array':
      return `List[${typeText(shape.items, prefix)}]`;
    case 'named':
      return `${prefix}${shape.name}`;
    case 'string':
      return 'str';
    case 'integer':
      return 'int';
    case 'number':
      return 'float';
    case 'boolean':
      return 'bool';
    case 'unknown':
      return 'Any';
  }
}
