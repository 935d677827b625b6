/** The course of one simulation until everything has come to rest, and what it has found broken. */
import { type Extent, checkInvariants } from '../../records/invariants/check-invariants';
import type { Market } from './market';
import { allOf } from './operator';
import type { Servers } from './processes';
import type { Scheduler } from './scheduler';
import type { VirtualTime } from './virtual-time';

/** What is recent is less than all where days have been closed. */
const EXTENTS: readonly Extent[] = ['all', { recent: { days: 2, seed: 1 } }];
const REST_MS = 3_000;
const LOOK_MS = 200;
/** Every order ends by then, whatever failed: the longest step, and the patience with it. */
const END_MS = 20 * 60_000;

export class Course {
  readonly found: string[] = [];
  private readonly endsAtMs: number;

  constructor(
    private readonly servers: Servers,
    private readonly market: Market,
    private readonly scheduler: Scheduler,
    private readonly time: VirtualTime,
    absentMs = 0,
  ) {
    this.endsAtMs = time.nowMs + END_MS + absentMs;
  }

  /** Until a relay has begun to tell trades: those before are told by nobody. */
  async untilFollowed(): Promise<void> {
    const { followers } = this.servers.records;
    while (this.found.length === 0) {
      const tape = await followers.findOne({ _id: 'tape' });
      if (tape?.token != null) return;
      await this.rest(LOOK_MS, 'no relay begins');
    }
  }

  /**
   * @param look what does not hold yet
   * @param judge what does not hold, and never will
   */
  async untilRest(look: () => Promise<string[]>, judge: () => Promise<string[]>): Promise<void> {
    const { requests, orders, newAsks, endpoints, revocations } = this.market;
    const trade = [...requests, ...orders, ...newAsks, ...allOf(this.market)];
    const all = [...trade, ...endpoints, ...revocations];
    const areOver = () => all.every(({ isOver }) => isOver);
    await this.until(areOver, 'not all requests ended');
    while (this.found.length === 0) {
      await this.rest(REST_MS, 'no rest');
      const isLate = this.time.nowMs > this.endsAtMs - 2 * REST_MS;
      const left = await look();
      if (left.length === 0) break;
      if (isLate || this.found.length > 0) this.found.push(...left);
    }
    this.found.push(...(await judge()));
    for (const extent of EXTENTS) {
      for (const { id, status, violations } of await checkInvariants(this.servers.records, extent))
        if (status !== 'ok') this.found.push(`invariant ${id} is ${status}: ${violations} times`);
    }
  }

  private rest(restMs: number, text: string): Promise<void> {
    const untilMs = this.time.nowMs + restMs;
    return this.until(() => this.time.nowMs >= untilMs, text);
  }

  private async until(isDone: () => boolean, text: string): Promise<void> {
    await this.scheduler
      .run(isDone, this.endsAtMs)
      .catch((err: Error) => this.found.push(`${text}: ${err.message}`));
  }
}
