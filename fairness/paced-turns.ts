/** Limits turns per second; owners take turns, so that one with many requests waits for its own. */
import { FairDoor, type Release } from './fair-door';

export interface Pace {
  readonly perSecond: number;
  /** The limit while the process is overloaded. */
  readonly perSecondBusy?: number;
  /** Burst size: unused turns that accumulate. */
  readonly atOnce: number;
}

const WAITING_MAX = { perOwner: 2_000, all: 20_000 };

export class PacedTurns {
  private readonly door: FairDoor;
  private readonly used: Release[] = [];

  constructor(
    private readonly pace: Pace,
    private readonly isBusy = () => false,
  ) {
    const refusal = 'Too many wait for a turn';
    this.door = new FairDoor({ places: pace.atOnce, waiting: WAITING_MAX, refusal });
  }

  /**
   * Resolves when it is the owner's turn.
   * @throws NoPlace
   */
  async take(owner: string): Promise<void> {
    const release = await this.door.enter(owner);
    if (this.used.push(release) === 1) this.renewLater();
  }

  /** Used turns come back one after the other. */
  private renewLater(): void {
    const { perSecond, perSecondBusy = perSecond } = this.pace;
    const waitMs = 1_000 / (this.isBusy() ? perSecondBusy : perSecond);
    setTimeout(() => {
      this.used.shift()?.();
      if (this.used.length > 0) this.renewLater();
    }, waitMs).unref();
  }
}
