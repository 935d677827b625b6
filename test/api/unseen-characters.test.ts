/** No text of a stranger has characters that its reader does not see. */
import type { Request } from 'express';
import { z } from 'zod';
import { readBody, parsePlain } from '../../api/middleware/body';
import { buyerRoutes } from '../../api/routes/buyer';
import type { DeclaredRoute } from '../../api/routes/declared-route';
import { marketRoutes } from '../../api/routes/market';
import { operatorRoutes } from '../../api/routes/operator';
import { sellerRoutes } from '../../api/routes/seller';
import { testModeRoutes } from '../../api/routes/test-mode';
import { hasUnseen } from '../../domain/plain-text';
import { Exchange } from '../support/exchange';

const UNSEEN = {
  'a new line': '\n',
  'a tab': '\t',
  NUL: '\0',
  'an escape': '\u001B[2J',
  DEL: '\u007F',
  'C1, which terminals read as an escape': '\u009B',
  'a soft hyphen': '\u00AD',
  'an Arabic letter mark': '\u061C',
  'a Hangul filler': '\u3164',
  'a vowel separator': '\u180E',
  'a zero-width space': '\u200B',
  'a zero-width joiner': '\u200D',
  'a mark of direction': '\u200E',
  'a line separator': '\u2028',
  'an override of direction': '\u202E',
  'a word joiner': '\u2060',
  'an isolate': '\u2066',
  'a byte order mark': '\uFEFF',
  'an interlinear anchor': '\uFFF9',
  'a tag': '\u{E0041}',
} as const;

test.each(Object.entries(UNSEEN))('%s is not seen', (_what, character) => {
  expect(hasUnseen(`a${character}b`)).toBe(true);
});

test.each(['Ada', 'Łódź 東京 Αθήνα मुंबई القاهرة', 'A – “B” ❤️ 🚀', '', '~ \u00A0'])(
  '%p is seen as it is',
  (text) => {
    expect(hasUnseen(text)).toBe(false);
  },
);

const all: Record<string, DeclaredRoute> = {
  ...buyerRoutes,
  ...sellerRoutes,
  ...marketRoutes,
  ...operatorRoutes,
  ...testModeRoutes,
};
/** A chat is read by its seller alone. */
const withBody = Object.entries(all).filter(
  ([, { body, reader }]) => body && reader !== 'chatBody',
);
const withQuery = Object.entries(all).filter(([, { query }]) => query);

type Path = readonly (string | number)[];

interface JsonSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
}

/** Every place of a text, of the optional ones too. */
function textsOf(schema: JsonSchema, root = schema, path: Path = []): Path[] {
  const named = schema.$ref && root.$defs?.[schema.$ref.replace('#/$defs/', '')];
  if (named) return textsOf(named, root, path);
  const properties = Object.entries(schema.properties ?? {});
  return [
    ...(schema.type === 'string' ? [path] : []),
    ...(schema.items ? textsOf(schema.items, root, [...path, 0]) : []),
    ...(schema.anyOf ?? []).flatMap((one) => textsOf(one, root, path)),
    ...properties.flatMap(([name, one]) => textsOf(one, root, [...path, name])),
  ];
}

function textsOfInput(schema: z.ZodType): Path[] {
  return textsOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
}

/** The value with a text at this place. */
function withText(value: unknown, [name, ...rest]: Path, text: string): unknown {
  if (name === undefined) return text;
  if (typeof name === 'number') {
    const [first, ...others] = Array.isArray(value) ? (value as unknown[]) : [];
    return [withText(first, rest, text), ...others];
  }
  const members = (value ?? {}) as Record<string, unknown>;
  return { ...members, [name]: withText(members[name], rest, text) };
}

const nameOf = (path: Path) =>
  path.reduce<string>(
    (name, part) =>
      typeof part === 'number' ? `${name}[${part}]` : name ? `${name}.${part}` : part,
    '',
  );

test.each(withBody)('%s refuses them in every text of its body', (_id, { body, example }) => {
  for (const path of textsOfInput(body!)) {
    const request = { body: withText(example?.body ?? {}, path, 'a\u200Bb') } as Request;
    expect(() => readBody(request, body!)).toThrow(
      expect.objectContaining({
        param: nameOf(path),
        message: expect.stringContaining('zero-width'),
      }),
    );
  }
});

test.each(withQuery)('%s refuses them in every text of its query', (_id, { query }) => {
  for (const path of textsOfInput(query!)) {
    expect(() => parsePlain(query!, withText({}, path, 'a\u202Eb'))).toThrow(
      expect.objectContaining({ param: nameOf(path) }),
    );
  }
});

test('the texts of many routes were found', () => {
  const found = withBody.flatMap(([, { body }]) => textsOfInput(body!).map(nameOf));
  for (const name of [
    'name',
    'label',
    'reason',
    'description',
    'regions[0]',
    'decisions[0].reason',
  ])
    expect(found).toContain(name);
});

describe('over HTTP', () => {
  let exchange: Exchange;
  beforeAll(async () => {
    exchange = await Exchange.pooled();
  });
  afterAll(() => exchange.stop());

  test('a stranger who registers gets the name of the field', async () => {
    const body = {
      name: 'North​',
      endpoint_url: 'https://unseen.invalid/v1',
      api_key: 'k'.repeat(40),
      supported_models: ['llama-3.1-8b'],
    };
    for (const [change, param, code] of [
      [{}, 'name', 'invalid_request'],
      [{ name: 'North', regions: ['eu-west\u202E'] }, 'regions[0]', 'invalid_region'],
      [{ name: 'North', supported_models: ['a\tb'] }, 'supported_models[0]', 'invalid_model'],
    ] as const) {
      const answer = await exchange.send('POST', '/seller/v1/register', {
        body: { ...body, ...change },
      });
      expect(answer).toMatchObject({ status: 400, body: { code, param } });
      expect(answer.body.message).toBe(
        `${param}: must have no control, zero-width or bidirectional characters.`,
      );
    }
  });
});
