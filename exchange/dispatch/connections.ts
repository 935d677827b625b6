/**
 * Places for requests at one endpoint, as many as this process opens connections to it. Who finds
 * none waits: neither the wait nor its end says anything about the seller. Of the accounts that
 * wait each gets its turn, so that one with many requests does not stand before all the others.
 */
import { AttemptFailure } from './outcome';

export interface Waiting {
  readonly accountId: string;
  /** In milliseconds since the Unix epoch. */
  readonly deadlineAtMs: number;
  /** After which it asks elsewhere; as long as its deadline lasts when absent. */
  readonly connectionWaitMs?: number | undefined;
  readonly signal: AbortSignal;
}

interface Waiter {
  readonly accountId: string;
  readonly admit: () => void;
  readonly refuse: (failure: AttemptFailure) => void;
}

/** A longer timer would fire at once. */
const TIMER_MAX_MS = 2 ** 31 - 1;

export class ConnectionPlaces {
  private readonly endpoints = new Map<string, Places>();

  /**
   * @param placesMax at one endpoint
   * @param waitingMax of all accounts together, at one endpoint
   */
  constructor(
    private readonly placesMax: number,
    private readonly waitingMax: number,
  ) {}

  /**
   * @returns gives the place back
   * @throws AttemptFailure `deadline`, `aborted`, or `no_connection` when too many wait, or it has waited long enough
   */
  async take(origin: string, waiting: Waiting): Promise<() => void> {
    const places = this.endpoints.get(origin) ?? new Places(this.placesMax, this.waitingMax);
    this.endpoints.set(origin, places);
    const giveBack = () => {
      places.leave();
      if (places.isUnused) this.endpoints.delete(origin);
    };
    try {
      await places.enter(waiting);
    } catch (err) {
      if (places.isUnused) this.endpoints.delete(origin);
      throw err;
    }
    return giveBack;
  }
}

class Places {
  private taken = 0;
  private waitingCount = 0;
  /** The account whose turn is next stands first. */
  private readonly turns = new Map<string, Waiter[]>();

  constructor(
    private readonly placesMax: number,
    private readonly waitingMax: number,
  ) {}

  get isUnused(): boolean {
    return this.taken === 0 && this.waitingCount === 0;
  }

  enter(waiting: Waiting): Promise<void> | void {
    if (waiting.signal.aborted) throw goneBuyer();
    if (this.taken < this.placesMax) {
      this.taken += 1;
      return;
    }
    this.makeRoomFor(waiting.accountId);
    return this.wait(waiting);
  }

  /** The place goes to who waits next, without being free in between. */
  leave(): void {
    const next = this.turns.entries().next().value;
    if (!next) {
      this.taken -= 1;
      return;
    }
    const [accountId, [waiter]] = next as [string, [Waiter, ...Waiter[]]];
    const others = this.turns.get(accountId)!.slice(1);
    this.turns.delete(accountId);
    if (others.length > 0) this.turns.set(accountId, others);
    this.waitingCount -= 1;
    waiter.admit();
  }

  private wait({ accountId, deadlineAtMs, connectionWaitMs, signal }: Waiting): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      };
      const waiter: Waiter = {
        accountId,
        admit: () => (end(), resolve()),
        refuse: (failure) => {
          end();
          this.remove(waiter);
          reject(failure);
        },
      };
      const onAbort = () => waiter.refuse(goneBuyer());
      const leftMs = Math.min(Math.max(0, deadlineAtMs - Date.now()), TIMER_MAX_MS);
      const waitMs = Math.min(leftMs, connectionWaitMs ?? leftMs);
      const onWaited = () => waiter.refuse(waitMs < leftMs ? noConnection() : deadlinePassed());
      const timer = setTimeout(onWaited, waitMs);
      signal.addEventListener('abort', onAbort, { once: true });
      this.turns.set(accountId, [...(this.turns.get(accountId) ?? []), waiter]);
      this.waitingCount += 1;
    });
  }

  /** Who waits with the most requests gives way to one who waits with fewer. */
  private makeRoomFor(accountId: string): void {
    if (this.waitingCount < this.waitingMax) return;
    const most = [...this.turns.values()].sort((a, b) => b.length - a.length)[0] ?? [];
    const own = this.turns.get(accountId)?.length ?? 0;
    if (most.length <= own + 1) throw noConnection();
    most.at(-1)!.refuse(noConnection());
  }

  private remove(waiter: Waiter): void {
    const left = (this.turns.get(waiter.accountId) ?? []).filter((other) => other !== waiter);
    if (left.length > 0) this.turns.set(waiter.accountId, left);
    else this.turns.delete(waiter.accountId);
    this.waitingCount -= 1;
  }
}

function goneBuyer(): AttemptFailure {
  return new AttemptFailure('aborted', 'the buyer is gone');
}

function deadlinePassed(): AttemptFailure {
  return new AttemptFailure('deadline', 'the deadline passed before a connection');
}

function noConnection(): AttemptFailure {
  return new AttemptFailure('no_connection', 'too many requests wait for a connection');
}
