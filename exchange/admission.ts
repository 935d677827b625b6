/**
 * How many orders of one process may wait for their reservation at once. As long as some are reserved
 * soon, any number: a crowd that came at once is worked off. When all of them have waited too long for a
 * while, more arrive than the process and its stores can do; then the number is lowered until they wait
 * less, and who comes on top is refused at once instead of late. (Controlled delay, as in RFC 8289, for
 * the signal; additive increase and multiplicative decrease, as in RFC 5681, for the number.)
 */
import { performance } from 'node:perf_hooks';

/** Of every order of a window: then more arrive than are reserved. */
const LONG_WAIT_MS = 1_000;
const WINDOW_MS = 1_000;
/** Windows with long waits only, one after the other, before anybody is refused. */
const WINDOWS = 3;
/** So many may wait in any case. */
const LEAST = 64;
const LOWERED_TO = 0.7;
const RAISED_TO = 1.1;

export class Admission {
  private waiting = 0;
  private limit = Infinity;
  private windowEndsAtMs: number;
  private shortestWaitMs = Infinity;
  private mostWaiting = 0;
  private longWindows = 0;

  constructor(private readonly now: () => number = () => performance.now()) {
    this.windowEndsAtMs = now() + WINDOW_MS;
  }

  hasRoom(): boolean {
    this.look();
    return this.waiting < this.limit;
  }

  /** An order waits from now on. @returns what to call when it is reserved, or ends without; once */
  begin(): () => void {
    this.waiting += 1;
    this.mostWaiting = Math.max(this.mostWaiting, this.waiting);
    const beganAtMs = this.now();
    return () => {
      this.waiting -= 1;
      this.shortestWaitMs = Math.min(this.shortestWaitMs, this.now() - beganAtMs);
      this.look();
    };
  }

  private look(): void {
    const nowMs = this.now();
    if (nowMs < this.windowEndsAtMs) return;
    this.judge();
    this.windowEndsAtMs = nowMs + WINDOW_MS;
    this.shortestWaitMs = Infinity;
    this.mostWaiting = this.waiting;
  }

  /** A window in which nothing was reserved says nothing: a store may stand still, and go on. */
  private judge(): void {
    if (this.shortestWaitMs === Infinity) return;
    if (this.shortestWaitMs <= LONG_WAIT_MS) {
      this.longWindows = 0;
      this.limit = Math.ceil(this.limit * RAISED_TO);
      return;
    }
    this.longWindows += 1;
    if (this.longWindows < WINDOWS) return;
    const reached = Math.min(this.limit, this.mostWaiting);
    this.limit = Math.max(LEAST, Math.floor(reached * LOWERED_TO));
  }
}
