/**
 * Turns of participants in the work of one process. While the process keeps up, no request waits.
 * While it is overloaded and several participants send requests, the total concurrency is limited:
 * free turns go to the participant with the fewest, and each participant always has a few. A
 * participant with many requests thus delays mostly its own, and the process is never idle while a
 * request waits. Book changes, large requests and new sockets run one or two at a time for all
 * participants together, each followed by a pause, so that short chats and reads go first.
 */
export interface TurnLimits {
  /** Concurrent turns that each participant always has. */
  readonly atOnce: number;
  /** Total concurrency; large enough to fill the participants' shared transactions. */
  readonly together: number;
  /** Concurrent book changes of all participants together. */
  readonly writes: number;
  readonly large: number;
  /** New sockets of the stream. */
  readonly sockets: number;
  /** Waiting requests of one participant. */
  readonly waiting: number;
}

const LIMITS: TurnLimits = {
  atOnce: 6,
  together: 32,
  writes: 2,
  large: 1,
  sockets: 1,
  waiting: 1_000,
};

export type SharedLine = 'writes' | 'large' | 'sockets';
/** A participant with a request within this time counts as active. */
const REMEMBERED_MS = 1_000;
const LOOK_AGAIN_MS = 50;
/** Pause after a turn of a shared line, as a multiple of the turn's duration. */
const PAUSES_PER_TURN = 3;
const PAUSE_MS_MAX = 300;

export type Release = () => void;

class Line {
  active = 0;
  askedAtMs = 0;
  /** Requests in progress: they precede new ones. */
  readonly begun: (() => void)[] = [];
  readonly fresh: (() => void)[] = [];

  /** @param isShared by all participants: a pause follows each of its turns */
  constructor(
    readonly atOnce: number,
    readonly isShared = false,
  ) {}

  get waiting(): number {
    return this.begun.length + this.fresh.length;
  }

  next(): (() => void) | undefined {
    return this.begun.shift() ?? this.fresh.shift();
  }
}

export class TooManyWait extends Error {
  override readonly name = 'TooManyWait';
}

export class WorkTurns {
  private readonly participants = new Map<string, Line>();
  private readonly shared: Readonly<Record<SharedLine, Line>>;
  /** Active turns of all participants, without those of shared lines. */
  private active = 0;
  /** Lines of participants with waiting requests. */
  private readonly queued = new Set<Line>();
  private timer: NodeJS.Timeout | null = null;

  /** @param isBusy whether the process is overloaded */
  constructor(
    readonly isBusy: () => boolean,
    private readonly limits: TurnLimits = LIMITS,
  ) {
    const { writes, large, sockets } = limits;
    this.shared = {
      writes: new Line(writes, true),
      large: new Line(large, true),
      sockets: new Line(sockets, true),
    };
  }

  /** Whether the process is overloaded with several participants. */
  isLimited(): boolean {
    return this.participants.size > 1 && this.isBusy();
  }

  /**
   * Resolves when it is the participant's turn; the result releases the turn, once.
   * @throws TooManyWait
   */
  acquire(name: string): Promise<Release> {
    return this.acquireIn(this.lineOf(name), 'fresh');
  }

  /** For a request that is already in progress and is never refused. */
  resume(name: string): Promise<Release> {
    return this.acquireIn(this.lineOf(name), 'begun');
  }

  /** Takes the participant's turn, and one of the shared line. */
  async acquireShared(
    name: string,
    line: SharedLine,
    queue: 'begun' | 'fresh' = 'fresh',
  ): Promise<Release> {
    const releaseOwn = await this.acquireIn(this.lineOf(name), queue);
    // Unbounded here: only requests that hold their participant's turn arrive.
    const release = await this.acquireIn(this.shared[line], 'begun');
    return () => {
      release();
      releaseOwn();
    };
  }

  private async acquireIn(line: Line, queue: 'begun' | 'fresh'): Promise<Release> {
    if (this.hasCapacity(line)) this.begin(line);
    else if (queue === 'fresh' && line.waiting >= this.limits.waiting) {
      throw new TooManyWait('Too many requests of one participant wait for a turn');
    } else await this.wait(line, queue);
    const startedAtMs = performance.now();
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      this.release(line, performance.now() - startedAtMs);
    };
  }

  private wait(line: Line, queue: 'begun' | 'fresh'): Promise<void> {
    if (!line.isShared) this.queued.add(line);
    return new Promise((resolve) => line[queue].push(resolve));
  }

  private release(line: Line, tookMs: number): void {
    const end = () => {
      line.active -= 1;
      if (!line.isShared) this.active -= 1;
      this.admitWaiting(line);
      this.admitRest();
    };
    if (!line.isShared || !this.isLimited()) end();
    else setTimeout(end, Math.min(PAUSES_PER_TURN * tookMs, PAUSE_MS_MAX));
  }

  private lineOf(name: string): Line {
    const known = this.participants.get(name);
    const line = known ?? new Line(this.limits.atOnce);
    line.askedAtMs = performance.now();
    if (!known) this.participants.set(name, line);
    this.timer ??= setInterval(() => this.lookAgain(), LOOK_AGAIN_MS).unref();
    return line;
  }

  /** Continuing requests count as active before they run. */
  private admitWaiting(line: Line): void {
    while (line.waiting > 0 && this.hasShare(line)) this.admitNext(line);
  }

  /** Gives free turns to waiting requests, the participant with the fewest turns first. */
  private admitRest(): void {
    while (this.active < this.limits.together) {
      const [first, ...rest] = this.queued;
      if (!first) return;
      this.admitNext(rest.reduce((few, line) => (line.active < few.active ? line : few), first));
    }
  }

  private admitNext(line: Line): void {
    this.begin(line);
    const next = line.next();
    if (line.waiting === 0) this.queued.delete(line);
    next?.();
  }

  /** Whether the participant is below its guaranteed share. */
  private hasShare(line: Line): boolean {
    return line.active < line.atOnce || !this.isLimited();
  }

  private hasCapacity(line: Line): boolean {
    return this.hasShare(line) || (!line.isShared && this.active < this.limits.together);
  }

  private begin(line: Line): void {
    line.active += 1;
    if (!line.isShared) this.active += 1;
  }

  /** Removes inactive participants, and releases requests that need not wait any more. */
  private lookAgain(): void {
    const before = performance.now() - REMEMBERED_MS;
    for (const [name, { active, waiting, askedAtMs }] of this.participants) {
      if (active + waiting === 0 && askedAtMs < before) this.participants.delete(name);
    }
    for (const line of [...this.participants.values(), ...Object.values(this.shared)])
      this.admitWaiting(line);
    this.admitRest();
    if (this.participants.size > 0 || !this.timer) return;
    clearInterval(this.timer);
    this.timer = null;
  }
}
