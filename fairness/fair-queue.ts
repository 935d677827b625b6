/**
 * A queue in which owners take turns: an owner with many entries delays mostly its own. Bounded per
 * owner and in total.
 */

export interface FairQueueLimits {
  readonly perOwner: number;
  readonly all: number;
}

export class FairQueue<Entry> {
  private readonly entriesOf = new Map<string, Entry[]>();
  private count = 0;

  constructor(private readonly limits: FairQueueLimits) {}

  get size(): number {
    return this.count;
  }

  /** Owners with waiting entries. */
  get owners(): number {
    return this.entriesOf.size;
  }

  /**
   * @param goesBefore which of the owner's entries it precedes; one that may precede others is
   *   never refused
   * @returns `owner_full` or `full` when the entry was not accepted
   */
  push(
    owner: string,
    entry: Entry,
    goesBefore?: (other: Entry) => boolean,
  ): 'queued' | 'owner_full' | 'full' {
    const entries = this.entriesOf.get(owner) ?? [];
    if (!goesBefore && entries.length >= this.limits.perOwner) return 'owner_full';
    if (!goesBefore && this.count >= this.limits.all) return 'full';
    const at = goesBefore ? entries.findIndex(goesBefore) : -1;
    entries.splice(at === -1 ? entries.length : at, 0, entry);
    this.entriesOf.set(owner, entries);
    this.count += 1;
    return 'queued';
  }

  /**
   * The oldest entry of the eligible owner that costs least, and among equals of the one that has
   * waited longest for its turn.
   * @param mayGo whether an owner is eligible, with its oldest entry
   * @param costOf what an owner costs already, from 0; all cost the same when absent
   */
  next(
    mayGo: (owner: string, oldest: Entry) => boolean = () => true,
    costOf: (owner: string) => number = () => 0,
  ): { owner: string; entry: Entry } | null {
    let found: string | null = null;
    let lowest = Infinity;
    for (const [owner, entries] of this.entriesOf) {
      const cost = costOf(owner);
      if (cost >= lowest || !mayGo(owner, entries[0]!)) continue;
      found = owner;
      lowest = cost;
      if (cost === 0) break;
    }
    return found === null ? null : { owner: found, entry: this.nextOf(found)! };
  }

  /** The oldest entry of the owner, who then is the last to have another turn. */
  nextOf(owner: string): Entry | undefined {
    const entries = this.entriesOf.get(owner);
    if (!entries) return undefined;
    const entry = entries.shift();
    this.count -= 1;
    this.entriesOf.delete(owner);
    if (entries.length > 0) this.entriesOf.set(owner, entries);
    return entry;
  }

  countOf(owner: string): number {
    return this.entriesOf.get(owner)?.length ?? 0;
  }

  /** The newest entry of the owner with the most entries. */
  newestOfLargest(): { owner: string; entry: Entry } | null {
    let largest: { owner: string; entries: Entry[] } | null = null;
    for (const [owner, entries] of this.entriesOf) {
      if (entries.length > (largest?.entries.length ?? 0)) largest = { owner, entries };
    }
    return largest && { owner: largest.owner, entry: largest.entries.at(-1)! };
  }

  /**
   * Removes an entry before its turn.
   * @returns whether it was waiting
   */
  remove(owner: string, entry: Entry): boolean {
    const entries = this.entriesOf.get(owner) ?? [];
    const at = entries.indexOf(entry);
    if (at === -1) return false;
    entries.splice(at, 1);
    if (entries.length === 0) this.entriesOf.delete(owner);
    this.count -= 1;
    return true;
  }
}
