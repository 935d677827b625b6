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
import { type Block, ROOT, blocksOf, unknownBlocksOf } from './page-blocks';
import { PageShell } from './page-shell';
import { missingFrom } from './shown-output';

/** In an order in which a reader may follow them: what one page leaves behind is there for the next. */
const PAGES = [
  'README.md',
  'docs/start.md',
  'docs/guides/sell.md',
  'docs/guides/seller-up.md',
  'docs/guides/buy-ahead.md',
  'docs/guides/test-mode.md',
  'docs/operate/monitoring.md',
  'docs/operate/alerts.md',
  'docs/operate/runbook.md',
  'docs/operate/verify.md',
  'docs/operate/console.md',
  'docs/operate/deploy.md',
  'docs/operate/kubernetes.md',
  'docs/operate/servers.md',
  'docs/operate/scale.md',
  'docs/operate/sharding.md',
  'docs/operate/security.md',
  'docs/operate/upgrade.md',
  'docs/operate/releases.md',
  'docs/operate/threats.md',
  'docs/operate/configuration.md',
  'docs/reference/operator-api.md',
  'examples/README.md',
  // Its commands need everything stopped.
  'docs/operate/backup.md',
];

/** `test/webhooks/guide.test.ts` and `test/clients` run their programs beside an exchange. */
const RUN_ELSEWHERE: readonly string[] = [
  'docs/guides/clients.md',
  'docs/guides/webhooks.md',
  'docs/quick-starts.md',
];

/** Each with its reason beside the block; a new one is added here, so that the list does not grow unseen. */
const NOT_RUN: readonly string[] = [
  'docs/operate/monitoring.md: OTEL_EXPORTER_OTLP_ENDPOINT=http://jaeger:4318 docker compose --profile app --profile observability up -d --build',
  'docs/operate/runbook.md: npx tokenbook restore "$BACKUP"',
  'docs/operate/runbook.md: rm -r .tokenbook/temporal',
  'docs/operate/runbook.md: temporal workflow cancel --workflow-id "$WORKFLOW_ID" --reason "stuck"',
  'docs/operate/deploy.md: docker compose up -d',
  'docs/operate/deploy.md: npm run --silent secrets > .env',
  'docs/operate/kubernetes.md: npm run --silent secrets > secrets.env',
  'docs/operate/kubernetes.md: CHART=deploy/helm/tokenbook',
  'docs/operate/kubernetes.md: kubectl -n tokenbook rollout restart deployment -l app.kubernetes.io/instance=tokenbook',
  'docs/operate/kubernetes.md: kubectl -n tokenbook port-forward service/tokenbook-operator 8081',
  'docs/operate/servers.md: NAMESPACE=tokenbook.a1b2c',
  'docs/operate/scale.md: npm run --silent bench -- --without-others --json > chat.json',
  'docs/operate/backup.md: npx tokenbook backup "tokenbook-$(date +%F).backup"',
  'docs/operate/backup.md: BACKUP="backup-$(date +%F)"',
];

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

test('no guide and no page for operators is left out', () => {
  const pages = ['docs/guides', 'docs/operate'].flatMap((below) =>
    readdirSync(join(ROOT, below)).map((name) => `${below}/${name}`),
  );
  expect(pages.filter((page) => ![...PAGES, ...RUN_ELSEWHERE].includes(page))).toEqual([]);
});

test('every block says that it is run or shown', () => {
  expect(PAGES.flatMap(unknownBlocksOf)).toEqual([]);
});

test('those that are not run', () => {
  const left = PAGES.flatMap(blocksOf)
    .filter(({ notRun }) => notRun !== null)
    .map(({ page, text }) => `${page}: ${text.split('\n')[0]}`);
  expect(left).toEqual(NOT_RUN);
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
  if (/ &$/m.test(block.text)) await until(() => missing().length === 0, { what: place });
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
