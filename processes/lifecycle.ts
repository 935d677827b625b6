/** The life of a process: settings, readiness, an orderly end. */
import { type Logger, pino } from 'pino';
import { type Settings, loadSettings } from '../config/settings';

export interface RunningProcess {
  /** Where it listens, when it does. */
  readonly port?: number;
  readonly adminPort?: number;
  readonly healthPort?: number | undefined;
  /** Ends in order: takes nothing new, finishes or hands on what is under way, closes its stores. */
  stop(): Promise<void>;
}

/** After this an end that hangs is forced. */
const STOP_TIMEOUT_MS = 40_000;

/**
 * Starts a process and ends it on SIGTERM, SIGINT, or when the supervisor that started it is gone.
 * Readiness is told over IPC where there is one.
 */
export function runProcess(
  name: string,
  start: (settings: Settings, logger: Logger) => Promise<RunningProcess>,
): void {
  const settings = loadSettings();
  const logger = pino({ name, level: settings.LOG_LEVEL });
  const started = start(settings, logger);
  let ending = false;
  const end = (reason: string) => {
    if (ending) return;
    ending = true;
    logger.info({ reason }, 'stopping');
    setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
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
