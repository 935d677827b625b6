/** Limits turns per second; owners take turns, so that one with many requests waits for its own. */
import { FairDoor } from './fair-door';

export interface Pace {
  readonly perSecond: number;
  /** The limit of turns that are taken while the process is overloaded. */
  readonly perSecondBusy?: number;
  /** Burst size: unused turns that accumulate. */
  readonly atOnce: number;
}

const WAITING_MAX = { perOwner: 2_000, all: 20_000 };

export class PacedTurns {
  private readonly door: FairDoor;
  private freeAtMs = 0;

  constructor({ perSecond, perSecondBusy = perSecond, atOnce }: Pace, isBusy = () => false) {
    this.door = new FairDoor({
      places: atOnce,
      // Places become free one after the other.
      costMs: () => {
        const nowMs = performance.now();
        const paceMs = 1_000 / (isBusy() ? perSecondBusy : perSecond);
        this.freeAtMs = Math.max(nowMs, this.freeAtMs) + paceMs;
        return this.freeAtMs - nowMs;
      },
      waiting: WAITING_MAX,
      refusal: 'Too many wait for a turn',
    });
  }

  /**
   * Resolves when it is the owner's turn.
   * @throws NoPlace
   */
  async take(owner: string): Promise<void> {
    const release = await this.door.enter(owner);
    release();
  }
}
