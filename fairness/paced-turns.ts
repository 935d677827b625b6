/** Limits turns per second; owners take turns, so that one with many requests waits for its own. */
import { FairQueue } from './fair-queue';
import { TooManyWait } from './work-turns';

export interface Pace {
  readonly perSecond: number;
  /** The limit while the process is overloaded. */
  readonly perSecondBusy?: number;
  /** Burst size: unused turns that accumulate. */
  readonly atOnce: number;
}

const WAITING_MAX = { perOwner: 2_000, all: 20_000 };

export class PacedTurns {
  private readonly waiting = new FairQueue<() => void>(WAITING_MAX);
  private turns: number;
  private countedAtMs = performance.now();
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly pace: Pace,
    private readonly isBusy: () => boolean = () => false,
  ) {
    this.turns = pace.atOnce;
  }

  /**
   * Resolves when it is the owner's turn.
   * @throws TooManyWait
   */
  async take(owner: string): Promise<void> {
    if (this.waiting.size === 0 && this.hasTurn()) return;
    await new Promise<void>((resolve, reject) => {
      if (this.waiting.push(owner, resolve) !== 'queued')
        reject(new TooManyWait('Too many wait for a turn'));
    });
  }

  private hasTurn(): boolean {
    const { atOnce } = this.pace;
    const perSecond = this.isBusy()
      ? (this.pace.perSecondBusy ?? this.pace.perSecond)
      : this.pace.perSecond;
    const nowMs = performance.now();
    this.turns = Math.min(atOnce, this.turns + ((nowMs - this.countedAtMs) * perSecond) / 1_000);
    this.countedAtMs = nowMs;
    if (this.turns < 1) {
      this.timer ??= setTimeout(() => this.give(), (1_000 * (1 - this.turns)) / perSecond);
      return false;
    }
    this.turns -= 1;
    return true;
  }

  private give(): void {
    this.timer = null;
    while (this.waiting.size > 0 && this.hasTurn()) this.waiting.next()?.entry();
  }
}
