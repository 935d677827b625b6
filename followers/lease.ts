/** The lease under which one process at a time follows: one implementation for both stores. */

/**
 * Unused part of a lease: work that starts just before must end before another holder may start.
 */
const MARGIN = 0.25;
/** The maximum duration of one piece of work, in leases, unless it says another one. */
const WORK_LEASES = 10;

export interface HeldLease {
  /** Increases with every change of the holder. */
  readonly fence: number;
  /** The store's time. */
  readonly nowMs: number;
}

/** The store of the lease: the same as for the writes under it. */
export interface LeaseStore {
  /** Acquires or extends the lease; null while another process holds it. */
  hold(holder: string, lastsMs: number): Promise<HeldLease | null>;
  /** Releases the lease; no effect for another process's lease. */
  drop(holder: string): Promise<void>;
}

export class Lease {
  private endsAt = 0;
  private held: HeldLease = { fence: 0, nowMs: 0 };

  /** @param holder unique among all following processes */
  constructor(
    private readonly store: LeaseStore,
    private readonly holder: string,
    private readonly lastsMs: number,
  ) {}

  /** Acquires or extends the lease. */
  async hold(): Promise<boolean> {
    const calledAt = performance.now();
    const held = await this.store.hold(this.holder, this.lastsMs);
    this.note(held, calledAt);
    return held !== null;
  }

  /**
   * @param write extends the lease in its store, together with other changes; false when another
   *   process holds it
   */
  async prolongBy(write: () => Promise<boolean>): Promise<boolean> {
    const calledAt = performance.now();
    const isOurs = await write();
    this.endsAt = isOurs ? calledAt + this.lastsMs * (1 - MARGIN) : 0;
    return isOurs;
  }

  /**
   * Takes the answer to a call that extended many leases together.
   * @param held null while another process holds the lease
   * @param calledAt when the call began, by `performance.now()`
   */
  note(held: HeldLease | null, calledAt: number): void {
    if (held) this.held = held;
    this.endsAt = held ? calledAt + this.lastsMs * (1 - MARGIN) : 0;
  }

  /** A write with an outdated fence can be refused. */
  get fence(): number {
    return this.held.fence;
  }

  /** The store's time when the lease was last held. */
  get nowMs(): number {
    return this.held.nowMs;
  }

  /** False when the lease may have expired. */
  get isHeld(): boolean {
    return performance.now() < this.endsAt;
  }

  /** @throws LeaseLost when the lease may have expired: no further work is allowed under it */
  check(): void {
    if (!this.isHeld) throw new LeaseLost();
  }

  /**
   * Extends the lease during the work, with a limit: work that hangs here may continue elsewhere.
   */
  async during<T>(
    work: () => Promise<T>,
    { everyLeases = 1 / 4, limitMs = WORK_LEASES * this.lastsMs } = {},
  ): Promise<T> {
    const until = performance.now() + limitMs;
    const timer = setInterval(() => {
      if (this.isHeld && performance.now() < until) this.hold().catch(() => undefined);
    }, everyLeases * this.lastsMs);
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
