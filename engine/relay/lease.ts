/** The lease under which one relay at a time acts for a book. */
import type { BookId } from '../../domain/instruments';
import { integerAt, type EngineFunctions } from '../functions';

/**
 * Part of a lease that is not used: what was begun at its end must be over when another may begin.
 */
const MARGIN = 0.25;
/** For how many leases one piece of work may last. */
const WORK_LEASES = 10;

export class Lease {
  private endsAt = 0;
  private currentFence = 0;
  private currentNowMs = 0;

  /** @param holder unique among all relays */
  constructor(
    private readonly functions: EngineFunctions,
    private readonly book: BookId,
    private readonly holder: string,
    private readonly lastsMs: number,
  ) {}

  /** Gets or prolongs the lease. */
  async hold(): Promise<boolean> {
    const calledAt = performance.now();
    const answer = await this.functions.call<'held' | 'taken'>('lease_hold', this.book, [
      this.holder,
      this.lastsMs,
    ]);
    if (answer.status === 'taken') {
      this.endsAt = 0;
      return false;
    }
    this.currentFence = integerAt(answer, 0);
    this.currentNowMs = integerAt(answer, 1);
    this.endsAt = calledAt + this.lastsMs * (1 - MARGIN);
    return true;
  }

  /**
   * Rises with every change of the holder: a write that carries it can be refused when it comes
   * too late.
   */
  get fence(): number {
    return this.currentFence;
  }

  /** Redis's time when the lease was last prolonged. */
  get nowMs(): number {
    return this.currentNowMs;
  }

  /** False when the lease may be over. */
  get isHeld(): boolean {
    return performance.now() < this.endsAt;
  }

  /** @throws LeaseLost when the lease may be over: nothing more may be done under it */
  check(): void {
    if (!this.isHeld) throw new LeaseLost();
  }

  /**
   * Prolongs the lease while the work lasts, but not for ever: work that hangs here may go on
   * elsewhere.
   */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const until = performance.now() + WORK_LEASES * this.lastsMs;
    const timer = setInterval(() => {
      if (this.isHeld && performance.now() < until) this.hold().catch(() => undefined);
    }, this.lastsMs / 4);
    try {
      return await work();
    } finally {
      clearInterval(timer);
    }
  }

  async drop(): Promise<void> {
    this.endsAt = 0;
    await this.functions.call('lease_drop', this.book, [this.holder]);
  }
}

export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}
