/** The terms of a contract order, and their validation. */
import { fail } from '../../domain/errors';
import { checkNotional } from '../../domain/quantities';
import type { Region } from '../../domain/regions';
import type { Tenor } from '../../domain/tenors';
import {
  EXPIRING_TIMES_IN_FORCE,
  needsExpiry,
  orderExpiresAtMs,
  TIME_IN_FORCE_RULES,
  type TimeInForce,
} from '../../domain/time-in-force';
import type { ContractOrderDocument } from '../../records/documents/contract-order';

export interface OrderTerms {
  readonly modelId: string;
  readonly tenor: Tenor;
  /** The region that it is pinned to. */
  readonly region: Region | null;
  /** Limit per 1,000 tokens. */
  readonly priceScale8: bigint;
  readonly quantityTokens: number;
  readonly timeInForce: TimeInForce;
  /** As requested; only for a time in force that requires it. */
  readonly expiresAt: Date | null;
  /** Unique within the account. */
  readonly clientOrderId: string | null;
}

/** @throws Failure `invalid_request`, `invalid_quantity` */
export function checkOrderTerms(terms: OrderTerms): void {
  const { timeInForce, expiresAt } = terms;
  const param = 'expires_at';
  if (needsExpiry(timeInForce) && !expiresAt) {
    const message = `expires_at is required for ${timeInForce}.`;
    throw fail('invalid_request', { param, message });
  }
  if (!needsExpiry(timeInForce) && expiresAt) {
    const message = `expires_at is for ${EXPIRING_TIMES_IN_FORCE.join(' and ')} only.`;
    throw fail('invalid_request', { param, message });
  }
  checkNotional(terms.priceScale8, terms.quantityTokens, 'quantity');
}

/**
 * Applies to new orders only: a repeated order may have expired.
 * @throws Failure `invalid_request`
 */
export function checkExpiresLater({ expiresAt }: OrderTerms, now: Date): void {
  if (!expiresAt || expiresAt > now) return;
  const message = 'expires_at must be in the future.';
  throw fail('invalid_request', { param: 'expires_at', message });
}

/** When an order with these terms, placed now, expires. */
export function expiryOf({ timeInForce, expiresAt }: OrderTerms, now: Date): Date | null {
  const rule = TIME_IN_FORCE_RULES[timeInForce];
  const endsAtMs = orderExpiresAtMs(rule, expiresAt?.getTime() ?? null, now.getTime());
  return endsAtMs === null ? null : new Date(endsAtMs);
}

/**
 * Whether a recorded order has the same terms. An expiry that follows from the time of placement is
 * not a term.
 */
export function hasTerms(order: ContractOrderDocument, terms: OrderTerms): boolean {
  const givenMs = needsExpiry(order.timeInForce) ? order.expiresAt?.getTime() : null;
  return (
    order.modelId === terms.modelId &&
    order.quantityTokens === terms.quantityTokens &&
    order.limitPriceScale8 === terms.priceScale8 &&
    order.region === terms.region &&
    order.tenor === terms.tenor &&
    order.timeInForce === terms.timeInForce &&
    (givenMs ?? null) === (terms.expiresAt?.getTime() ?? null)
  );
}
