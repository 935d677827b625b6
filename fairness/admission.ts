/**
 * Limits how many orders of one process wait for their reservation, counted from the arrival of
 * their requests. While some are reserved quickly, the number is unlimited: a burst is processed.
 * When all orders have waited too long for a while, arrivals exceed the capacity of the process and
 * its stores; then only as many may wait as are reserved within half a second, and further requests
 * are refused immediately instead of late. (The signal is controlled delay, as in RFC 8289; the
 * number follows Little's law.)
 */
import { performance } from 'node:perf_hooks';

/** When every order of a window waits at least this long, arrivals exceed reservations. */
const LONG_WAIT_MS = 1_000;
const WINDOW_MS = 500;
/** Consecutive windows with only long waits before requests are refused. */
const WINDOWS = 3;
/** Target wait of admitted orders while others are refused. */
const TARGET_MS = 300;
/** This many may always wait. */
const LEAST = 64;
const RAISED_TO = 1.1;

/** A waiting order. Only the first call counts. */
export interface Arrival {
  /** The order is reserved. */
  reserved(): void;
  /** The order stopped waiting for a reason that says nothing about the waits of others. */
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

  /** Whether one more order may wait. */
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

  /** Ignores a window without reservations: a store may have paused and resumed. */
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
