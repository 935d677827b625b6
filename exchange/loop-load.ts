/** Whether the event loop of this process keeps up with what it is given. */
import { performance } from 'node:perf_hooks';

const LOOK_MS = 100;
/** Share of the time in which it had something to do, from which on requests wait for one another. */
const BUSY_SHARE = 0.6;

export class LoopLoad {
  isBusy = false;
  private last = performance.eventLoopUtilization();
  private readonly timer = setInterval(() => this.look(), LOOK_MS).unref();

  stop(): void {
    clearInterval(this.timer);
  }

  private look(): void {
    const now = performance.eventLoopUtilization();
    this.isBusy = performance.eventLoopUtilization(now, this.last).utilization > BUSY_SHARE;
    this.last = now;
  }
}
