/**
 * What this product sets up on servers, kept: one that lost its data, or from which somebody removed a part,
 * gets it again.
 */
import type { Logger } from 'pino';
import { Rounds } from '../fairness/rounds';

/** As often as the maintenance is due. */
const CHECK_EVERY_MS = 30_000;

/** By name: creates what is missing, and changes nothing else. */
type Parts = Readonly<Record<string, () => Promise<void>>>;

export class KeptSetup {
  private readonly rounds: Rounds;

  private constructor(
    private readonly parts: Parts,
    private readonly logger: Pick<Logger, 'warn'>,
    checkEveryMs: number,
  ) {
    this.rounds = new Rounds(
      () => this.check(),
      () => checkEveryMs,
      () => undefined,
    );
    this.rounds.start(checkEveryMs);
  }

  /** @throws what a part throws the first time; later it is logged, and the next check tries it again */
  static async keep(
    parts: Parts,
    logger: Pick<Logger, 'warn'>,
    checkEveryMs = CHECK_EVERY_MS,
  ): Promise<KeptSetup> {
    for (const ensure of Object.values(parts)) await ensure();
    return new KeptSetup(parts, logger, checkEveryMs);
  }

  stop(): Promise<void> {
    return this.rounds.stop();
  }

  private async check(): Promise<void> {
    for (const [part, ensure] of Object.entries(this.parts)) {
      if (this.rounds.signal.aborted) return;
      await ensure().catch((err: unknown) => {
        this.logger.warn({ err, part }, 'the setup of a server could not be checked');
      });
    }
  }
}
