/**
 * Limits concurrent requests at one endpoint to the connections that this process opens to it.
 * Further requests wait; neither the wait nor its end says anything about the seller. Waiting
 * participants take turns, so that one with many requests does not block the others, and the last
 * places are reserved for participants that have few.
 */
import { FairQueue } from './fair-queue';
import { AttemptFailure } from '../exchange/dispatch/outcome';

export interface Waiting {
  readonly participant: string;
  /** In milliseconds since the Unix epoch. */
  readonly deadlineAtMs: number;
  /** How long it waits before it asks another seller; until its deadline when absent. */
  readonly connectionWaitMs?: number | undefined;
  readonly signal: AbortSignal;
}

interface Waiter {
  readonly admit: () => void;
  readonly refuse: (failure: AttemptFailure) => void;
}

/** Share of the places at one endpoint that is reserved for participants with few of them. */
const KEPT_SHARE = 1 / 4;
const FEW = 4;

/** A longer timer would fire immediately. */
const TIMER_MAX_MS = 2 ** 31 - 1;

export class ConnectionPlaces {
  private readonly endpoints = new Map<string, Places>();

  /**
   * @param placesMax at one endpoint
   * @param waitingMax of all participants together, at one endpoint
   */
  constructor(
    private readonly placesMax: number,
    private readonly waitingMax: number,
  ) {}

  /**
   * @returns a function that releases the place, once
   * @throws AttemptFailure `deadline`, `aborted`, or `no_connection` when too many wait or the wait
   *   was too long
   */
  async take(origin: string, waiting: Waiting): Promise<() => void> {
    const places = this.endpoints.get(origin) ?? new Places(this.placesMax, this.waitingMax);
    this.endpoints.set(origin, places);
    let isReleased = false;
    const release = () => {
      if (isReleased) return;
      isReleased = true;
      places.leave(waiting.participant);
      if (places.isUnused) this.endpoints.delete(origin);
    };
    try {
      await places.enter(waiting);
    } catch (err) {
      if (places.isUnused) this.endpoints.delete(origin);
      throw err;
    }
    return release;
  }
}

class Places {
  private taken = 0;
  private readonly takenBy = new Map<string, number>();
  private readonly waiting: FairQueue<Waiter>;

  constructor(
    private readonly placesMax: number,
    private readonly waitingMax: number,
  ) {
    this.waiting = new FairQueue({ perOwner: Infinity, all: Infinity });
  }

  get isUnused(): boolean {
    return this.taken === 0 && this.waiting.size === 0;
  }

  enter(waiting: Waiting): Promise<void> | void {
    if (waiting.signal.aborted) throw goneBuyer();
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
        signal.removeEventListener('abort', onAbort);
      };
      const waiter: Waiter = {
        admit: () => (end(), resolve()),
        refuse: (failure) => {
          end();
          this.waiting.remove(participant, waiter);
          reject(failure);
        },
      };
      const onAbort = () => waiter.refuse(goneBuyer());
      const leftMs = Math.min(Math.max(0, deadlineAtMs - Date.now()), TIMER_MAX_MS);
      const waitMs = Math.min(leftMs, connectionWaitMs ?? leftMs);
      const onWaited = () => waiter.refuse(waitMs < leftMs ? noConnection() : deadlinePassed());
      const timer = setTimeout(onWaited, waitMs);
      signal.addEventListener('abort', onAbort, { once: true });
      this.waiting.push(participant, waiter);
    });
  }

  /** The participant with the most waiting requests yields to one with fewer. */
  private freePlaceFor(participant: string): void {
    if (this.waiting.size < this.waitingMax) return;
    const largest = this.waiting.newestOfLargest();
    const isLarger =
      largest && this.waiting.countOf(largest.owner) > this.waiting.countOf(participant) + 1;
    if (!isLarger) throw noConnection();
    largest.entry.refuse(noConnection());
  }
}

function goneBuyer(): AttemptFailure {
  return new AttemptFailure('aborted', 'the buyer disconnected');
}

function deadlinePassed(): AttemptFailure {
  return new AttemptFailure('deadline', 'the deadline passed before a connection');
}

function noConnection(): AttemptFailure {
  return new AttemptFailure('no_connection', 'too many requests wait for a connection');
}
