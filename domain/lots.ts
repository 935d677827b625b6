/**
 * The arithmetic of a delivery lot: tokens of one seller that a buyer has paid for. Pure.
 *
 * What was paid stands in escrow. A draw sends its part to the seller; what is undrawn when the
 * window ends goes to the seller as well (take or pay), and back to the buyer when the seller
 * defaults (CONTRACT-1, CONTRACT-2, CONTRACT-3). At every moment
 * quantity = remaining + reserved + drawn + paid + refunded, and an empty lot has no escrow left.
 */
import { costScale8 } from './money';

export const LOT_STATUSES = ['open', 'exhausted', 'expired', 'defaulted'] as const;
export type LotStatus = (typeof LOT_STATUSES)[number];

export interface LotBalance {
  readonly status: LotStatus;
  /** Price per 1,000 tokens. */
  readonly priceScale8: bigint;
  /** Free to be drawn; only an open lot has any. */
  readonly remainingTokens: number;
  /** Reserved for draws under way. */
  readonly reservedTokens: number;
  readonly escrowScale8: bigint;
}

/** What one step moves, each part from where the step says. */
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
  /** Perhaps none. */
  readonly usedTokens: number;
  /** The seller failed it in all attempts: for that it is not paid, even if the window is over. */
  readonly isDefault: boolean;
}

/** A draw ends: of what it had reserved some was used, perhaps none. */
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
  const toBuyer = draw.isDefault || lot.status === 'defaulted';
  return { ...drawn, status: lot.status, ...giveAway(after, unusedTokens, toBuyer, isLast) };
}

/** The window is over, or the seller failed: what nobody is drawing right now leaves the lot. */
export function closeLot(lot: LotBalance, status: 'expired' | 'defaulted'): LotMove {
  const tokens = lot.remainingTokens;
  const kept = least(costScale8(lot.priceScale8, lot.reservedTokens), lot.escrowScale8);
  const away = { ...lot, escrowScale8: lot.escrowScale8 - kept };
  const toBuyer = status === 'defaulted';
  return { ...NOTHING, status, remainingTokens: -tokens, ...giveAway(away, tokens, toBuyer, true) };
}

/** What a part of a lot that is not open any more is worth, and to whom it goes. */
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
