import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Settings, loadSettings } from '../../config/settings';
import { runDemo } from '../demo/run-demo';
import { SetupError } from '../setup-error';
import { ensureCredentials } from './credentials';
import { endTogether } from './ending';
import { Home } from './home';
import { startLocalServers } from './local-servers';
import { showPage } from './page';
import { startPart } from './part';
import { checkPorts } from './preflight';
import { STARTED_FROM } from './process-identity';
import { Supervisor } from './supervisor';
import { terminal } from './terminal';

/** The three processes of Tokenbook. */
const PARTS = ['worker', 'gateway', 'relay'] as const;

const HELP = `npm start                  everything on this machine, with the demo
npm start -- --no-demo     without the demo sellers and the demo buyer

Ports, addresses and folders are set in the environment: see .env.example.`;

/** `npm start`: runs everything until SIGINT or SIGTERM, then ends all that it started. */
export async function runLocal(argv: readonly string[]): Promise<void> {
  try {
    const options = readArguments(argv);
    if (options.help) return terminal.plain(HELP);
    const folder = resolve(process.env.TOKENBOOK_HOME || '.tokenbook');
    await runIn(await Home.take(folder), options.demo);
  } catch (error) {
    terminal.failure(error);
    process.exit(1);
  }
}

async function runIn(home: Home, withDemo: boolean): Promise<void> {
  const supervisor = new Supervisor((pid) => void home.remember(pid));
  endTogether(supervisor, home);
  process.env[STARTED_FROM] = home.folder;
  try {
    ensureCredentials(home.folder);
    const settings = { ...loadSettings(), TOKENBOOK_HOME: home.folder };
    await start(settings, home, supervisor, withDemo);
  } catch (error) {
    // Failures caused by the shutdown are not reported.
    if (supervisor.stopping) return;
    await supervisor.stop();
    await home.leave();
    throw error;
  }
}

async function start(
  settings: Settings,
  home: Home,
  supervisor: Supervisor,
  withDemo: boolean,
): Promise<void> {
  await checkPorts(settings);
  terminal.heading('Tokenbook');
  await startLocalServers(settings, home, supervisor);
  const environment = { ...process.env, TOKENBOOK_HOME: settings.TOKENBOOK_HOME };
  const keepPart = (name: string, script: string) =>
    supervisor.keep(name, () => {
      const logFile = home.path('logs', `${name.replaceAll(' ', '-')}.log`);
      return startPart({ name, script, environment, logFile, onSpawn: supervisor.spawn });
    });
  await Promise.all(
    PARTS.map(async (name) => {
      await keepPart(name, `processes/${name}.js`);
      if (!supervisor.stopping) terminal.done(name, 'ready');
    }),
  );
  const demo = withDemo && settings.local ? await runDemo(settings, keepPart) : null;
  if (!supervisor.stopping) showPage(settings, demo);
}

function readArguments(argv: readonly string[]): { demo: boolean; help: boolean } {
  try {
    const options = { 'no-demo': { type: 'boolean' }, help: { type: 'boolean' } } as const;
    const { values } = parseArgs({ args: [...argv], options });
    return { demo: !values['no-demo'], help: Boolean(values.help) };
  } catch (error) {
    throw new SetupError((error as Error).message, HELP);
  }
}
