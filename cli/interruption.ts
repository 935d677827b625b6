import { EXIT_CODES } from './exit-codes';

/** Aborted by the first Ctrl-C; the command then ends in order, and a second one ends it at once. */
export function untilInterrupted(): AbortSignal {
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      process.exitCode = EXIT_CODES.interrupted.code;
      ending.abort();
    });
  }
  return ending.signal;
}
