/**
 * Limits active asks before the first settled fill, so that sellers without deliveries cannot fill
 * a book. Sellers of one owner are counted together, and the first settled fill of one of them
 * counts for all.
 */
import type { Records } from '../../records/connect';
import type { SellerDocument } from '../../records/seller';
import { OpenLimit } from '../open-limit';

interface NewAsk {
  readonly seller: SellerDocument;
  readonly askId: string;
  readonly now: () => Promise<Date>;
}

export class NewSellers {
  private readonly openLimit = new OpenLimit();
  /** Sellers and owners with a settled fill: no further query is needed. */
  private readonly delivered = new Set<string>();

  /** @param max Infinity for no limit */
  constructor(
    private readonly records: Records,
    private readonly max: number,
  ) {}

  /** @throws Failure `invalid_request` when a new seller has reached its limit of active asks */
  async within<Made>({ seller, askId, now }: NewAsk, make: () => Promise<Made>): Promise<Made> {
    const { records, max } = this;
    const holderId = seller.owner === null ? seller._id : `owner:${seller.owner}`;
    if (max === Infinity || this.delivered.has(holderId)) return make();
    const sellerIds = await this.sellersBeside(seller);
    if (await this.haveDelivered(sellerIds)) {
      this.delivered.add(holderId);
      return make();
    }
    const opening = {
      holderId,
      id: askId,
      max,
      count: async (limit: number, exceptIds: readonly string[]) =>
        records.asks.countDocuments(activeAsks(sellerIds, await now(), exceptIds), { limit }),
      message: `Before its first settled fill a seller may have ${max} active asks; sellers of one owner are counted together.`,
    };
    return this.openLimit.within(opening, make);
  }

  /** All sellers of its owner, or only itself when it has no owner. */
  private async sellersBeside({ _id, owner }: SellerDocument): Promise<string[]> {
    if (owner === null) return [_id];
    const sellers = await this.records.sellers
      .find({ owner }, { projection: { _id: 1 } })
      .toArray();
    return sellers.map((seller) => seller._id);
  }

  private async haveDelivered(sellerIds: string[]): Promise<boolean> {
    const trade = { sellerId: { $in: sellerIds }, status: 'settled' as const };
    return (await this.records.trades.findOne(trade, { projection: { _id: 1 } })) !== null;
  }
}

/** Asks that count against a limit, with exceptions. */
export function activeAsks(sellerIds: string[], now: Date, exceptIds: readonly string[]) {
  return {
    sellerId: { $in: sellerIds },
    status: 'active' as const,
    expiresAt: { $gt: now },
    _id: { $nin: [...exceptIds] },
  };
}
