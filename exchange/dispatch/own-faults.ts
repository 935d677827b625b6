/** Failures that are ours and no seller's: nothing of them counts against anybody. */

/** No route, no socket, no port left: what the machine that we run on lacks. */
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
/** Calls by which names are resolved. */
const NAME_CALL = /^(getaddrinfo|query)/;

/** Whether a connection was not made because of our own network or our own name resolution. */
export function isOurNetwork(err: unknown): boolean {
  const { code, syscall, errors } = err as {
    code?: string;
    syscall?: string;
    errors?: readonly unknown[];
  };
  if (NAME_CALL.test(syscall ?? '') || OUR_CODES.has(code ?? '')) return true;
  // Several addresses were tried: the seller's fault when one of them was reached and refused.
  return errors !== undefined && errors.length > 0 && errors.every(isOurNetwork);
}

const LOOK_EVERY_MS = 250;
/** The event loop stood still for longer than any work of ours takes. */
const PAUSE_MS = 2_000;

/**
 * Notices that the process stood still: it was stopped, or its machine was. It looks only while
 * something is under way: an idle process is left asleep.
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
