/** Work that is repeated until it is stopped. A round that fails ends alone: the next one follows. */
import { setTimeout as delay } from 'node:timers/promises';

export class Rounds {
  private readonly ending = new AbortController();
  private running: Promise<void> = Promise.resolve();

  /** @param pauseMs between two rounds */
  constructor(
    private readonly round: () => Promise<unknown>,
    private readonly pauseMs: () => number,
    private readonly onError: (err: unknown) => void,
  ) {}

  /** Aborted when no further round follows. */
  get signal(): AbortSignal {
    return this.ending.signal;
  }

  start(firstInMs = 0): void {
    this.running = this.run(firstInMs);
  }

  /** Waits for the round in progress. */
  async stop(): Promise<void> {
    this.ending.abort();
    await this.running;
  }

  private async run(firstInMs: number): Promise<void> {
    const { signal } = this;
    for (let pauseMs = firstInMs; ; pauseMs = this.pauseMs()) {
      if (pauseMs > 0) await delay(pauseMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      await this.round().catch(this.onError);
    }
  }
}
