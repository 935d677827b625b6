/**
 * Places by key: the connections of this process to one endpoint, its lookups in one zone. Further
 * entries wait. Waiting participants take turns, so that one with many entries does not block the
 * others, and the last places are reserved for participants that have few.
 */
import { FairQueue } from './fair-queue';

export interface Waiting {
  readonly participant: string;
  /** In milliseconds since the Unix epoch. */
  readonly deadlineAtMs: number;
  /** How long it waits for a place; until its deadline when absent. */
  readonly connectionWaitMs?: number | undefined;
  readonly signal?: AbortSignal;
}

/** `full`: too many wait, or the wait was too long. */
export type NoPlaceReason = 'left' | 'deadline' | 'full';

export class NoPlace extends Error {
  override readonly name = 'NoPlace';

  constructor(readonly reason: NoPlaceReason) {
    super(`no place: ${reason}`);
  }
}

interface Waiter {
  readonly admit: () => void;
  readonly refuse: (reason: NoPlaceReason) => void;
}

/** Share of the places of one key that is reserved for participants with few of them. */
const KEPT_SHARE = 1 / 4;
const FEW = 4;

/** A longer timer would fire immediately. */
const TIMER_MAX_MS = 2 ** 31 - 1;

export class Places {
  private readonly keys = new Map<string, PlacesOfKey>();

  /**
   * @param placesMax of one key
   * @param waitingMax of all participants together, for one key
   */
  constructor(
    private readonly placesMax: number,
    private readonly waitingMax: number,
  ) {}

  /**
   * @returns a function that releases the place, once
   * @throws NoPlace
   */
  async take(key: string, waiting: Waiting): Promise<() => void> {
    const places = this.keys.get(key) ?? new PlacesOfKey(this.placesMax, this.waitingMax);
    this.keys.set(key, places);
    let isReleased = false;
    const release = () => {
      if (isReleased) return;
      isReleased = true;
      places.leave(waiting.participant);
      if (places.isUnused) this.keys.delete(key);
    };
    try {
      await places.enter(waiting);
    } catch (err) {
      if (places.isUnused) this.keys.delete(key);
      throw err;
    }
    return release;
  }
}

class PlacesOfKey {
  private taken = 0;
  private readonly takenBy = new Map<string, number>();
  private readonly waiting = new FairQueue<Waiter>({ perOwner: Infinity, all: Infinity });

  constructor(
    private readonly placesMax: number,
    private readonly waitingMax: number,
  ) {}

  get isUnused(): boolean {
    return this.taken === 0 && this.waiting.size === 0;
  }

  enter(waiting: Waiting): Promise<void> | void {
    if (waiting.signal?.aborted) throw new NoPlace('left');
    if (this.mayTake(waiting.participant)) return this.begin(waiting.participant);
    this.freePlaceFor(waiting.participant);
    return this.wait(waiting);
  }

  leave(participant: string): void {
    const left = (this.takenBy.get(participant) ?? 0) - 1;
    if (left > 0) this.takenBy.set(participant, left);
    else this.takenBy.delete(participant);
    this.taken -= 1;
    const next = this.waiting.next((owner) => this.mayTake(owner));
    if (!next) return;
    this.begin(next.owner);
    next.entry.admit();
  }

  private begin(participant: string): void {
    this.taken += 1;
    this.takenBy.set(participant, (this.takenBy.get(participant) ?? 0) + 1);
  }

  /** Reserves the last places for participants that have few. */
  private mayTake(participant: string): boolean {
    const free = this.placesMax - this.taken;
    if (free > Math.floor(this.placesMax * KEPT_SHARE)) return true;
    return free > 0 && (this.takenBy.get(participant) ?? 0) < FEW;
  }

  private wait({ participant, deadlineAtMs, connectionWaitMs, signal }: Waiting): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      const waiter: Waiter = {
        admit: () => (end(), resolve()),
        refuse: (reason) => {
          end();
          this.waiting.remove(participant, waiter);
          reject(new NoPlace(reason));
        },
      };
      const onAbort = () => waiter.refuse('left');
      const leftMs = Math.min(Math.max(0, deadlineAtMs - Date.now()), TIMER_MAX_MS);
      const waitMs = Math.min(leftMs, connectionWaitMs ?? leftMs);
      const timer = setTimeout(() => waiter.refuse(waitMs < leftMs ? 'full' : 'deadline'), waitMs);
      signal?.addEventListener('abort', onAbort, { once: true });
      this.waiting.push(participant, waiter);
    });
  }

  /** The participant with the most waiting entries yields to one with fewer. */
  private freePlaceFor(participant: string): void {
    if (this.waiting.size < this.waitingMax) return;
    const largest = this.waiting.newestOfLargest();
    const isLarger =
      largest && this.waiting.countOf(largest.owner) > this.waiting.countOf(participant) + 1;
    if (!isLarger) throw new NoPlace('full');
    largest.entry.refuse('full');
  }
}
