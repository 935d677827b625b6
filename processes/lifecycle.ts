/** The lifecycle of a process: settings, readiness, orderly shutdown. */
import { type Logger, pino } from 'pino';
import { type Settings, loadSettings, stopLimitMs } from '../config/settings';
import { errorForLog } from './error-for-log';
import { LogOutput } from './log-output';

export interface RunningProcess {
  /** The port it listens on, if any. */
  readonly port?: number;
  readonly adminPort?: number;
  readonly healthPort?: number | undefined;
  /**
   * Shuts down in order: accepts nothing new, finishes or transfers work in progress, closes its
   * stores.
   */
  stop(): Promise<void>;
}

/**
 * Starts a process and stops it on SIGTERM, SIGINT, or the exit of its supervisor. Readiness is
 * reported over IPC if there is a channel.
 */
export function runProcess(
  name: string,
  start: (settings: Settings, logger: Logger) => Promise<RunningProcess>,
): void {
  const settings = settingsFor(name);
  const output = new LogOutput();
  const options = { name, level: settings.LOG_LEVEL, serializers: { err: errorForLog } };
  const logger = pino(options, output);
  const exit = async (code: number) => {
    await output.flush();
    process.exit(code);
  };
  const started = start(settings, logger);
  let ending = false;
  const end = (reason: string) => {
    if (ending) return;
    ending = true;
    logger.info({ reason }, 'stopping');
    setTimeout(() => void exit(1), stopLimitMs(settings)).unref();
    started
      .then((running) => running.stop())
      .then(
        () => exit(0),
        (err: unknown) => {
          logger.error({ err }, 'stopped with an error');
          return exit(1);
        },
      );
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, end);
  // A listener of our own keeps Node from opening its inspector.
  process.on('SIGUSR1', () => logger.info('SIGUSR1 does nothing'));
  process.on('disconnect', () => end('supervisor gone'));
  started.then(
    ({ port, adminPort, healthPort }) => {
      logger.info({ port, adminPort, healthPort }, 'ready');
      process.send?.({ ready: true, port, adminPort, healthPort });
    },
    (err: unknown) => {
      logger.fatal({ err }, 'could not start');
      void exit(1);
    },
  );
}

/** Ends the process when they are not valid: a log has no level then. */
function settingsFor(name: string): Settings {
  try {
    return loadSettings();
  } catch (err) {
    process.stderr.write(`${name}: ${(err as Error).message}\n`);
    process.exit(1);
  }
}
