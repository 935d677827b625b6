/**
 * The arithmetic of a delivery lot: prepaid tokens of one seller. Pure.
 *
 * The payment is in escrow. A draw pays its part to the seller; when the window ends the undrawn
 * part is paid to the seller as well (take-or-pay); when the seller defaults or an operator voids the
 * lot it is refunded to the buyer (CONTRACT-1, CONTRACT-2, CONTRACT-3). At every moment quantity = remaining + reserved +
 * drawn + paid + refunded, and an empty lot has no escrow left.
 */
import { costScale8 } from './money';

export const LOT_STATUSES = ['open', 'exhausted', 'expired', 'defaulted', 'voided'] as const;
export type LotStatus = (typeof LOT_STATUSES)[number];
/** How a lot ends before all of it is drawn. */
export type LotClosing = Exclude<LotStatus, 'open' | 'exhausted'>;

/** An open lot is overdue so long after its window: its workflow closes it at once, maintenance a minute later. */
export const LOT_OVERDUE_MS = 120_000;

/** Sellers can list their lots for so long after the end. */
export const ENDED_LOTS_DAYS = 30;

export interface LotBalance {
  readonly status: LotStatus;
  /** Price per 1,000 tokens. */
  readonly priceScale8: bigint;
  /** Available for draws; only an open lot has any. */
  readonly remainingTokens: number;
  /** Reserved for draws in progress. */
  readonly reservedTokens: number;
  readonly escrowScale8: bigint;
}

/** The changes of one step. */
export interface LotMove {
  readonly status: LotStatus;
  /** Changes of the lot's counts. */
  readonly remainingTokens: number;
  readonly reservedTokens: number;
  readonly drawnTokens: number;
  readonly paidTokens: number;
  readonly refundedTokens: number;
  /** Out of escrow: for the draw, for undrawn tokens to the seller, back to the buyer. */
  readonly drawScale8: bigint;
  readonly paidScale8: bigint;
  readonly refundedScale8: bigint;
}

const NOTHING = {
  remainingTokens: 0,
  reservedTokens: 0,
  drawnTokens: 0,
  paidTokens: 0,
  refundedTokens: 0,
  drawScale8: 0n,
  paidScale8: 0n,
  refundedScale8: 0n,
};

export interface DrawEnd {
  readonly reservedTokens: number;
  /** Possibly zero. */
  readonly usedTokens: number;
  /** The seller failed all attempts: the draw is not paid, even when the window has ended. */
  readonly isDefault: boolean;
}

/** A draw ends: some or none of its reserved tokens were used. */
export function endDraw(lot: LotBalance, draw: DrawEnd): LotMove {
  const { reservedTokens, usedTokens } = draw;
  const unusedTokens = reservedTokens - usedTokens;
  const drawScale8 = least(costScale8(lot.priceScale8, usedTokens), lot.escrowScale8);
  const after = { ...lot, escrowScale8: lot.escrowScale8 - drawScale8 };
  const drawn = {
    ...NOTHING,
    drawnTokens: usedTokens,
    reservedTokens: -reservedTokens,
    drawScale8,
  };
  if (lot.status === 'open') {
    const isLast = lot.remainingTokens + lot.reservedTokens === usedTokens;
    return {
      ...drawn,
      status: isLast ? 'exhausted' : 'open',
      remainingTokens: unusedTokens,
      paidScale8: isLast ? after.escrowScale8 : 0n,
    };
  }
  const isLast = lot.reservedTokens === reservedTokens;
  const toBuyer = draw.isDefault || isRefunded(lot.status);
  return { ...drawn, status: lot.status, ...giveAway(after, unusedTokens, toBuyer, isLast) };
}

/**
 * The window has ended, the seller failed, or an operator ends it: all tokens without a draw in
 * progress leave the lot.
 */
export function closeLot(lot: LotBalance, status: LotClosing): LotMove {
  const tokens = lot.remainingTokens;
  const kept = least(costScale8(lot.priceScale8, lot.reservedTokens), lot.escrowScale8);
  const away = { ...lot, escrowScale8: lot.escrowScale8 - kept };
  const toBuyer = isRefunded(status);
  return { ...NOTHING, status, remainingTokens: -tokens, ...giveAway(away, tokens, toBuyer, true) };
}

const isRefunded = (status: LotStatus) => status === 'defaulted' || status === 'voided';

/** The value of a part of a lot that is no longer open, and its recipient. */
function giveAway(lot: LotBalance, tokens: number, toBuyer: boolean, everything: boolean) {
  const scale8 = everything
    ? lot.escrowScale8
    : least(costScale8(lot.priceScale8, tokens), lot.escrowScale8);
  return toBuyer
    ? { refundedTokens: tokens, refundedScale8: scale8 }
    : { paidTokens: tokens, paidScale8: scale8 };
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
