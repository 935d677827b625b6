/**
 * What Postman requires of a collection of version 2.1, as far as ours uses it. Nothing else is
 * allowed, so that a misspelt field is found.
 */
const text = { type: 'string' };
const named = (properties: object, required: readonly string[]) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const listOf = (items: object) => ({ type: 'array', items });

const values = listOf(named({ key: text, value: text, type: text }, ['key']));
const header = listOf(
  named({ key: text, value: text, description: text, disabled: { type: 'boolean' } }, [
    'key',
    'value',
  ]),
);
const variable = listOf(
  named({ key: text, value: text, description: text, type: { const: 'string' } }, ['key', 'value']),
);
const request = named(
  {
    method: { enum: ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] },
    description: text,
    auth: named(
      { type: { enum: ['apikey', 'bearer', 'noauth'] }, apikey: values, bearer: values },
      ['type'],
    ),
    header,
    url: named({ raw: text, host: listOf(text), path: listOf(text), query: header, variable }, [
      'raw',
      'host',
      'path',
    ]),
    body: named(
      {
        mode: { const: 'raw' },
        raw: text,
        options: named({ raw: named({ language: { const: 'json' } }, ['language']) }, ['raw']),
      },
      ['mode', 'raw'],
    ),
  },
  ['method', 'url'],
);
const response = named(
  {
    name: text,
    originalRequest: request,
    status: text,
    code: { type: 'integer' },
    header,
    body: text,
    _postman_previewlanguage: text,
  },
  ['code'],
);

export const COLLECTION_SCHEMA = {
  ...named(
    {
      info: named(
        {
          name: text,
          description: text,
          version: text,
          schema: { const: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
        },
        ['name', 'schema'],
      ),
      item: listOf({ $ref: '#/$defs/item' }),
      variable,
    },
    ['info', 'item'],
  ),
  $defs: {
    item: {
      oneOf: [
        named({ name: text, request, response: listOf(response) }, ['name', 'request']),
        named(
          { name: text, item: { type: 'array', items: { $ref: '#/$defs/item' }, minItems: 1 } },
          ['name', 'item'],
        ),
      ],
    },
  },
};
