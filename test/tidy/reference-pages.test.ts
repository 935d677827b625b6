/** Pages about the code and the API that are written by hand: what they name exists, and what they list is complete. */
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { generatedDescriptions } from '../../api/openapi/generated-files';
import { chatRequestSchema } from '../../api/schemas/chat';
import { type Variable, variableGroups } from '../../setup/generate/variables';
import { parse, typescriptFiles } from '../../setup/generate/sources';
import { measurePrompt } from '../../domain/prompts/size';
import { prepareBody } from '../../domain/seller-body';

const read = (path: string) => readFileSync(path, 'utf8');
const below = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => `${folder}/${path}`);

describe('settings in concepts, internals, reference, rules and decisions', () => {
  const pages = ['concepts', 'internals', 'reference', 'rules', 'adr'].flatMap((folder) =>
    below(`docs/${folder}`),
  );
  const known = settings();
  const SIZES: Readonly<Record<string, number>> = { s: 1_000, min: 60_000, h: 3_600_000 };

  test('every one exists', () => {
    const unknown = pages.flatMap((page) =>
      [...read(page).matchAll(/`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`/g)]
        .filter(([, name = '']) => !known.has(name) && !OTHER_NAMES.has(name))
        .map(([, name]) => `${page}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  test('a number behind one is its default', () => {
    const stated = pages.flatMap((page) =>
      [
        ...read(page).matchAll(
          /`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`(?: \(|, | \| )([\d,]+)(?: (s|min|h|%)\b)?(?!\^)/g,
        ),
      ]
        .filter(([, name = '']) => known.has(name))
        .map(([, name = '', digits = '', unit]) => ({ page, name, digits, unit })),
    );
    expect(stated.length).toBeGreaterThan(20);
    const wrong = stated.filter(({ name, digits, unit }) => {
      const number = Number(digits.replaceAll(',', ''));
      const factor = name.endsWith('_MS') ? (SIZES[unit ?? ''] ?? 1) : 1;
      const { defaultValue } = known.get(name)!;
      return defaultValue !== null && String(number * factor) !== defaultValue;
    });
    expect(wrong).toEqual([]);
  });
});

/** Of requests, of proxies, and one that is switched off. */
const OTHER_HEADERS = new Set([
  'x-accel-buffering',
  'x-error-codes', // a field of the AsyncAPI description
  'x-forwarded-for',
  'x-powered-by',
  'x-release', // a field of the descriptions
  'x-seller-api-key',
]);

/** Names in capitals that are no settings: constants of the code, and variables of tests. */
const OTHER_NAMES = new Set([
  'ENGINE_MODEL_RUNS',
  'NO_COLOR',
  'RELAY_DEATHS',
  'TOKENBOOK_URL',
  'TOKENBOOK_ADMIN_URL',
  'TOKENBOOK_PROFILE',
  'TOKENBOOK_PROFILES',
  'TOKENBOOK_BUYER_KEY',
  'TOKENBOOK_SELLER_KEY',
  'TOKENBOOK_TICKET',
]);

test('every name that differs from its word in the glossary is in its file', () => {
  const page = 'docs/concepts/words.md';
  const [, section = ''] = read(page).split('## Names that differ');
  const rows = [...section.matchAll(/^\| `(\w+)` \| (.+?) \|/gm)];
  expect(rows.length).toBeGreaterThan(8);
  const missing = rows.flatMap(([, name = '', links = '']) =>
    [...links.matchAll(/\]\(([^)]+)\)/g)]
      .map(([, link = '']) => normalize(join(dirname(page), link)))
      .filter((path) => !new RegExp(`\\b${name}\\b`).test(read(path)))
      .map((path) => `${name} in ${path}`),
  );
  expect(missing).toEqual([]);
});

describe('conventions.md', () => {
  const page = read('docs/reference/conventions.md');

  test('every price of a description states its unit, and so is in the table', () => {
    const [, table = ''] = page.split('generated: prices');
    const fields = Object.values(generatedDescriptions()).flatMap((text) =>
      [...text.matchAll(/"((?:\w+_)?price(?:_\w+)?|best_(?:ask|bid))": \{\s*"type"/g)].map(
        ([, field = '']) => field,
      ),
    );
    expect(fields.length).toBeGreaterThan(20);
    expect(fields.filter((field) => !table.includes(`\`${field}\``))).toEqual([]);
  });

  test('every quota is listed', () => {
    const names = [...settings().keys()].filter((name) => name.endsWith('_QUOTA'));
    const unlisted = names.filter((name) => !page.includes(`| \`${name}\` |`));
    expect(unlisted).toEqual(['CODEC_QUOTA']); // of the operator's port
  });

  test('its lines about headers name every header that our code sets', () => {
    const sent = typescriptFiles()
      .filter(({ module }) => module === 'api')
      .flatMap(({ text }) => [
        ...text.matchAll(/['`](x-[a-z-]+|RateLimit(?:-Policy)?|Retry-After|ETag|Allow)(?:'|: \$)/g),
      ])
      .map(([, name = '']) => name)
      .filter((name) => !OTHER_HEADERS.has(name));
    const unlisted = [...new Set(sent)].filter((name) => !page.includes(`| \`${name}\` |`));
    expect(unlisted).toEqual([]);
  });
});

