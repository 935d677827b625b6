/**
 * How many orders of one process may wait for their reservation at once, from the moment their request
 * came. As long as some are reserved soon, any number: a crowd that came at once is worked off. When all
 * of them have waited too long for a while, more arrive than the process and its stores can do; then as
 * many may wait as are reserved within half a second, and who comes on top is refused at once instead of
 * late. (Controlled delay, as in RFC 8289, for the signal; Little's law for the number.)
 */
import { performance } from 'node:perf_hooks';

/** Of every order of a window: then more arrive than are reserved. */
const LONG_WAIT_MS = 1_000;
const WINDOW_MS = 500;
/** Windows with long waits only, one after the other, before anybody is refused. */
const WINDOWS = 3;
/** How long those wait that are let in, once others are refused. */
const TARGET_MS = 300;
/** So many may wait in any case. */
const LEAST = 64;
const RAISED_TO = 1.1;

/** One order that waits. The first call counts. */
export interface Arrival {
  /** It is reserved. */
  reserved(): void;
  /** It waits no more, and says nothing of how long others do. */
  left(): void;
}

export class Admission {
  private waiting = 0;
  private limit = Infinity;
  private windowBeganAtMs: number;
  private shortestWaitMs = Infinity;
  private reservedCount = 0;
  private longWindows = 0;

  constructor(private readonly now: () => number = () => performance.now()) {
    this.windowBeganAtMs = now();
  }

  /** Whether those that have arrived may all wait. */
  hasCapacity(): boolean {
    this.look();
    return this.waiting <= this.limit;
  }

  arrive(): Arrival {
    this.waiting += 1;
    const arrivedAtMs = this.now();
    let waits = true;
    const left = () => {
      if (!waits) return false;
      waits = false;
      this.waiting -= 1;
      return true;
    };
    const reserved = () => {
      if (!left()) return;
      this.reservedCount += 1;
      this.shortestWaitMs = Math.min(this.shortestWaitMs, this.now() - arrivedAtMs);
      this.look();
    };
    return { reserved, left };
  }

  private look(): void {
    const nowMs = this.now();
    const tookMs = nowMs - this.windowBeganAtMs;
    if (tookMs < WINDOW_MS) return;
    this.judge(this.reservedCount / tookMs);
    this.windowBeganAtMs = nowMs;
    this.shortestWaitMs = Infinity;
    this.reservedCount = 0;
  }

  /** A window in which nothing was reserved says nothing: a store may stand still, and go on. */
  private judge(reservedPerMs: number): void {
    if (this.reservedCount === 0) return;
    if (this.shortestWaitMs <= TARGET_MS) this.limit = Math.ceil(this.limit * RAISED_TO);
    if (this.shortestWaitMs <= LONG_WAIT_MS) {
      this.longWindows = 0;
      return;
    }
    this.longWindows += 1;
    if (this.longWindows < WINDOWS) return;
    this.limit = Math.max(LEAST, Math.min(this.limit, Math.ceil(reservedPerMs * TARGET_MS)));
  }
}
