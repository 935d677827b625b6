/**
 * The time of a simulation. It stands still while code runs and moves to the next timer when the
 * scheduler decides so; an hour of waiting takes no time. Timers that belong to no actor (those of
 * the drivers) are real.
 */
import { type Actor, clockOffMs, currentActor } from './actors';

interface Timer {
  readonly actor: Actor;
  readonly callback: () => void;
  readonly everyMs: number | null;
  atMs: number;
}

const LONGEST_MS = 2 ** 31 - 1;

export class VirtualTime {
  nowMs: number;
  private readonly timers = new Set<Timer>();
  private readonly real = {
    Date: globalThis.Date,
    setTimeout: globalThis.setTimeout,
    clearTimeout: globalThis.clearTimeout,
    setInterval: globalThis.setInterval,
    clearInterval: globalThis.clearInterval,
    setImmediate: globalThis.setImmediate,
    performanceNow: globalThis.performance.now,
    timeout: AbortSignal.timeout,
  };

  constructor() {
    this.nowMs = this.real.Date.now();
  }

  /** Replaces the clocks and timers of this test file. */
  install(): void {
    const now = () => this.nowMs + clockOffMs();
    const RealDate = this.real.Date;
    globalThis.Date = class extends RealDate {
      constructor(...args: []) {
        if (args.length === 0) super(now());
        else super(...args);
      }
      static override now = now;
    } as DateConstructor;
    const globals = globalThis as unknown as Record<string, unknown>;
    const set = (isRepeated: boolean, real: (...args: never[]) => unknown) =>
      ((callback: (...args: unknown[]) => void, delayMs = 0, ...args: unknown[]) =>
        this.set(() => callback(...args), delayMs, isRepeated) ??
        real(...([callback, delayMs, ...args] as never[]))) as never;
    const clear = (real: (timer: never) => void) => (timer: unknown) => {
      if (!this.timers.delete((timer as { timer?: Timer } | undefined)?.timer as Timer))
        real(timer as never);
    };
    globals['setTimeout'] = set(false, this.real.setTimeout as never);
    globals['setInterval'] = set(true, this.real.setInterval as never);
    globals['clearTimeout'] = clear(this.real.clearTimeout as never);
    globals['clearInterval'] = clear(this.real.clearInterval as never);
    const startedAtMs = this.nowMs;
    globalThis.performance.now = () => this.nowMs - startedAtMs;
    AbortSignal.timeout = (delayMs) => {
      const controller = new AbortController();
      const abort = () =>
        controller.abort(new DOMException('The operation was aborted', 'TimeoutError'));
      setTimeout(abort, delayMs);
      return controller.signal;
    };
  }

  uninstall(): void {
    const {
      Date: RealDate,
      performanceNow,
      timeout,
      setImmediate: _immediate,
      ...timers
    } = this.real;
    globalThis.Date = RealDate;
    globalThis.performance.now = performanceNow;
    AbortSignal.timeout = timeout;
    Object.assign(globalThis, timers);
    // Whoever still waits waits for ever, and must not be kept.
    this.timers.clear();
  }

  /** Waits until all code that can run has run up to its next effect or timer. */
  settled(): Promise<void> {
    return new Promise((resolve) => {
      this.real.setImmediate(() => this.real.setImmediate(resolve));
    });
  }

  /** The next timer of the living; null when none is set. */
  next(): Timer | null {
    let next: Timer | null = null;
    for (const timer of this.timers) {
      if (timer.actor.isDead) this.timers.delete(timer);
      else if (!next || dueAtMs(timer) < dueAtMs(next)) next = timer;
    }
    return next;
  }

  fire(timer: Timer): void {
    this.nowMs = Math.max(this.nowMs, dueAtMs(timer));
    if (timer.everyMs === null) this.timers.delete(timer);
    else timer.atMs = this.nowMs + timer.everyMs;
    timer.actor.run(timer.callback);
  }

  private set(callback: () => void, delayMs: number, isRepeated: boolean) {
    const actor = currentActor();
    if (!actor) return undefined;
    const afterMs = Math.min(Math.max(1, Number(delayMs) || 0), LONGEST_MS);
    const timer: Timer = {
      actor,
      callback,
      everyMs: isRepeated ? afterMs : null,
      atMs: this.nowMs + afterMs,
    };
    this.timers.add(timer);
    const refresh = () => {
      timer.atMs = this.nowMs + afterMs;
      this.timers.add(timer);
      return handle;
    };
    const handle = { timer, refresh, ref: () => handle, unref: () => handle, hasRef: () => false };
    return handle;
  }
}

/** The timers of a paused process fire when it goes on. */
function dueAtMs({ atMs, actor }: Timer): number {
  return Math.max(atMs, actor.pausedUntilMs);
}
