/** The generated part of the client for Python: the types, and one class per surface. */
import type { Api, Operation, Surface } from './operations';
import { type Field, type ValueType, pascalCase } from './schema';
import { pythonTypes, typeText } from './python-types';
import { wrapped } from './wrapped';

const FOLDER = 'clients/python/tokenbook/generated';
const NOTICE = '# Written by `npm run generate`; do not edit.';
const TYPING = 'from typing import Any, Dict, Iterator, List, Literal, Optional, Union';
/** Words of the language that are names of fields. */
const RESERVED: readonly string[] = ['from'];

/** Content by path. */
export function pythonClient(api: Api): Record<string, string> {
  const files = api.surfaces.map((surface) => [`${FOLDER}/${surface.name}.py`, classOf(surface)]);
  return {
    ...(Object.fromEntries(files) as Record<string, string>),
    // After the surfaces, which ask for the types that they use.
    [`${FOLDER}/types.py`]: pythonTypes(api, NOTICE),
    [`${FOLDER}/version.py`]: `${NOTICE}\nVERSION = "${api.version}"\n`,
    [`${FOLDER}/__init__.py`]: '',
  };
}

function classOf({ name, operations }: Surface): string {
  const methods = operations.flatMap((one) => [method(one), ...(one.page ? [iterator(one)] : [])]);
  const head = [
    NOTICE,
    'from __future__ import annotations',
    '',
    TYPING,
    '',
    'from .. import transport',
    'from . import types',
    '',
    '',
    `class ${pascalCase(name)}Client:`,
    '    def __init__(self, sender: transport.Transport) -> None:',
    '        self._sender = sender',
  ];
  return `${[head.join('\n'), ...methods].join('\n\n')}\n`;
}

function method(operation: Operation): string {
  const { id, answer, summary, description } = operation;
  const sent = [
    ...(operation.query.length > 0 ? [`query=${dictionary(operation, operation.query)},`] : []),
    ...(operation.body === null ? [] : [`body=${dictionary(operation, operation.bodyFields)},`]),
    ...(operation.replacesKey ? ['current_key=current_key,'] : []),
    ...(operation.idempotent ? ['idempotency_key=idempotency_key,'] : []),
    'timeout=timeout,',
  ];
  return [
    ...signature(snakeCase(id), parametersOf(operation), answer ? named(answer) : 'None'),
    ...docstring([summary, description].filter(Boolean).join('. ')),
    `        return self._sender.send(`,
    `            transport.Call(`,
    `                "${operation.method}",`,
    `                ${pathText(operation)},`,
    `                credential=${operation.credential === null ? 'None' : `"${operation.credential}"`},`,
    `                idempotent=${flag(operation.idempotent)},`,
    `                repeatable=${flag(operation.repeatable)},`,
    `            ),`,
    ...sent.map((line) => `            ${line}`),
    `        )`,
  ].join('\n');
}

/** Follows the cursors of a list. */
function iterator(operation: Operation): string {
  const { id, page, pathParameters, query } = operation;
  if (!page) return '';
  const passed = [
    ...pathParameters.map(({ name }) => parameterName(name)),
    ...query.map(({ name }) => `${parameterName(name)}=${parameterName(name)}`),
    'timeout=timeout',
  ].map((text) => (text === 'cursor=cursor' ? 'cursor=at' : text));
  return [
    ...signature(
      snakeCase(id).replace(/^(?:list|get)/, 'iterate'),
      parametersOf(operation),
      `Iterator[${typeText(page.item, 'types.')}]`,
    ),
    `        """Every item of \`${snakeCase(id)}\`, page after page."""`,
    `        return transport.each_item(`,
    `            lambda at: self.${snakeCase(id)}(${passed.join(', ')}), "${page.field}", cursor`,
    `        )`,
  ].join('\n');
}

function signature(name: string, parameters: readonly string[], returns: string): string[] {
  return [
    `    def ${name}(`,
    '        self,',
    ...parameters.map((parameter) => `        ${parameter},`),
    `    ) -> ${returns}:`,
  ];
}

/** What must be given comes first; all but ids in the path are named by the caller. */
function parametersOf(operation: Operation): string[] {
  const { pathParameters, query, bodyFields, idempotent, replacesKey, method: verb } = operation;
  const fields = [...query, ...bodyFields];
  const given = fields.filter(({ required }) => required);
  const optional = fields.filter(({ required }) => !required);
  // Of a change, null is a value of its own.
  const absent = verb === 'PATCH' ? 'transport.UNSET' : 'None';
  return [
    ...pathParameters.map(({ name }) => `${parameterName(name)}: str`),
    '*',
    ...given.map(({ name, type }) => `${parameterName(name)}: ${typeText(type, 'types.')}`),
    ...optional.map(
      ({ name, type }) => `${parameterName(name)}: ${optionalText(type, absent)} = ${absent}`,
    ),
    ...(replacesKey ? ['current_key: Optional[str] = None'] : []),
    ...(idempotent ? ['idempotency_key: Optional[str] = None'] : []),
    'timeout: Optional[float] = None',
  ];
}

function optionalText(type: ValueType, absent: string): string {
  if (absent !== 'None') return `Union[${typeText(type, 'types.')}, transport.Unset]`;
  return typeText({ ...type, nullable: true }, 'types.');
}

function dictionary({ method: verb }: Operation, fields: readonly Field[]): string {
  const entries = fields.map(({ name }) => `"${name}": ${parameterName(name)}`).join(', ');
  return verb === 'PATCH' ? `transport.given({${entries}})` : `transport.present({${entries}})`;
}

function pathText({ path, pathParameters }: Operation): string {
  if (pathParameters.length === 0) return `"${path}"`;
  const filled = path.replaceAll(
    /\{(\w+)\}/g,
    (_, name: string) => `{transport.quoted(${parameterName(name)})}`,
  );
  return `f"${filled}"`;
}

function docstring(text: string): string[] {
  const lines = wrapped(text, 100);
  if (lines.length === 1) return [`        """${text}${text.endsWith('.') ? '' : '.'}"""`];
  return [`        """${lines.join('\n        ')}`, '        """'];
}

function named(name: string): string {
  return `types.${name}`;
}

function flag(value: boolean): string {
  return value ? 'True' : 'False';
}

function parameterName(name: string): string {
  return RESERVED.includes(name) ? `${name}_` : name;
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
