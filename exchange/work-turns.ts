/**
 * Turns of participants in the work of one process. While it keeps up, nobody waits. While it does
 * not, and several participants ask, so many requests of all together are worked on at once, given to
 * whoever has the fewest, and a few of each in any case: whoever asks a lot makes himself wait, others
 * no longer than those few take, and the process is never idle while somebody waits. What changes a
 * book, what is large and new sockets are worked on one or two at a time of all participants together,
 * with a pause behind each: short chats and what is read go first.
 */
export interface TurnLimits {
  /** Of one participant, worked on at once whatever others have. */
  readonly atOnce: number;
  /** Of all participants together; enough for the transactions that they share to be full. */
  readonly together: number;
  /** The same of all participants together. */
  readonly writes: number;
  readonly large: number;
  /** New sockets of the stream. */
  readonly sockets: number;
  /** Of one participant, waiting for their turns. */
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
/** A participant who has asked within this time counts among those who ask. */
const REMEMBERED_MS = 1_000;
const LOOK_AGAIN_MS = 50;
/** Behind a turn of a shared line, as many times as long as the turn was. */
const PAUSES_PER_TURN = 3;
const PAUSE_MS_MAX = 300;

export type GiveBack = () => void;

class Line {
  active = 0;
  askedAtMs = 0;
  /** Of requests that were begun already: they go before those that were not. */
  readonly begun: (() => void)[] = [];
  readonly fresh: (() => void)[] = [];

  /** @param isShared by all participants: each of its turns has a pause behind it */
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
  /** Turns of all participants, those of shared lines apart. */
  private active = 0;
  /** Those of participants in which somebody waits. */
  private readonly queued = new Set<Line>();
  private timer: NodeJS.Timeout | null = null;

  /** @param isBusy whether the process does not keep up */
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

  /** Whether the process does not keep up with several participants. */
  isLimited(): boolean {
    return this.participants.size > 1 && this.isBusy();
  }

  /**
   * Resolves when it is the participant's turn; the answer gives the turn back, once.
   * @throws TooManyWait
   */
  take(name: string): Promise<GiveBack> {
    return this.takeIn(this.lineOf(name), 'fresh');
  }

  /** The same for a request that was begun already, and is not refused any more. */
  takeAgain(name: string): Promise<GiveBack> {
    return this.takeIn(this.lineOf(name), 'begun');
  }

  /** The participant's turn, and one among those of all. */
  async takeShared(
    name: string,
    line: SharedLine,
    queue: 'begun' | 'fresh' = 'fresh',
  ): Promise<GiveBack> {
    const giveBackOwn = await this.takeIn(this.lineOf(name), queue);
    // Not bounded here: of each participant only those come that have a turn of his.
    const giveBack = await this.takeIn(this.shared[line], 'begun');
    return () => {
      giveBack();
      giveBackOwn();
    };
  }

  private async takeIn(line: Line, queue: 'begun' | 'fresh'): Promise<GiveBack> {
    if (this.hasCapacity(line)) this.begin(line);
    else if (queue === 'fresh' && line.waiting >= this.limits.waiting) {
      throw new TooManyWait('Too many requests of one participant wait for their turn');
    } else await this.wait(line, queue);
    const startedAtMs = performance.now();
    let isGiven = false;
    return () => {
      if (isGiven) return;
      isGiven = true;
      this.giveBack(line, performance.now() - startedAtMs);
    };
  }

  private wait(line: Line, queue: 'begun' | 'fresh'): Promise<void> {
    if (!line.isShared) this.queued.add(line);
    return new Promise((resolve) => line[queue].push(resolve));
  }

  private giveBack(line: Line, tookMs: number): void {
    const end = () => {
      line.active -= 1;
      if (!line.isShared) this.active -= 1;
      this.goOn(line);
      this.giveRest();
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

  /** Those that go on are counted among the active before they run. */
  private goOn(line: Line): void {
    while (line.waiting > 0 && this.hasShare(line)) this.letNext(line);
  }

  /** What is free goes to those who wait, the one with the fewest turns first. */
  private giveRest(): void {
    while (this.active < this.limits.together) {
      const [first, ...rest] = this.queued;
      if (!first) return;
      this.letNext(rest.reduce((few, line) => (line.active < few.active ? line : few), first));
    }
  }

  private letNext(line: Line): void {
    this.begin(line);
    const next = line.next();
    if (line.waiting === 0) this.queued.delete(line);
    next?.();
  }

  /** What it has in any case. */
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

  /** Forgets who has not asked for a while, and lets those go on who need not wait any more. */
  private lookAgain(): void {
    const before = performance.now() - REMEMBERED_MS;
    for (const [name, { active, waiting, askedAtMs }] of this.participants) {
      if (active + waiting === 0 && askedAtMs < before) this.participants.delete(name);
    }
    for (const line of [...this.participants.values(), ...Object.values(this.shared)])
      this.goOn(line);
    this.giveRest();
    if (this.participants.size > 0 || !this.timer) return;
    clearInterval(this.timer);
    this.timer = null;
  }
}
