/**
 * Length of a turn while the process is overloaded: each account may read a limited number of
 * chunks in it.
 */
const LONG_TURN_MS = 10;

/**
 * Turns of accounts in reading streams: each account may read a limited number of chunks per turn
 * of the event loop. An account whose sellers send faster than we can relay slows its own streams;
 * a chunk of any other account waits for at most one turn. While the process is overloaded with
 * several participants, turns are longer, and the other participants use their rest.
 */
export class ChunkTurns {
  /** Chunks that each account has read in this turn. */
  private taken = new Map<string, number>();
  private readonly waiting = new Map<string, (() => void)[]>();
  private isTurning = false;

  constructor(
    private readonly isLimited: () => boolean = () => false,
    private readonly chunksPerTurn = 16,
  ) {}

  /** Resolves when the next chunk of the account may be read; undefined when it may be read now. */
  next(accountId: string): Promise<void> | undefined {
    this.turnSoon();
    const taken = this.taken.get(accountId) ?? 0;
    if (taken < this.chunksPerTurn) {
      this.taken.set(accountId, taken + 1);
      return undefined;
    }
    const queue = this.waiting.get(accountId) ?? [];
    this.waiting.set(accountId, queue);
    return new Promise<void>((resolve) => queue.push(resolve));
  }

  private turnSoon(): void {
    if (this.isTurning) return;
    this.isTurning = true;
    if (this.isLimited()) setTimeout(() => this.turn(), LONG_TURN_MS);
    else setImmediate(() => this.turn());
  }

  private turn(): void {
    this.isTurning = false;
    this.taken = new Map();
    for (const [accountId, queue] of this.waiting) {
      const next = queue.splice(0, this.chunksPerTurn);
      this.taken.set(accountId, next.length);
      if (queue.length === 0) this.waiting.delete(accountId);
      for (const go of next) go();
    }
    if (this.waiting.size > 0) this.turnSoon();
  }
}
