/** The lifecycle of a process: settings, readiness, orderly shutdown. */
import { type Logger, pino } from 'pino';
import { type Settings, loadSettings } from '../config/settings';
import { errorForLog } from './error-for-log';

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

/** Beyond its delay and its requests in progress, a shutdown that takes longer is forced. */
const STOP_TIMEOUT_MS = 20_000;

/**
 * Starts a process and stops it on SIGTERM, SIGINT, or the exit of its supervisor. Readiness is
 * reported over IPC if there is a channel.
 */
export function runProcess(
  name: string,
  start: (settings: Settings, logger: Logger) => Promise<RunningProcess>,
): void {
  const settings = loadSettings();
  const logger = pino({ name, level: settings.LOG_LEVEL, serializers: { err: errorForLog } });
  const started = start(settings, logger);
  let ending = false;
  const end = (reason: string) => {
    if (ending) return;
    ending = true;
    logger.info({ reason }, 'stopping');
    const limitMs = settings.shutdownDelayMs + settings.SHUTDOWN_TIMEOUT_MS + STOP_TIMEOUT_MS;
    setTimeout(() => process.exit(1), limitMs).unref();
    started
      .then((running) => running.stop())
      .then(() => process.exit(0))
      .catch((err: unknown) => {
        logger.error({ err }, 'stopped with an error');
        process.exit(1);
      });
  };
  process.on('SIGTERM', () => end('SIGTERM'));
  process.on('SIGINT', () => end('SIGINT'));
  process.on('disconnect', () => end('supervisor gone'));
  started.then(
    ({ port, adminPort, healthPort }) => {
      logger.info({ port, adminPort, healthPort }, 'ready');
      process.send?.({ ready: true, port, adminPort, healthPort });
    },
    (err: unknown) => {
      logger.fatal({ err }, 'could not start');
      process.exit(1);
    },
  );
}
