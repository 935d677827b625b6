/**
 * The bids of a request, made once. Their request may have many megabytes: it is held until they are made
 * or nobody needs them, and not while its buyer waits for the answer.
 */
import type { Bids } from './bid';

export class Bidding {
  private made: Promise<Bids> | null = null;
  private how: (() => Promise<Bids>) | null;

  /** @param freed the share of the memory for bodies; idempotent */
  constructor(
    how: () => Promise<Bids>,
    private readonly freed: () => void,
  ) {
    this.how = how;
  }

  /** Repeated calls return the same bids. */
  make(): Promise<Bids> {
    this.made ??= this.start();
    return this.made;
  }

  private async start(): Promise<Bids> {
    if (!this.how) throw new Error('The request is no longer held.');
    try {
      return await this.how();
    } finally {
      this.release();
    }
  }

  /** Idempotent. Bids that are made stay. */
  release(): void {
    this.how = null;
    this.freed();
  }
}
