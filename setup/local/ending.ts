/**
 * Whatever ends the supervisor ends what it started: a signal, an error that nobody caught, a call of
 * `process.exit`. Only SIGKILL leaves something running, which the next start ends (home.ts).
 */
import type { Home } from './home';
import type { Supervisor } from './supervisor';
import { terminal } from './terminal';

/** SIGHUP is a terminal that was closed, SIGQUIT is Ctrl-\; the others end a process by default too. */
const SIGNALS = [
  ...(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGABRT'] as const),
  ...(['SIGUSR2', 'SIGALRM', 'SIGVTALRM', 'SIGXCPU', 'SIGXFSZ'] as const),
];
/** Sent by a person or a service manager again, these say that nobody wants to wait. */
const FORCING: ReadonlySet<NodeJS.Signals> = new Set(['SIGINT', 'SIGTERM']);
/** npm passes on the Ctrl-C that the terminal has sent here already: two signals, one request. */
const ONE_REQUEST_MS = 1_000;

export function endTogether(supervisor: Supervisor, home: Pick<Home, 'leave'>): void {
  ignoreClosedTerminal();
  let firstAt = 0;
  const end = async (code: number): Promise<void> => {
    firstAt = Date.now();
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
  // The last that runs in every end but that by SIGKILL: nothing can be waited for any more.
  process.on('exit', () => supervisor.askAll());
}

/** A terminal that was closed, or a `tee` that has ended, takes no more lines. Nothing depends on them. */
export function ignoreClosedTerminal(): void {
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
}
