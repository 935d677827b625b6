/**
 * The exchange's fees (MONEY-10), in basis points of the cost: one row per tier. The first tier
 * that matches a trade sets its fee. The fee of a trade is fixed: a settled chat request stores the
 * amount in its fill, a lot stores the basis points of its match for all draws. A change of the
 * table or of a setting affects later settlements and matches only.
 */
import type { Tenor } from './tenors';

/** Settings with a tier's basis points. */
export interface FeeSettings {
  readonly FEE_BASIS_POINTS: number;
}

/** What a fee may depend on. */
export interface FeeTerms {
  /** `chat`: fixed at the settlement; `lot`: bought ahead, fixed at the match. */
  readonly kind: 'chat' | 'lot';
  readonly tenor: Tenor;
  readonly accountId: string;
  readonly sellerId: string;
  /** That are paid for. */
  readonly quantityTokens: number;
}

/** The basis points of a trade. The ledger applies it to each trade, with all that is known of it. */
export type FeeSchedule = (trade: FeeTerms) => number;

export interface FeeTier {
  readonly name: string;
  readonly kinds: readonly FeeTerms['kind'][];
  /** Null: every tenor. */
  readonly tenors: readonly Tenor[] | null;
  /** What else a trade must be, with words for the page. */
  readonly condition?: {
    readonly text: string;
    readonly holds: (trade: FeeTerms, settings: FeeSettings) => boolean;
  };
  /** A number, or the name of its setting. */
  readonly basisPoints: number | keyof FeeSettings;
}

export const FEE_TIERS: readonly FeeTier[] = [
  { name: 'standard', kinds: ['chat', 'lot'], tenors: null, basisPoints: 'FEE_BASIS_POINTS' },
];

/** The schedule throws a RangeError when no tier applies; the last row of the table applies to every trade. */
export function feeSchedule(
  settings: FeeSettings,
  tiers: readonly FeeTier[] = FEE_TIERS,
): FeeSchedule {
  return (trade) => {
    const tier = tiers.find((one) => applies(one, trade, settings));
    if (!tier) throw new RangeError(`no fee tier applies to a ${trade.kind} of ${trade.tenor}`);
    return typeof tier.basisPoints === 'number' ? tier.basisPoints : settings[tier.basisPoints];
  };
}

function applies(
  { kinds, tenors, condition }: FeeTier,
  trade: FeeTerms,
  settings: FeeSettings,
): boolean {
  const isCovered = kinds.includes(trade.kind) && (tenors === null || tenors.includes(trade.tenor));
  return isCovered && (condition?.holds(trade, settings) ?? true);
}
