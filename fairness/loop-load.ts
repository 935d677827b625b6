/** Whether the event loop of this process keeps up with its work. */
import { performance } from 'node:perf_hooks';

const LOOK_MS = 100;
/** An interval longer than this says nothing about the current load. */
const LOOK_MS_MAX = 1_000;
/** Utilization from which requests delay one another. */
const BUSY_SHARE = 0.6;

/** Measures on demand, not on a timer, which would wake an idle process. */
export class LoopLoad {
  private wasBusy = false;
  private last = performance.eventLoopUtilization();
  private lookedAtMs = performance.now();

  /** Since the previous measurement, which is at least a tenth of a second old. */
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
