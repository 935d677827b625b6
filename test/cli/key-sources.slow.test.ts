/** A key goes to the address beside which it is kept, whatever else names an address. */
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { type IncomingMessage, type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMMAND, ROOT } from './command';

/** A listener that keeps what it is asked. */
class Listener {
  readonly asked: IncomingMessage[] = [];
  private readonly server: Server;

  constructor(redirect?: () => string) {
    this.server = createServer((req, res) => {
      this.asked.push(req);
      if (redirect) return res.writeHead(307, { location: redirect() }).end();
      return res.writeHead(200, { 'content-type': 'application/json' }).end('{"accounts":[]}');
    });
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Keys that arrived since the last look. */
  keys(): string[] {
    return this.asked.splice(0).map(({ headers }) => JSON.stringify(headers));
  }

  close(): void {
    this.server.close();
  }
}

let own: Listener;
let foreign: Listener;
let folder: string;
/** A copy of the command with a `.env` of its own. */
let installation: string;
beforeAll(async () => {
  own = await new Listener().listen();
  foreign = await new Listener().listen();
  folder = await mkdtemp(join(tmpdir(), 'tokenbook-key-sources-'));
  installation = join(folder, 'installation');
  await mkdir(join(installation, 'cli'), { recursive: true });
  await cp(COMMAND, join(installation, 'cli', 'tokenbook.mjs'));
  await symlink(join(ROOT, 'dist'), join(installation, 'dist'));
  const profiles = {
    mine: {
      url: own.url,
      admin_url: own.url,
      operator_token: 'token-of-profile',
      buyer_key: 'buyer-of-profile',
      seller_key: 'seller-of-profile',
    },
  };
  const file = { default: 'mine', profiles };
  await writeFile(join(folder, 'profiles.json'), JSON.stringify(file), { mode: 0o600 });
  const secrets = { TOKENBOOK_OPERATOR_TOKEN: 'token-of-home' };
  const demo = { buyer: { buyerKey: 'buyer-of-home' } };
  await writeFile(join(folder, 'credentials.json'), JSON.stringify({ secrets, demo }));
});
afterAll(async () => {
  for (const listener of [own, foreign]) listener.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  for (const listener of [own, foreign]) listener.keys();
});

interface Typed {
  readonly environment?: Record<string, string>;
  readonly cwd?: string;
  readonly profiles?: string;
  readonly command?: string;
}

async function run(args: string[], { environment, cwd, profiles, command }: Typed = {}) {
  const env = {
    PATH: process.env['PATH'] ?? '',
    TOKENBOOK_PROFILES: join(folder, profiles ?? 'profiles.json'),
    TOKENBOOK_HOME: folder,
    ...environment,
  };
  return new Promise<{ code: number | null; said: string }>((resolve) => {
    const options = { cwd: cwd ?? folder, env };
    const child = execFile(
      process.execPath,
      [command ?? join(installation, 'cli', 'tokenbook.mjs'), ...args],
      options,
      (_err, stdout, stderr) => resolve({ code: child.exitCode, said: stdout + stderr }),
    );
    child.stdin!.end('key');
  });
}

const COMMANDS: readonly (readonly [string, readonly string[]])[] = [
  ['operator', ['accounts', 'list']],
  ['buyer', ['orders', 'list']],
  ['seller', ['offers', 'list']],
];
const ADDRESSES = (url: string) => ({ TOKENBOOK_URL: url, TOKENBOOK_ADMIN_URL: url });

test.each(COMMANDS)(
  "a folder's .env that names another address gets no key (%s)",
  async (_role, args) => {
    const stranger = await mkdtemp(join(folder, 'stranger-'));
    const lines = Object.entries(ADDRESSES(foreign.url)).map(([name, value]) => `${name}=${value}`);
    await writeFile(join(stranger, '.env'), lines.join('\n'));
    await run([...args], { cwd: stranger });
    expect(foreign.keys()).toEqual([]);
    expect(own.keys()).toEqual([expect.stringContaining('-of-profile')]);
  },
);

describe.each(COMMANDS)('a key of the %s', (_role, args) => {
  test('in a profile does not go to an address of the environment, and the refusal names both', async () => {
    const { code, said } = await run([...args], { environment: ADDRESSES(foreign.url) });
    expect({ code, foreign: foreign.keys() }).toEqual({ code: 6, foreign: [] });
    expect(said).toContain(own.url);
    expect(said).toContain(foreign.url);
  });

  test('in a profile does not go to --url, unless that is its address', async () => {
    expect((await run([...args, '--url', foreign.url])).code).toBe(6);
    await run([...args, '--url', foreign.url, '--profile', 'mine']);
    expect(foreign.keys()).toEqual([]);
    await run([...args, '--url', own.url.replace('127.0.0.1', 'localhost')]);
    expect(own.keys()).toHaveLength(1);
  });

  test('in the environment does not go to the address of a profile', async () => {
    const keys = {
      TOKENBOOK_OPERATOR_TOKEN: 'of-environment',
      TOKENBOOK_BUYER_KEY: 'of-environment',
      TOKENBOOK_SELLER_KEY: 'of-environment',
    };
    const ports = { PORT: String(foreign.port), ADMIN_PORT: String(foreign.port) };
    await run([...args], { environment: { ...keys, ...ports } });
    expect(own.keys()).toEqual([]);
    expect(foreign.keys()).toEqual([expect.stringContaining('of-environment')]);
    await run([...args, '--profile', 'mine'], { environment: { ...keys, ...ports } });
    expect(own.keys()).toEqual([expect.stringContaining('of-profile')]);
    expect(foreign.keys()).toEqual([]);
  });

  test('is not sent after a redirect', async () => {
    const redirecting = await new Listener(() => `${foreign.url}/there`).listen();
    const keys = {
      TOKENBOOK_OPERATOR_TOKEN: 'k',
      TOKENBOOK_BUYER_KEY: 'k',
      TOKENBOOK_SELLER_KEY: 'k',
    };
    const environment = { ...keys, ...ADDRESSES(redirecting.url) };
    const { code, said } = await run([...args], { environment });
    redirecting.close();
    expect({ code, foreign: foreign.keys() }).toEqual({ code: 3, foreign: [] });
    expect(said).toContain(`redirects to ${foreign.url}/there`);
  });
});

test("the local exchange's keys go to this machine's ports only", async () => {
  const none = { profiles: 'none.json' };
  for (const args of [
    ['accounts', 'list'],
    ['orders', 'list'],
  ]) {
    const environment = ADDRESSES(foreign.url);
    expect((await run(args, { ...none, environment })).code).toBe(6);
    expect((await run([...args, '--url', foreign.url], none)).code).toBe(6);
    expect(foreign.keys()).toEqual([]);
    const ports = { PORT: String(own.port), ADMIN_PORT: String(own.port) };
    await run(args, { ...none, environment: ports });
    expect(own.keys()).toEqual([expect.stringContaining('-of-home')]);
  }
});

describe("the installation's own .env", () => {
  beforeAll(async () => {
    const lines = ['TOKENBOOK_OPERATOR_TOKEN=of-file', `ADMIN_PORT=${own.port}`];
    await writeFile(join(installation, '.env'), lines.join('\n'));
  });
  afterAll(() => rm(join(installation, '.env')));

  const LIST = ['accounts', 'list'];
  const none = { profiles: 'none.json' };

  test('is read wherever the command is typed, below the environment', async () => {
    expect((await run(LIST, { ...none, cwd: tmpdir() })).code).toBe(0);
    expect(own.keys()).toEqual([expect.stringContaining('of-file')]);
    await run(LIST, { ...none, environment: { TOKENBOOK_OPERATOR_TOKEN: 'of-caller' } });
    expect(own.keys()).toEqual([expect.stringContaining('of-caller')]);
  });

  test('does not give its keys to --url, an address of the environment or a named profile', async () => {
    await run([...LIST, '--url', foreign.url], none);
    await run(LIST, { ...none, environment: ADDRESSES(foreign.url) });
    expect(foreign.keys()).toEqual([]);
    await run([...LIST, '--profile', 'mine']);
    expect(own.keys()).toEqual([expect.stringContaining('token-of-profile')]);
  });
});

test('a login does not move the keys of a profile to another address', async () => {
  const login = ['login', 'mine', '--as', 'seller', '--no-check', '--url', foreign.url];
  const { code, said } = await run(login);
  expect(code).toBe(2);
  expect(said).toContain(`Profile mine has a buyer key for ${own.url}.`);
});
