/**
 * The exchange's fees (MONEY-10), in basis points of the cost: one row per tier. The first tier that a
 * trade satisfies sets its fee. A trade keeps its fee: a settled chat request has the amount in its
 * fill, a lot has the basis points of its match for all of its draws. So a change of the table or of
 * a setting applies to what is settled or matched from then on, and to nothing before.
 */
import type { Tenor } from './tenors';

/** Settings that a tier may take its basis points from. */
export interface FeeSettings {
  readonly FEE_BASIS_POINTS: number;
}

/** What a fee may depend on. `chat`: fixed at the settlement; `lot`: bought ahead, fixed at the match. */
export interface FeeTerms {
  readonly kind: 'chat' | 'lot';
  readonly tenor: Tenor;
}

export interface FeeTier {
  readonly name: string;
  readonly kinds: readonly FeeTerms['kind'][];
  /** Null: of every tenor. */
  readonly tenors: readonly Tenor[] | null;
  /** A number, or the setting that has it. */
  readonly basisPoints: number | keyof FeeSettings;
}

export const FEE_TIERS: readonly FeeTier[] = [
  { name: 'standard', kinds: ['chat', 'lot'], tenors: null, basisPoints: 'FEE_BASIS_POINTS' },
];

/** @throws RangeError when no tier applies; the last row of the table applies to every trade */
export function feeBasisPoints(
  { kind, tenor }: FeeTerms,
  settings: FeeSettings,
  tiers: readonly FeeTier[] = FEE_TIERS,
): number {
  const tier = tiers.find(
    ({ kinds, tenors }) => kinds.includes(kind) && (tenors === null || tenors.includes(tenor)),
  );
  if (!tier) throw new RangeError(`no fee tier applies to a ${kind} of ${tenor}`);
  return typeof tier.basisPoints === 'number' ? tier.basisPoints : settings[tier.basisPoints];
}
