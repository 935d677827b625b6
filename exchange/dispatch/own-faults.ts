/** Failures of the exchange, which count against no seller. */

/** No route, no socket, no free port: lacking resources of our machine. */
const OUR_CODES: ReadonlySet<string> = new Set([
  'EACCES',
  'EADDRNOTAVAIL',
  'EHOSTUNREACH',
  'EMFILE',
  'ENETDOWN',
  'ENETUNREACH',
  'ENFILE',
  'ENOBUFS',
  'ENOMEM',
  'EPERM',
]);
/** System calls that resolve names. */
const NAME_CALL = /^(getaddrinfo|query)/;

/** Whether a connection failed because of our own network or name resolution. */
export function isOurNetwork(err: unknown): boolean {
  const { code, syscall, errors } = err as {
    code?: string;
    syscall?: string;
    errors?: readonly unknown[];
  };
  if (NAME_CALL.test(syscall ?? '') || OUR_CODES.has(code ?? '')) return true;
  // Several addresses were tried: the seller is responsible when one of them was reached and
  // refused.
  return errors !== undefined && errors.length > 0 && errors.every(isOurNetwork);
}

const LOOK_EVERY_MS = 250;
/** A longer block of the event loop than any of our work causes. */
const PAUSE_MS = 2_000;

/**
 * Detects that the process was paused: it was stopped, or its machine was. Runs only during work,
 * so that an idle process stays asleep.
 */
export class PauseWatch {
  private lookedAtMs = performance.now();
  private pausedUntilMs = -Infinity;
  private underWay = 0;
  private timer: NodeJS.Timeout | null = null;

  /** Watches while the work lasts. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    if (this.underWay === 0) this.lookedAtMs = performance.now();
    this.underWay += 1;
    this.timer ??= setInterval(() => this.look(), LOOK_EVERY_MS).unref();
    try {
      return await work();
    } finally {
      this.underWay -= 1;
      if (this.underWay === 0) this.stop();
    }
  }

  /** @param sinceMs of `performance.now()` */
  pausedSince(sinceMs: number): boolean {
    this.look();
    return this.pausedUntilMs >= sinceMs;
  }

  private stop(): void {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
  }

  private look(): void {
    const nowMs = performance.now();
    if (nowMs - this.lookedAtMs > PAUSE_MS) this.pausedUntilMs = nowMs;
    this.lookedAtMs = nowMs;
  }
}
