/** What a seller owes at a time; a lot by itself: `owedAt` in domain/contract-standing.ts. */
import type { Records } from '../connect';

/** The index of reserved fills: those of all sellers are fewer than one seller's past. */
const RESERVED = { modelId: 1, tenor: 1 } as const;
const ANY_TEXT = { $gt: '' };

/** Its lots whose window has not ended, whether or not the end is recorded yet. */
export const owedLots = <Seller>(sellerId: Seller, now: Date) =>
  ({ sellerId, status: 'open', endsAt: { $gt: now } }) as const;

export interface Obligations {
  readonly lots: number;
  /** Of its lots, that can be drawn. */
  readonly tokens: number;
  /** Of requests under way, at its asks and on its lots. */
  readonly reservedTokens: number;
  /** Of its lots. */
  readonly contracts: number;
  readonly buyers: number;
  /** What buyers paid for its lots and nobody has earned yet. */
  readonly escrowScale8: bigint;
}

interface SoldAhead {
  readonly remaining: number;
  readonly reserved: number;
  readonly lots: number;
  readonly contracts: readonly string[];
  readonly buyers: readonly string[];
  readonly escrowScale8: bigint;
}

export async function obligationsOf(
  { fills, lots, ledger }: Pick<Records, 'fills' | 'lots' | 'ledger'>,
  sellerId: string,
): Promise<Obligations> {
  const now = await ledger.capacity.now();
  const [[requests], [sold]] = await Promise.all([
    fills
      .aggregate<{ tokens: number }>(
        [
          { $match: { sellerId, status: 'reserved', modelId: ANY_TEXT, kind: { $ne: 'draw' } } },
          { $group: { _id: null, tokens: { $sum: '$quantityTokens' } } },
        ],
        { hint: RESERVED },
      )
      .toArray(),
    lots
      .aggregate<SoldAhead>([
        { $match: owedLots(sellerId, now) },
        {
          $group: {
            _id: null,
            remaining: { $sum: '$remainingTokens' },
            reserved: { $sum: '$reservedTokens' },
            lots: { $sum: { $toDouble: 1 } },
            contracts: { $addToSet: '$contractId' },
            buyers: { $addToSet: '$accountId' },
            escrowScale8: { $sum: '$escrowScale8' },
          },
        },
      ])
      .toArray(),
  ]);
  return {
    lots: sold?.lots ?? 0,
    tokens: sold?.remaining ?? 0,
    reservedTokens: (requests?.tokens ?? 0) + (sold?.reserved ?? 0),
    contracts: sold?.contracts.length ?? 0,
    buyers: sold?.buyers.length ?? 0,
    escrowScale8: sold?.escrowScale8 ?? 0n,
  };
}
