/**
 * Places by key: the connections of this process to one endpoint, its lookups in one zone. Further
 * entries wait. Waiting participants take turns, so that one with many entries does not block the
 * others, and the last places are reserved for participants that have few.
 */
import { type DoorRules, FairDoor, type Release } from './fair-door';

export interface Waiting {
  readonly participant: string;
  /** In milliseconds since the Unix epoch. */
  readonly deadlineAtMs: number;
  /** How long it waits for a place; until its deadline when absent. */
  readonly connectionWaitMs?: number | undefined;
  readonly signal?: AbortSignal;
}

/** Share of the places of one key that is reserved for participants with few of them. */
const KEPT_SHARE = 1 / 4;
const FEW = 4;

/** A longer timer would fire immediately. */
const TIMER_MAX_MS = 2 ** 31 - 1;

export class Places {
  private readonly doors = new Map<string, FairDoor>();
  private readonly rules: DoorRules;

  /**
   * @param placesMax of one key
   * @param waitingMax of all participants together, for one key
   */
  constructor(placesMax: number, waitingMax: number) {
    this.rules = {
      places: placesMax,
      kept: { places: Math.floor(placesMax * KEPT_SHARE), below: FEW },
      waiting: { perOwner: Infinity, all: waitingMax },
      mostYields: true,
    };
  }

  /**
   * @returns a function that releases the place, once
   * @throws NoPlace
   */
  async take(key: string, waiting: Waiting): Promise<Release> {
    const { participant, deadlineAtMs, connectionWaitMs, signal } = waiting;
    const door = this.doors.get(key) ?? new FairDoor(this.rules);
    this.doors.set(key, door);
    const leftMs = Math.min(Math.max(0, deadlineAtMs - Date.now()), TIMER_MAX_MS);
    const ms = Math.min(leftMs, connectionWaitMs ?? leftMs);
    const patience = { ms, reason: ms < leftMs ? 'full' : 'deadline' } as const;
    const forget = () => {
      if (door.isUnused) this.doors.delete(key);
    };
    try {
      const release = await door.enter(participant, { signal, patience });
      return () => (release(), forget());
    } catch (err) {
      forget();
      throw err;
    }
  }
}
