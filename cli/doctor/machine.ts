/** This machine: the version of Node, the settings, open files, and what the ports answer. */
import { isIPv6 } from 'node:net';
import { OLDEST, isRecentEnough } from '../../config/server-versions';
import { SHARE_OF_CLIENTS, openFilesMax } from '../../config/open-files';
import { type Settings, loadSettings } from '../../config/settings';
import { reasonOf } from '../client';
import { localHome } from '../local-home';
import { type Finding, clockFinding, fail, ok, warn } from './finding';

const ASK_MS = 5_000;
/** The header `Date` has whole seconds. */
const DATE_UNCERTAIN_MS = 1_000;

export function checkNode(): Finding {
  const { node } = process.versions;
  if (isRecentEnough(node, OLDEST.node)) return ok('node', node);
  return fail('node', node, `Install Node ${OLDEST.node.join('.')} or later.`);
}

export function checkSettings(environment: NodeJS.ProcessEnv): {
  readonly finding: Finding;
  readonly settings: Settings | null;
} {
  try {
    const settings = loadSettings({ ...environment, TOKENBOOK_HOME: localHome(environment) });
    const kind = settings.local ? 'local development' : `TOKENBOOK_ENV=${settings.TOKENBOOK_ENV}`;
    return { finding: ok('settings', kind), settings };
  } catch (err) {
    const found = (err as Error).message
      .split('\n')
      .map((line) => line.trim())
      .join(' ');
    const remedy =
      'docs/operate/configuration.md lists every setting; "npm start" creates local secrets.';
    return { finding: fail('settings', found, remedy), settings: null };
  }
}

/** Of this user, as whom the processes should run. */
export function checkOpenFiles({ CLIENT_CONNECTIONS }: Settings): Finding {
  const max = openFilesMax();
  const needed = CLIENT_CONNECTIONS / SHARE_OF_CLIENTS;
  if (max >= needed) return ok('open files', max === Infinity ? 'not limited' : `${max}`);
  const remedy = 'Raise it ("LimitNOFILE" of systemd, "ulimit -n"), or lower CLIENT_CONNECTIONS.';
  return warn('open files', `${max} at most, CLIENT_CONNECTIONS needs ${needed}`, remedy);
}

/** Listens at all addresses of the machine: one of them is asked. */
const EVERY_ADDRESS: ReadonlyMap<string, string> = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);

/** The gateway's two ports. */
export async function checkGateway(settings: Settings): Promise<Finding[]> {
  const { PORT, BIND_ADDRESS, ADMIN_PORT, ADMIN_BIND_ADDRESS } = settings;
  if (PORT === ADMIN_PORT && BIND_ADDRESS === ADMIN_BIND_ADDRESS) {
    return [fail('operator port', `PORT and ADMIN_PORT are both ${PORT}`, 'Choose another one.')];
  }
  const [open, operator] = await Promise.all([
    askPort('gateway', originOf(BIND_ADDRESS, PORT), '/.well-known/jwks.json'),
    askPort('operator port', originOf(ADMIN_BIND_ADDRESS, ADMIN_PORT), '/readyz'),
  ]);
  return [...open, ...operator];
}

/** Where a port is reached that listens at this address. */
function originOf(address: string, port: number): string {
  const own = EVERY_ADDRESS.get(address) ?? address;
  return `http://${isIPv6(own) ? `[${own}]` : own}:${port}`;
}

async function askPort(check: string, url: string, path: string): Promise<Finding[]> {
  try {
    const answer = await fetch(url + path, { signal: AbortSignal.timeout(ASK_MS) });
    const body = (await answer.json()) as {
      status?: string;
      checks?: Record<string, string>;
      keys?: unknown;
    };
    const date = Date.parse(answer.headers.get('date') ?? '');
    const clock = Number.isNaN(date)
      ? []
      : [clockFinding(`${check}'s clock`, date, Date.now(), DATE_UNCERTAIN_MS)];
    if (body.status === undefined && body.keys === undefined)
      throw new Error('another program answers');
    if (answer.ok) return [ok(check, `${url} ${body.status ?? 'answers'}`), ...clock];
    const reasons = Object.entries(body.checks ?? {}).filter(([, state]) => state !== 'ok');
    const found = reasons.map(([name, state]) => `${name}: ${state}`).join('; ');
    return [
      fail(check, `${url} not ready: ${found}`, 'docs/operate/runbook.md says what to do.'),
      ...clock,
    ];
  } catch (err) {
    const reason = reasonOf(err);
    if (reason === 'ECONNREFUSED') {
      return [
        warn(
          check,
          `nothing listens on ${url}`,
          'Start a gateway: "npm start", or your deployment.',
        ),
      ];
    }
    const remedy = `Another program may use this port: "ss -ltnp sport = :${new URL(url).port}" names it.`;
    return [fail(check, `${url}: ${reason}`, remedy)];
  }
}
