import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Settings, loadSettings } from '../../config/settings';
import { runDemo } from '../demo/run-demo';
import { SetupError } from '../setup-error';
import { openInBrowser } from './browser';
import { findConsole } from './console';
import { ensureCredentials } from './credentials';
import { endTogether } from './ending';
import { Home } from './home';
import { startLocalServers } from './local-servers';
import { rotateLogs } from './log-rotation';
import { showPage } from './page';
import { TOKENBOOK_PARTS, partKeeper } from './parts';
import { checkPorts } from './preflight';
import { STARTED_FROM } from './process-identity';
import { keepStatusLine } from './status';
import { Supervisor } from './supervisor';
import { terminal } from './terminal';
import { startTestMode, testModeAddress } from './test-mode';

const HELP = `npm start                  everything on this machine, with the demo
npm start -- --no-demo     without the demo sellers and the demo buyer
npm start -- --open        opens the first address in a browser
npm start -- --test-mode   also runs test mode, on ports that are ten higher

Ports, addresses and folders are set in the environment: see .env.example.`;

/** `npm start`: runs everything until SIGINT or SIGTERM, then ends all that it started. */
export async function runLocal(argv: readonly string[]): Promise<void> {
  try {
    const options = readArguments(argv);
    if (options.help) return terminal.plain(HELP);
    const folder = resolve(process.env.TOKENBOOK_HOME || '.tokenbook');
    await runIn(await Home.take(folder), options);
  } catch (error) {
    terminal.failure(error);
    process.exit(1);
  }
}

interface Options {
  readonly demo: boolean;
  readonly open: boolean;
  readonly testMode: boolean;
  readonly help: boolean;
}

async function runIn(home: Home, options: Options): Promise<void> {
  const supervisor = new Supervisor((pid) => void home.remember(pid));
  endTogether(supervisor, home);
  process.env[STARTED_FROM] = home.folder;
  try {
    ensureCredentials(home.folder);
    const settings = { ...loadSettings(), TOKENBOOK_HOME: home.folder };
    await start(settings, home, supervisor, options);
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
  options: Options,
): Promise<void> {
  await checkPorts(settings);
  terminal.heading('Tokenbook');
  rotateLogs(home.path('logs'));
  await startLocalServers(settings, home, supervisor);
  const environment = {
    ...process.env,
    TOKENBOOK_HOME: settings.TOKENBOOK_HOME,
    ...(options.testMode ? { OTHER_MODE_URL: testModeAddress(settings) } : {}),
  };
  const keepPart = partKeeper(environment, home, supervisor);
  await Promise.all(
    TOKENBOOK_PARTS.map(async (name) => {
      await keepPart(name, `processes/${name}.js`);
      if (!supervisor.stopping) terminal.done(name, 'ready');
    }),
  );
  if (options.testMode) await startTestMode(settings, environment, home, supervisor);
  const demo = options.demo && settings.local ? await runDemo(settings, keepPart) : null;
  if (supervisor.stopping) return;
  const pages = await findConsole(settings);
  showPage(settings, pages, demo, options.testMode ? testModeAddress(settings) : null);
  if (options.open) await openInBrowser(pages.market ?? `http://127.0.0.1:${settings.PORT}/docs`);
  keepStatusLine(settings.ADMIN_PORT, () => supervisor.stopping);
}

function readArguments(argv: readonly string[]): Options {
  try {
    const { values } = parseArgs({
      args: [...argv],
      options: {
        'no-demo': { type: 'boolean' },
        open: { type: 'boolean' },
        'test-mode': { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
    return {
      demo: !values['no-demo'],
      open: values.open === true,
      testMode: values['test-mode'] === true,
      help: values.help === true,
    };
  } catch (error) {
    throw new SetupError((error as Error).message, HELP);
  }
}
