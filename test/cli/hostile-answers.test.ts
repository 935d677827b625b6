/** Whatever a gateway answers, no command writes a control character of it to the terminal. */
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Command } from 'commander';
import fc from 'fast-check';
import { describeSurface } from '../../api/openapi/document';
import { createProgram, main } from '../../cli/main';
import { plainText } from '../../domain/plain-text';
import { type Components, type Schema, valuesOf } from '../api/from-schema';
import { NO_PROFILES } from './command';

const HOSTILE =
  '\u001B]52;c;ZWNobw==\u0007\u001B[2J\u0000\u007F\u009B31m\u061C\u200E\u202Egnp\u2066\r\nrow\tcell';
/** What may stand in the output of a command, besides its own rows. */
const FORBIDDEN = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/u;
/** They ask no gateway, wait for ever, or have tests of their own. */
const OTHERS =
  /^(?:secrets|verify|doctor|login|logout|profiles|completion|seller up|seller check|seller import|help)\b/;
/** Options without which some commands ask nothing. */
const NEEDED = /^--(?:yes|all|contract)$/;
const ARGUMENTS: Readonly<Record<string, string>> = { shell: 'bash' };
const OPTIONS: Readonly<Record<string, string>> = {
  '--side': 'bid',
  '--state': 'open',
  '--standing': 'suspended',
  '--mode': 'halted',
};

interface Operation {
  readonly responses: Readonly<Record<string, { content?: Record<string, { schema: Schema }> }>>;
}

let server: Server;
let refusing = false;
let asked = 0;
beforeAll(async () => {
  server = createServer((req, res) => {
    asked += 1;
    const [path = ''] = (req.url ?? '').split('?');
    res.writeHead(refusing ? 400 : 200, { 'content-type': 'application/json' });
    res.end(JSON.stringify(refusing ? refusal() : answerOf(req.method ?? '', path)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  Object.assign(process.env, {
    TOKENBOOK_URL: url,
    TOKENBOOK_ADMIN_URL: url,
    TOKENBOOK_BUYER_KEY: 'a-buyer-key',
    TOKENBOOK_SELLER_KEY: 'a-seller-key',
    TOKENBOOK_OPERATOR_TOKEN: 'an-operator-token',
    TOKENBOOK_PROFILES: NO_PROFILES,
  });
});
afterAll(() => void server.close());

const refusal = () => ({ code: `code${HOSTILE}`, message: HOSTILE, param: null });

/** What the route may answer, with hostile texts. */
function answerOf(method: string, path: string): unknown {
  const [, prefix = ''] = /^\/(buyer|seller|market)\//.exec(path) ?? [];
  const surface = path.startsWith('/admin/') ? 'operator' : ((prefix || 'buyer') as 'buyer');
  const { paths = {}, components } = describeSurface(surface);
  const below = prefix === '' ? path : path.slice(prefix.length + 1);
  const [, methods = {}] =
    Object.entries(paths).find(([template]) =>
      new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(below),
    ) ?? [];
  const operation = (methods as Record<string, Operation>)[method.toLowerCase()];
  const schema = operation?.responses['200']?.content?.['application/json']?.schema;
  if (!schema) return { text: HOSTILE };
  const values = valuesOf(schema, (components?.schemas ?? {}) as Components);
  return spoilt(fc.sample(values, { numRuns: 20, seed: 1 }).at(-1));
}

/** Numbers and times stay readable: a command that fails on them shows less. */
function spoilt(value: unknown): unknown {
  if (typeof value === 'string') return /^[-\d.:TZ]+$/.test(value) ? value : value + HOSTILE;
  if (Array.isArray(value)) return value.map(spoilt);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, spoilt(inner)]));
}

function leaves(command: Command, above: readonly string[] = []): [string, string[]][] {
  if (command.commands.length > 0) {
    return command.commands.flatMap((one) => leaves(one, [...above, one.name()]));
  }
  const given = command.registeredArguments
    .filter(({ required }) => required)
    .map((argument) => ARGUMENTS[argument.name()] ?? argument.argChoices?.[0] ?? '12');
  const options = command.options
    .filter(({ mandatory, long }) => mandatory || NEEDED.test(long!))
    .flatMap(({ long, argChoices, required }) =>
      required ? [long!, OPTIONS[long!] ?? argChoices?.[0] ?? '12'] : [long!],
    );
  return [[above.join(' '), [...above, ...given, ...options]]];
}

async function outputOf(argv: readonly string[]): Promise<string> {
  const written: string[] = [];
  const keep = (...parts: unknown[]) => void written.push(parts.join(' '));
  const spies = [
    jest.spyOn(console, 'log').mockImplementation(keep),
    jest.spyOn(console, 'error').mockImplementation(keep),
    ...[process.stdout, process.stderr].map((stream) =>
      jest.spyOn(stream, 'write').mockImplementation((text) => (keep(String(text)), true)),
    ),
  ];
  try {
    await main(['node', 'tokenbook', ...argv]).catch((err: Error) => keep(err.message));
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.exitCode = 0;
  }
  return written.join('\n');
}

const commands = leaves(createProgram()).filter(([name]) => !OTHERS.test(name));

describe.each([
  ['an answer', false],
  ['a refusal', true],
])('%s with control characters', (_what, isRefusal) => {
  test.each(commands)('%s', async (_name, argv) => {
    refusing = isRefusal;
    asked = 0;
    const output = await outputOf(argv);
    expect({ output, asked: asked > 0 }).toEqual({ output: expect.any(String), asked: true });
    expect(output.split('').filter((sign) => FORBIDDEN.test(sign))).toEqual([]);
    expect(output).toContain(isRefusal ? plainText(HOSTILE) : '');
  });
});

test('a command prints exact texts as JSON', async () => {
  refusing = true;
  const output = await outputOf(['--json', 'accounts', 'list']);
  expect(JSON.parse(output)).toEqual(refusal());
});
