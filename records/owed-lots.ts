/** What a seller owes at a time; a lot by itself: `owedAt` in domain/contract-standing.ts. */
import type { Records } from './connect';

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
      .aggregate<{ remaining: number; reserved: number; lots: number }>([
        { $match: owedLots(sellerId, now) },
        {
          $group: {
            _id: null,
            remaining: { $sum: '$remainingTokens' },
            reserved: { $sum: '$reservedTokens' },
            lots: { $sum: { $toDouble: 1 } },
          },
        },
      ])
      .toArray(),
  ]);
  return {
    lots: sold?.lots ?? 0,
    tokens: sold?.remaining ?? 0,
    reservedTokens: (requests?.tokens ?? 0) + (sold?.reserved ?? 0),
  };
}
