/**
 * When the supervisor ends, it ends its child processes: on a signal, an uncaught error, or
 * `process.exit`. Only SIGKILL leaves processes running; the next start ends them (home.ts).
 */
import type { Home } from './home';
import type { Supervisor } from './supervisor';
import { terminal } from './terminal';

/** SIGHUP is a closed terminal, SIGQUIT is Ctrl-\; the others end a process by default too. */
const SIGNALS = [
  ...(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGABRT'] as const),
  ...(['SIGUSR2', 'SIGALRM', 'SIGVTALRM', 'SIGXCPU', 'SIGXFSZ'] as const),
];
/** Sent again by a person or a service manager, these signals force the end. */
const FORCING: ReadonlySet<NodeJS.Signals> = new Set(['SIGINT', 'SIGTERM']);
/** npm forwards the Ctrl-C that the terminal has already sent here: two signals, one request. */
const ONE_REQUEST_MS = 1_000;

export function endTogether(supervisor: Supervisor, home: Pick<Home, 'leave'>): void {
  ignoreClosedTerminal();
  let firstAt = 0;
  const end = async (code: number): Promise<void> => {
    firstAt = Date.now();
    terminal.status('');
    terminal.heading('Stopping (Ctrl-C again to force)');
    await supervisor.stop();
    await home.leave();
    terminal.plain('  Stopped.');
    process.exit(code);
  };
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (!supervisor.stopping) return void end(0);
      if (FORCING.has(signal) && Date.now() - firstAt > ONE_REQUEST_MS) supervisor.killAll();
    });
  }
  const fail = (err: unknown) => {
    terminal.failure(err);
    if (!supervisor.stopping) void end(1);
  };
  process.on('uncaughtException', fail).on('unhandledRejection', fail);
  // Runs last in every end except SIGKILL; it cannot wait for anything.
  process.on('exit', () => supervisor.askAll());
}

/** Ignores write errors of a closed terminal or an ended `tee`: nothing depends on these lines. */
export function ignoreClosedTerminal(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
}
