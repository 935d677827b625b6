/** Whether the event loop of this process keeps up with what it is given. */
import { performance } from 'node:perf_hooks';

const LOOK_MS = 100;
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
    this.wasBusy = performance.eventLoopUtilization(now, this.last).utilization > BUSY_SHARE;
    this.last = now;
    this.lookedAtMs = nowMs;
  }
}
