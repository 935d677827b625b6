/**
 * A door to something scarce: a process, the connections of a seller, the name servers of a zone.
 * What may not enter waits in a fair queue. A new limit is a new set of rules for a door
 * (docs/internals/fairness.md).
 */
import { FairQueue, type FairQueueLimits } from './fair-queue';

export interface DoorRules {
  /** How many may be inside at once, of all owners together. */
  readonly places: number;
  /** This many each owner may always have, also when all places are taken. */
  readonly each?: number;
  /** The most of one owner. */
  readonly most?: number;
  /** The last places are kept for owners that hold fewer than this. */
  readonly kept?: { readonly places: number; readonly below: number };
  /** Whether the limits apply now; by default always. Who waited enters at the next `look()`. */
  readonly isLimited?: () => boolean;
  /** How many may wait; by default any number. */
  readonly waiting?: FairQueueLimits;
  /** When too many wait in all, the owner with the most yields to one with fewer. */
  readonly mostYields?: boolean;
  /** Free places go to the owner that holds the fewest; by default owners take turns. */
  readonly fewestFirst?: boolean;
  /** What a piece of work costs: how long its place stays taken behind it. By default nothing. */
  readonly costMs?: (tookMs: number) => number;
  /** The message for those that are refused because too many wait. */
  readonly refusal?: string;
}

export interface Wait {
  /** Already in progress: goes before what is new of its owner, and is never refused. */
  readonly isBegun?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly patience?: { readonly ms: number; readonly reason: NoPlaceReason };
}

/** `full`: too many wait, or the wait was too long. `owner_full`: too many of this owner wait. */
export type NoPlaceReason = 'left' | 'deadline' | 'full' | 'owner_full';

export class NoPlace extends Error {
  override readonly name = 'NoPlace';

  constructor(
    readonly reason: NoPlaceReason,
    message = `no place: ${reason}`,
  ) {
    super(message);
  }
}

/** Gives a place back, once. */
export type Release = () => void;

interface Waiter {
  readonly isBegun: boolean | undefined;
  readonly admit: () => void;
  readonly refuse: (reason: NoPlaceReason) => void;
}

const ANY_NUMBER: FairQueueLimits = { perOwner: Infinity, all: Infinity };
const isNew = ({ isBegun }: Waiter) => !isBegun;

export class FairDoor {
  private all = 0;
  private readonly heldBy = new Map<string, number>();
  private readonly waiting: FairQueue<Waiter>;

  constructor(private readonly rules: DoorRules) {
    this.waiting = new FairQueue(rules.waiting ?? ANY_NUMBER);
  }

  get isUnused(): boolean {
    return this.all + this.waiting.size === 0;
  }

  isUnusedBy(owner: string): boolean {
    return this.heldOf(owner) + this.waiting.countOf(owner) === 0;
  }

  /** @throws NoPlace */
  async enter(owner: string, wait: Wait = {}): Promise<Release> {
    if (wait.signal?.aborted) throw new NoPlace('left');
    return this.enterNow(owner) ?? this.wait(owner, wait);
  }

  /** @returns null when the owner would have to wait */
  enterNow(owner: string): Release | null {
    const mayEnter = this.waiting.countOf(owner) === 0 && this.mayEnter(owner);
    return mayEnter ? this.begin(owner) : null;
  }

  /** @throws NoPlace, and the errors of the work */
  async run<Result>(owner: string, work: () => Promise<Result>): Promise<Result> {
    const release = await this.enter(owner);
    return work().finally(release);
  }

  /** Admits those that wait and may enter now. */
  look(): void {
    while (this.admitNext());
  }

  private admitNext(): boolean {
    const cost = this.rules.fewestFirst ? this.heldOf : undefined;
    const next = this.waiting.next(this.mayEnter, cost);
    next?.entry.admit();
    return next !== null;
  }

  private readonly mayEnter = (owner: string): boolean => {
    const { places, each = 0, most = Infinity, kept, isLimited } = this.rules;
    const held = this.heldOf(owner);
    if (held < each) return true;
    const keptPlaces = kept && held >= kept.below ? kept.places : 0;
    return (held < most && this.all < places - keptPlaces) || isLimited?.() === false;
  };

  private readonly heldOf = (owner: string): number => this.heldBy.get(owner) ?? 0;

  private begin(owner: string): Release {
    this.count(owner, 1);
    const { costMs } = this.rules;
    const beganAtMs = costMs ? performance.now() : 0;
    let isReleased = false;
    return () => {
      if (isReleased) return;
      isReleased = true;
      const pauseMs = costMs?.(performance.now() - beganAtMs) ?? 0;
      if (pauseMs > 0) setTimeout(() => this.end(owner), pauseMs).unref();
      else this.end(owner);
    };
  }

  /** A place of an owner's own is for nobody else; one of all is for whose turn it is. */
  private end(owner: string): void {
    this.count(owner, -1);
    const { each = 0, places } = this.rules;
    if (this.heldOf(owner) < each) this.waiting.nextOf(owner)?.admit();
    while (this.all < places && this.admitNext());
  }

  private count(owner: string, change: 1 | -1): void {
    this.all += change;
    const held = this.heldOf(owner) + change;
    if (held > 0) this.heldBy.set(owner, held);
    else this.heldBy.delete(owner);
  }

  private wait(owner: string, { isBegun, signal, patience }: Wait): Promise<Release> {
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
      };
      const refuse = (reason: NoPlaceReason) => {
        end();
        this.waiting.remove(owner, waiter);
        reject(new NoPlace(reason, this.rules.refusal));
      };
      const leave = () => refuse('left');
      const admit = () => {
        end();
        resolve(this.begin(owner));
      };
      const waiter: Waiter = { isBegun, admit, refuse };
      const timer = patience && setTimeout(refuse, patience.ms, patience.reason);
      signal?.addEventListener('abort', leave, { once: true });
      const pushed = this.push(owner, waiter);
      if (pushed !== 'queued') refuse(pushed);
    });
  }

  private push(owner: string, waiter: Waiter): 'queued' | 'owner_full' | 'full' {
    const { waiting, rules } = this;
    const pushed = waiting.push(owner, waiter, waiter.isBegun ? isNew : undefined);
    if (pushed !== 'full' || !rules.mostYields) return pushed;
    const most = waiting.newestOfLargest();
    if (!most || waiting.countOf(most.owner) <= waiting.countOf(owner) + 1) return pushed;
    most.entry.refuse('full');
    return waiting.push(owner, waiter);
  }
}
