/** The lease under which one process at a time follows: one implementation for both stores. */

/**
 * Part of a lease that is not used: what was begun at its end must be over when another may begin.
 */
const MARGIN = 0.25;
/** For how many leases one piece of work may last. */
const WORK_LEASES = 10;

export interface HeldLease {
  /** Rises with every change of the holder. */
  readonly fence: number;
  /** The store's time. */
  readonly nowMs: number;
}

/** Where the lease is kept: beside what is written under it. */
export interface LeaseStore {
  /** Gets the lease, or prolongs it; null while another holder has it. */
  hold(holder: string, lastsMs: number): Promise<HeldLease | null>;
  /** Lets another holder have it at once; changes nothing when it is not the holder's. */
  drop(holder: string): Promise<void>;
}

export class Lease {
  private endsAt = 0;
  private held: HeldLease = { fence: 0, nowMs: 0 };

  /** @param holder unique among all processes that follow */
  constructor(
    private readonly store: LeaseStore,
    private readonly holder: string,
    private readonly lastsMs: number,
  ) {}

  /** Gets or prolongs the lease. */
  async hold(): Promise<boolean> {
    return this.prolongBy(async () => {
      const held = await this.store.hold(this.holder, this.lastsMs);
      if (held) this.held = held;
      return held !== null;
    });
  }

  /** @param write prolongs the lease in its store, beside what else it does; false: it is another's */
  async prolongBy(write: () => Promise<boolean>): Promise<boolean> {
    const calledAt = performance.now();
    const isOurs = await write();
    this.endsAt = isOurs ? calledAt + this.lastsMs * (1 - MARGIN) : 0;
    return isOurs;
  }

  /** A write that carries it can be refused when it comes too late. */
  get fence(): number {
    return this.held.fence;
  }

  /** The store's time when the lease was last held. */
  get nowMs(): number {
    return this.held.nowMs;
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
    await this.store.drop(this.holder);
  }
}

export class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}
