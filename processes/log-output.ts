/**
 * Where the log goes: standard output, which may be full, slow or closed. Trading does not depend on
 * it: what cannot be written is dropped and counted, and an exit waits for the rest for a second.
 */
import type { DestinationStream } from 'pino';
import { logLinesDropped } from '../api/metrics';

/** What may wait for a reader that reads slowly or stands still. */
export const WAITING_MAX_BYTES = 4 * 1024 * 1024;
export const FLUSHED_WITHIN_MS = 1_000;

export class LogOutput implements DestinationStream {
  /** Lines that were dropped since the last one that was written. */
  private dropped = 0;

  constructor(private readonly out: NodeJS.WriteStream = process.stdout) {
    // The callback of each write gets the error, too; without a listener it would end the process.
    out.on('error', () => undefined);
  }

  write(line: string): void {
    if (this.out.writableLength + line.length > WAITING_MAX_BYTES) this.drop();
    else this.out.write(line, (err) => (err ? this.drop() : this.report()));
  }

  /** Resolves when everything is written, and after {@link FLUSHED_WITHIN_MS} in any case. */
  flush(): Promise<void> {
    return new Promise((resolve) => {
      setTimeout(resolve, FLUSHED_WITHIN_MS);
      this.out.write('', () => resolve());
    });
  }

  private drop(): void {
    this.dropped++;
    logLinesDropped.inc();
  }

  /** Says once, when there is room again, how many lines are missing. */
  private report(): void {
    if (this.dropped === 0) return;
    const { dropped } = this;
    this.dropped = 0;
    const line = { level: 40, time: Date.now(), dropped, msg: 'log lines could not be written' };
    this.write(`${JSON.stringify(line)}\n`);
  }
}
