/** The commands of the pages, pasted in their order into a shell beside `npm start`. */
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '../../setup/servers/ports';
import { NpmStart, type Ports, freePorts, stillRunning } from '../setup/npm-start';
import { buildOnce } from '../support/processes';
import { sharedServers } from '../support/shared-servers';
import { until } from '../support/wait';
import { type Block, ROOT, blocksOf } from './page-blocks';
import { PageShell } from './page-shell';
import { PAGES } from './pages';
import { missingFrom } from './shown-output';

const RUNNING = 'Ctrl-C stops everything';
let folder: string;
let ports: Ports;
let exchange: NpmStart;
let shellOf: () => PageShell;

beforeAll(async () => {
  await buildOnce();
  folder = mkdtempSync(join(tmpdir(), 'tokenbook-documents-'));
  // The project as a reader has it, with data of its own.
  for (const entry of readdirSync(ROOT).filter((name) => !/^\.(?:tokenbook|env|git)$/.test(name)))
    symlinkSync(join(ROOT, entry), join(folder, entry));
  ports = await freePorts();
  const home = join(folder, '.tokenbook');
  exchange = NpmStart.run(home, ports, '--test-mode');
  const [seller, otherSeller] = [String(await freePort()), String(await freePort())];
  const environment = {
    // The command that the pages expect in the cache is where this machine has it.
    PATH: [quickNpx(folder), process.env.PATH, dirname(sharedServers().binaries.temporal)].join(
      ':',
    ),
    HOME: process.env.HOME,
    XDG_CONFIG_HOME: join(folder, '.config'),
    ...ports,
    TOKENBOOK_HOME: home,
    TOKENBOOK_URL: `http://127.0.0.1:${ports.PORT}`,
    TEMPORAL_ADDRESS: `127.0.0.1:${ports.TEMPORAL_PORT}`,
    SELLER_PORT: seller,
    CURL_HOME: strictCurl(folder),
  };
  const [server, endpoint] = [String(await freePort()), String(await freePort())];
  const sellers = { '9100': seller, '9200': otherSeller, '8000': server, '9110': endpoint };
  const fixed = { ...FIXED_PORTS, ...sellers };
  const chosen = Object.entries(fixed).map(
    ([port, value]) => [port, value in ports ? ports[value as keyof Ports] : value] as const,
  );
  chosen.push(['8090', String(Number(ports.PORT) + 10)]); // the gateway of test mode
  shellOf = () => new PageShell(folder, environment, new Map(chosen));
  await exchange.says(RUNNING);
});

afterAll(async () => {
  const left = exchange.children();
  exchange.child.kill('SIGTERM');
  await exchange.exited;
  for (const { pid } of await stillRunning(left)) process.kill(pid, 'SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const FIXED_PORTS: Record<string, keyof Ports> = {
  '8080': 'PORT',
  '8081': 'ADMIN_PORT',
  '27117': 'MONGO_PORT',
  '6479': 'REDIS_PORT',
  '7233': 'TEMPORAL_PORT',
  '8233': 'TEMPORAL_UI_PORT',
};

test.each(PAGES)('the commands of %s', async (page) => {
  const shell = shellOf();
  if (page === 'docs/operate/backup.md') {
    exchange.child.kill('SIGINT');
    await exchange.exited;
  }
  try {
    for (const block of blocksOf(page)) await follow(shell, block);
  } finally {
    await shell.close();
  }
});

test('npx finds the command', async () => {
  const { stdout } = await promisify(execFile)('npx', ['tokenbook', '--version'], { cwd: ROOT });
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

async function follow(shell: PageShell, block: Block): Promise<void> {
  if (block.notRun !== null) return;
  const isStart = block.text === 'npm start';
  const place = `${block.page}:${block.line}`;
  if (!isStart) {
    await shell.run(block).catch((error: Error) => {
      throw new Error(`${place}: ${error.message}`);
    });
  }
  const { output } = block;
  if (!output) return;
  const printed = () => (isStart ? exchange.output() : shell.outputOf(block));
  const missing = () => missingFrom(printed(), shell.withPorts(output.text), output.language);
  // What runs in the background prints a moment later.
  if (/ &$/m.test(block.text)) {
    await until(() => missing().length === 0, { what: place }).catch((error: Error) => {
      throw new Error(`${error.message}; it printed:\n${printed()}`);
    });
  }
  expect({ place, missing: missing() }).toEqual({ place, missing: [] });
}

/** `npx tokenbook` without the second that npm takes to find it. */
function quickNpx(below: string): string {
  const bin = join(below, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'npx'), `#!/bin/sh\nshift\nexec node '${ROOT}/cli/tokenbook.mjs' "$@"\n`);
  chmodSync(join(bin, 'npx'), 0o755);
  return bin;
}

/** curl fails where it is refused, and shows no progress. */
function strictCurl(below: string): string {
  writeFileSync(join(below, '.curlrc'), 'silent\nshow-error\nfail-with-body\nmax-time = 50\n');
  return below;
}
