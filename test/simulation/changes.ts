/** Wakes whoever waits at a server for something to happen there: a journal, a change stream. */
export class Changes {
  private count = 0;
  private waiting = new Set<() => void>();

  /** How often something may have changed until now. */
  get made(): number {
    return this.count;
  }

  notify(): void {
    this.count += 1;
    for (const wake of this.waiting) wake();
  }

  /** Resolves with the next change, at the latest after this time. */
  next(withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer);
        this.waiting.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, withinMs);
      this.waiting.add(wake);
    });
  }
}

/** The reads of one stream: while nothing has changed, they wait without asking the server. */
export class WaitingReads {
  /** Reads without a result since the last change. A server may tell of a change in its second answer. */
  private empty = 0;
  private seen = -1;

  constructor(private readonly changes: Changes) {}

  /** @param isOver whether the wait has been ended */
  async next<Found>(
    read: () => Promise<Found | null>,
    withinMs: number,
    isOver: () => boolean = () => false,
  ): Promise<Found | null> {
    const untilMs = Date.now() + withinMs;
    for (;;) {
      if (this.seen !== this.changes.made) this.empty = 0;
      this.seen = this.changes.made;
      if (this.empty < 2) {
        const found = await read();
        if (found) this.empty = 0;
        else this.empty += 1;
        if (found) return found;
      }
      const leftMs = untilMs - Date.now();
      if (leftMs <= 0 || isOver()) return null;
      if (this.seen === this.changes.made) await this.changes.next(leftMs);
    }
  }
}
