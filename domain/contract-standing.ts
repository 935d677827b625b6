/** The state of contracts and their lots at a time, and the choice of a lot for a draw. Pure. */
import type { ErrorCode } from './errors';
import type { LotStatus } from './lots';
import type { Region } from './regions';

export const CONTRACT_STATUSES = [
  'pending',
  'active',
  'exhausted',
  'expired',
  'defaulted',
] as const;
export type ContractStatus = (typeof CONTRACT_STATUSES)[number];
/** Voided: an operator ended it with a refund. */
export const LOT_STANDINGS = [...CONTRACT_STATUSES, 'voided'] as const;
export type LotStanding = (typeof LOT_STANDINGS)[number];

export interface LotTimes {
  readonly status: LotStatus;
  readonly opensAt: Date;
  readonly endsAt: Date;
}

export interface DrawableLot extends LotTimes {
  readonly region: Region;
  readonly remainingTokens: number;
}

/** By the clock, whether or not its end has been recorded yet. */
export function lotStatusAt(lot: LotTimes, now: Date): LotStanding {
  if (lot.status !== 'open') return lot.status;
  if (now >= lot.endsAt) return 'expired';
  return now < lot.opensAt ? 'pending' : 'active';
}

/** Defaulted: none of its lots is active, and at least one defaulted. A voided lot is over. */
export function contractStatusAt(lots: readonly LotTimes[], now: Date): ContractStatus {
  const standings = lots.map((lot) => lotStatusAt(lot, now));
  const has = (status: ContractStatus) =>
    standings.includes(status) || (status === 'expired' && standings.includes('voided'));
  const order = ['active', 'pending', 'expired', 'defaulted'] as const;
  return order.find(has) ?? 'exhausted';
}

export interface OwedTokens {
  /** Can be drawn. */
  readonly remainingTokens: number;
  /** Reserved by requests under way; those that they do not use remain again. */
  readonly reservedTokens: number;
}

/** What the seller still owes: nothing once the window has ended. */
export function owedAt(lot: LotTimes & OwedTokens, now: Date): OwedTokens {
  const status = lotStatusAt(lot, now);
  if (status !== 'pending' && status !== 'active') {
    return { remainingTokens: 0, reservedTokens: 0 };
  }
  return { remainingTokens: lot.remainingTokens, reservedTokens: lot.reservedTokens };
}

export interface DrawCriteria {
  readonly quantityMinTokens: number;
  readonly quantityMaxTokens: number;
  /** The region that the request is pinned to. */
  readonly region: Region | null;
}

/** Prefers the lot whose window ends first (CONTRACT-7). */
export function chooseLot<Lot extends DrawableLot>(
  lots: readonly Lot[],
  criteria: DrawCriteria,
  now: Date,
): { readonly lot: Lot; readonly quantityTokens: number } | { readonly refused: ErrorCode } {
  const active = lots.filter((lot) => lotStatusAt(lot, now) === 'active');
  const large = active.filter((lot) => lot.remainingTokens >= criteria.quantityMinTokens);
  const fit = large.filter((lot) => criteria.region === null || lot.region === criteria.region);
  const lot = fit.sort((one, other) => one.endsAt.getTime() - other.endsAt.getTime())[0];
  if (lot) {
    return { lot, quantityTokens: Math.min(lot.remainingTokens, criteria.quantityMaxTokens) };
  }
  if (large.length > 0) return { refused: 'invalid_region' };
  if (active.length > 0) return { refused: 'contract_exhausted' };
  const status = contractStatusAt(lots, now);
  if (status === 'pending') return { refused: 'contract_pending' };
  if (status === 'defaulted') return { refused: 'seller_default' };
  const isOver = ({ endsAt, status: ended }: Lot) => endsAt <= now || ended === 'voided';
  return { refused: lots.every(isOver) ? 'contract_expired' : 'contract_exhausted' };
}
