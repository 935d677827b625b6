import { FairDoor, type Release } from './fair-door';

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

export class WorkTurns {
  /** When each participant last asked for a turn. */
  private readonly askedAtMs = new Map<string, number>();
  private readonly own: FairDoor;
  private readonly shared: Readonly<Record<SharedLine, FairDoor>>;
  private timer: NodeJS.Timeout | null = null;

  /** @param isBusy whether the process is overloaded */
  constructor(
    readonly isBusy: () => boolean,
    { atOnce, together, writes, large, sockets, waiting }: TurnLimits = LIMITS,
  ) {
    const isLimited = () => this.isLimited();
    this.own = new FairDoor({
      places: together,
      each: atOnce,
      isLimited,
      fewestFirst: true,
      waiting: { perOwner: waiting, all: Infinity },
      refusal: 'Too many requests of one participant wait for a turn',
    });
    const costMs = (tookMs: number) =>
      isLimited() ? Math.min(PAUSES_PER_TURN * tookMs, PAUSE_MS_MAX) : 0;
    // Any number may wait: only requests that hold their participant's turn arrive.
    const line = (places: number) => new FairDoor({ places, isLimited, costMs });
    this.shared = { writes: line(writes), large: line(large), sockets: line(sockets) };
  }

  /** Whether the process is overloaded with several participants. */
  isLimited(): boolean {
    return this.askedAtMs.size > 1 && this.isBusy();
  }

  /**
   * Resolves when it is the participant's turn; the result releases the turn, once.
   * @throws NoPlace
   */
  acquire(name: string): Promise<Release> {
    return this.enter(name, false);
  }

  /** For a request that is already in progress and is never refused. */
  resume(name: string): Promise<Release> {
    return this.enter(name, true);
  }

  /** Takes the participant's turn, and one of the shared line. */
  async acquireShared(
    name: string,
    line: SharedLine,
    queue: 'begun' | 'fresh' = 'fresh',
  ): Promise<Release> {
    const releaseOwn = await this.enter(name, queue === 'begun');
    const release = await this.shared[line].enter(name);
    return () => {
      release();
      releaseOwn();
    };
  }

  private enter(name: string, isBegun: boolean): Promise<Release> {
    this.askedAtMs.set(name, performance.now());
    this.timer ??= setInterval(() => this.lookAgain(), LOOK_AGAIN_MS).unref();
    return this.own.enter(name, { isBegun });
  }

  /** Removes inactive participants, and admits requests that need not wait any more. */
  private lookAgain(): void {
    const before = performance.now() - REMEMBERED_MS;
    for (const [name, askedAtMs] of this.askedAtMs) {
      if (askedAtMs < before && this.own.isUnusedBy(name)) this.askedAtMs.delete(name);
    }
    for (const door of [this.own, ...Object.values(this.shared)]) door.look();
    if (this.askedAtMs.size > 0 || !this.timer) return;
    clearInterval(this.timer);
    this.timer = null;
  }
}
