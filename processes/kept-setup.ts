/**
 * What this product sets up on servers, kept: one that lost its data, or from which somebody removed a part,
 * gets it again.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';

/** As often as the maintenance is due. */
const CHECK_EVERY_MS = 30_000;

/** By name: creates what is missing, and changes nothing else. */
type Parts = Readonly<Record<string, () => Promise<void>>>;

export class KeptSetup {
  private readonly ending = new AbortController();
  private checking: Promise<void> = Promise.resolve();

  private constructor(
    private readonly parts: Parts,
    private readonly logger: Pick<Logger, 'warn'>,
    private readonly checkEveryMs: number,
  ) {}

  /** @throws what a part throws the first time; later it is logged, and the next check tries it again */
  static async keep(
    parts: Parts,
    logger: Pick<Logger, 'warn'>,
    checkEveryMs = CHECK_EVERY_MS,
  ): Promise<KeptSetup> {
    for (const ensure of Object.values(parts)) await ensure();
    const setup = new KeptSetup(parts, logger, checkEveryMs);
    setup.checking = setup.check();
    return setup;
  }

  async stop(): Promise<void> {
    this.ending.abort();
    await this.checking;
  }

  private async check(): Promise<void> {
    const { signal } = this.ending;
    for (;;) {
      await delay(this.checkEveryMs, undefined, { signal }).catch(() => undefined);
      for (const [part, ensure] of Object.entries(this.parts)) {
        if (signal.aborted) return;
        await ensure().catch((err: unknown) => {
          this.logger.warn({ err, part }, 'the setup of a server could not be checked');
        });
      }
    }
  }
}
