/**
 * Limits active asks before the first settled fill, so that sellers without deliveries cannot fill
 * a book. Sellers of one owner are counted together, and the first settled fill of one of them
 * counts for all.
 */
import { pastTrades } from '../../records/archive/past';
import type { Records } from '../../records/connect';
import type { SellerDocument } from '../../records/documents/seller';
import { OpenLimit } from '../../fairness/open-limit';

type Registered = Pick<SellerDocument, '_id' | 'registeredAt'>;

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
    const sellers = await this.sellersBeside(seller);
    const sellerIds = sellers.map(({ _id }) => _id);
    if (await this.haveDelivered(sellers)) {
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
  private async sellersBeside(seller: SellerDocument): Promise<Registered[]> {
    const { owner } = seller;
    if (owner === null) return [seller];
    return this.records.sellers
      .find({ owner }, { projection: { _id: 1, registeredAt: 1 } })
      .toArray();
  }

  private async haveDelivered(sellers: readonly Registered[]): Promise<boolean> {
    const trades = await pastTrades(this.records).page({
      filter: { sellerId: { $in: sellers.map(({ _id }) => _id) }, status: 'settled' },
      sorting: 'newest',
      limit: 1,
      projection: { executedAt: 1 },
    });
    return trades.length > 0;
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