describe('compatibility.md', () => {
  const SDK_FIELDS = sdkFields();
  const OWN = ['max_price', 'region', 'venue_pin', 'provider', 'models', 'session_id'];
  const rows = [
    ...read('docs/reference/compatibility.md').matchAll(
      /^\| `(\w+)` \| (yes|no) \| (yes|no) \| (yes|no|replaced) \|/gm,
    ),
  ].map(([, field = '', isRead, isCounted, sent]) => ({ field, isRead, isCounted, sent }));

  test('every field of the OpenAI SDK and every field of ours has a line', () => {
    expect(rows.map(({ field }) => field)).toEqual([...SDK_FIELDS.keys(), ...OWN].sort());
  });

  test('each is read, counted and sent as its line says', () => {
    const yes = (is: boolean) => (is ? 'yes' : 'no');
    const found = rows.map(({ field }) => ({
      field,
      isRead: yes(field in chatRequestSchema.shape),
      isCounted: yes(countsText(field)),
      sent: field === 'model' ? 'replaced' : yes(isSent(field)),
    }));
    expect(rows).toEqual(found);
  });

  /** Texts and names of the field add to the prompt. */
  function countsText(field: string): boolean {
    const text = 'every text of this field is counted as a part of the prompt';
    const messages = field === 'messages' ? [{ role: 'user', content: text }] : [];
    const isWithoutText = /^(?:number|boolean|null|true|false|\W)+$/.test(
      SDK_FIELDS.get(field) ?? '-x',
    );
    const value = isWithoutText ? 3 : { text };
    const request = { messages, ...(field === 'messages' ? {} : { [field]: value }) };
    return measurePrompt(request).tokens - measurePrompt({ messages: [] }).tokens > 8;
  }

  function isSent(field: string): boolean {
    const sent = prepareBody(Buffer.from(JSON.stringify({ model: 'a', messages: [], [field]: 3 })));
    return Object.hasOwn(JSON.parse(Buffer.from(sent.bytes).toString()) as object, field);
  }
});

describe('dependencies.md', () => {
  const [, atRunTime = '', forDevelopment = ''] = read('docs/internals/dependencies.md').split(
    /^## /m,
  );
  const manifest = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;

  test.each([
    ['dependencies', atRunTime],
    ['devDependencies', forDevelopment],
  ])('every one of %s has a line, in order, with all four cells', (kind, section) => {
    const rows = [...section.matchAll(/^\| `([^`]+)` \| .+ \| .+ \| .+ \|$/gm)];
    expect(rows.map(([, name]) => name)).toEqual(Object.keys(manifest[kind] ?? {}));
  });
});

function settings(): Map<string, Variable> {
  const all = variableGroups().flatMap(({ variables }) => variables);
  return new Map(all.map((one) => [one.name, one]));
}

/** What a chat completion may carry: the type of each field by its name, in the types of the stock client. */
function sdkFields(): Map<string, string> {
  const path = 'node_modules/openai/resources/chat/completions/completions.d.ts';
  const body = parse({ path, text: read(path), module: '' }).statements.find(
    (statement): statement is ts.InterfaceDeclaration =>
      ts.isInterfaceDeclaration(statement) &&
      statement.name.text === 'ChatCompletionCreateParamsBase',
  );
  const fields = body?.members.filter(ts.isPropertySignature) ?? [];
  return new Map(fields.map(({ name, type }) => [name.getText(), type?.getText() ?? '']));
}

describe('architecture.md', () => {
  const PAGE = 'docs/internals/architecture.md';
  const steps = [...read(PAGE).matchAll(/\[([\w.-]+)\]\((\.\.\/[^)]+)\) `([\w.]+)`/g)].map(
    ([, shown = '', link = '', name = '']) => ({
      path: normalize(join(dirname(PAGE), link)),
      shown,
      name,
    }),
  );

  test('every step names a file and a function that it exports', () => {
    expect(steps.length).toBeGreaterThan(40);
    const wrong = steps.filter(
      ({ path, shown, name }) => !path.endsWith(`/${shown}`) || !definitionsOf(path).includes(name),
    );
    expect(wrong.map(({ path, name }) => `${path} ${name}`)).toEqual([]);
  });

  test('every module is drawn and described', () => {
    const page = read(PAGE);
    const aside = ['', 'bench', 'examples', 'test'];
    const modules = new Set(typescriptFiles().map(({ module }) => module));
    const missing = [...modules].filter(
      (name) =>
        !aside.includes(name) &&
        !(page.includes(`<b>${name}</b>`) && new RegExp(`^\\|.*\`${name}/\``, 'm').test(page)),
    );
    expect(missing).toEqual([]);
  });

  test('the steps of each path are numbered', () => {
    const tables = read(PAGE).split(/^## /m).slice(3);
    for (const table of tables) {
      const numbers = [...table.matchAll(/^\| (\d+) \|/gm)].map(([, number]) => Number(number));
      expect(numbers).toEqual(numbers.map((_, index) => index + 1));
    }
  });
});

/** Exported names, `Class.method` of exported classes, and of Lua what is registered. */
function definitionsOf(path: string): string[] {
  if (!existsSync(path)) return [];
  const text = read(path);
  if (path.endsWith('.lua')) {
    return [...text.matchAll(/^command\('(\w+)'/gm)].map(([, name = '']) => name);
  }
  return parse({ path, text, module: '' }).statements.flatMap((statement) => {
    const isExported = ts.canHaveModifiers(statement)
      ? ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
      : false;
    if (!isExported) return [];
    if (ts.isVariableStatement(statement)) {
      return statement.declarationList.declarations.map(({ name }) => name.getText());
    }
    if (ts.isFunctionDeclaration(statement)) return [statement.name?.text ?? ''];
    if (!ts.isClassDeclaration(statement)) return [];
    const name = statement.name?.text ?? '';
    const members = statement.members.map((member) => `${name}.${member.name?.getText() ?? ''}`);
    return [name, ...members];
  });
}
