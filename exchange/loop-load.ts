/** Whether the event loop of this process keeps up with what it is given. */
import { performance } from 'node:perf_hooks';

const LOOK_MS = 100;
/** A longer time since the look before says nothing of the loop as it is now. */
const LOOK_MS_MAX = 1_000;
/** Share of the time in which it had something to do, from which on requests wait for one another. */
const BUSY_SHARE = 0.6;

/** Looks when it is asked, and not on a timer, which would wake a process that has nothing to do. */
export class LoopLoad {
  private wasBusy = false;
  private last = performance.eventLoopUtilization();
  private lookedAtMs = performance.now();

  /** Since the look before, which is no younger than a tenth of a second. */
  get isBusy(): boolean {
    const nowMs = performance.now();
    if (nowMs - this.lookedAtMs >= LOOK_MS) this.look(nowMs);
    return this.wasBusy;
  }

  private look(nowMs: number): void {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, this.last);
    this.wasBusy = nowMs - this.lookedAtMs < LOOK_MS_MAX && utilization > BUSY_SHARE;
    this.last = now;
    this.lookedAtMs = nowMs;
  }
}
