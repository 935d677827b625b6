/**
 * What MongoDB is to the books, for one book, in memory: it has the last word on what was sold. A
 * reservation counts when the store has it, under the store's epoch and out of what the store has.
 */
import type { PlaceAsk } from '../../engine/book';
import type { BookSource } from '../../engine/book-source';

export interface Sold {
  readonly fillId: string;
  readonly askId: string;
  readonly quantityTokens: number;
  readonly epoch: number;
}

export class ClusterStore {
  epoch = 0;
  readonly asks = new Map<string, PlaceAsk & { sequence: number | null; left: number }>();
  readonly sold = new Map<string, Sold>();
  /** Tokens that the book gave away although they were sold: what a lost tail would sell twice. */
  refusedTokens = 0;

  offer(ask: PlaceAsk): void {
    this.asks.set(ask.askId, { ...ask, sequence: null, left: ask.capacityTokens });
  }

  /** False: the book is not to be trusted, or another epoch has begun since. */
  reserve(fill: Sold): 'reserved' | 'old epoch' | 'sold out' {
    if (this.sold.has(fill.fillId)) return 'reserved';
    if (fill.epoch !== this.epoch) return 'old epoch';
    const ask = this.asks.get(fill.askId);
    if (!ask || ask.left < fill.quantityTokens) {
      this.refusedTokens += fill.quantityTokens;
      return 'sold out';
    }
    ask.left -= fill.quantityTokens;
    this.sold.set(fill.fillId, fill);
    return 'reserved';
  }

  source(): BookSource {
    this.epoch += 1;
    const asks = [...this.asks.values()];
    return {
      epoch: this.epoch,
      asks: asks.map((ask) => ({ ...ask, remainingTokens: ask.left })),
      reservations: [...this.sold.values()],
    };
  }

  /** Every ask's capacity is what is left and what was sold, each once. */
  imbalances(): string[] {
    return [...this.asks.values()].flatMap(({ askId, capacityTokens, left }) => {
      const fills = [...this.sold.values()].filter((fill) => fill.askId === askId);
      const sold = fills.reduce((sum, fill) => sum + fill.quantityTokens, 0);
      return left >= 0 && left + sold === capacityTokens ? [] : [`${askId}: ${left} and ${sold}`];
    });
  }

  get leftTokens(): number {
    return [...this.asks.values()].reduce((sum, ask) => sum + ask.left, 0);
  }
}
