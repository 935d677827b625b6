/**
 * Tokens per price of one side of a book in one region, best price first, updated incrementally.
 */
import type { Depth } from '../../domain/book-message';
import { formatPrice } from '../../domain/money';
import type { Level } from '../../engine/depth';

interface KeptLevel {
  readonly priceScale8: bigint;
  readonly price: string;
  quantityTokens: number;
}

export class PriceLevels {
  private readonly levels: KeptLevel[] = [];
  private rendered: Depth | null = null;

  constructor(private readonly side: 'ask' | 'bid') {}

  /**
   * @param tokens negative to remove tokens
   * @throws Error when more tokens are removed than the price has
   */
  change(priceScale8: bigint, tokens: number): void {
    if (tokens === 0) return;
    this.rendered = null;
    const at = this.placeOf(priceScale8);
    const level = this.levels[at];
    const isKnown = level?.priceScale8 === priceScale8;
    const quantityTokens = (isKnown ? level.quantityTokens : 0) + tokens;
    if (quantityTokens < 0)
      throw new Error(`More tokens left the price ${priceScale8} than it had`);
    if (!isKnown) {
      const price = formatPrice(priceScale8, 'perThousand');
      this.levels.splice(at, 0, { priceScale8, price, quantityTokens });
    } else if (quantityTokens === 0) this.levels.splice(at, 1);
    else level.quantityTokens = quantityTokens;
  }

  get rows(): readonly Level[] {
    return this.levels;
  }

  /** The levels as clients read them. */
  get depth(): Depth {
    this.rendered ??= this.levels.map(
      ({ price, quantityTokens }) => [price, String(quantityTokens)] as const,
    );
    return this.rendered;
  }

  /** The index of the price, or its insertion point. */
  private placeOf(priceScale8: bigint): number {
    let low = 0;
    let high = this.levels.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const { priceScale8: other } = this.levels[middle] as KeptLevel;
      const isBetter = this.side === 'ask' ? other < priceScale8 : other > priceScale8;
      if (isBetter) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
