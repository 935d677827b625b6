/**
 * Money that is held: the hold, its journal, and the change of the balance, which must cover it.
 */
import { holdAmountScale8 } from '../../domain/money';
import { asDouble } from '../collections';
import type { FillHold } from '../documents/fill';
import type { HoldDocument } from '../documents/hold';
import { holdLines, newJournal } from './journal-lines';
import { insert, type Writes } from './writes';

export interface NewHold {
  /** The fill, or the contract order, that the money is held for. */
  readonly holdId: string;
  readonly accountId: string;
  readonly orderId: string;
  readonly fillId: string | null;
  readonly priceScale8: bigint;
  readonly quantityTokens: number;
}

/** A hold with a document of its own. */
export function holdWrites(
  hold: NewHold & Pick<HoldDocument, 'reason'>,
  now: Date,
): Required<Pick<Writes, 'balance' | 'holds' | 'journals'>> {
  const { holdId, reason, accountId, orderId, priceScale8, quantityTokens } = hold;
  const amountScale8 = holdAmountScale8(priceScale8, quantityTokens);
  const document: HoldDocument = {
    _id: holdId,
    accountId,
    reason,
    referenceId: orderId,
    priceScale8,
    quantityTokens: asDouble(quantityTokens),
    ...openHold(amountScale8),
    createdAt: now,
    resolvedAt: null,
  };
  return { ...heldMoney(hold, now), holds: [insert(document)] };
}

/** A hold before any capture or release. */
export function openHold(amountScale8: bigint): FillHold {
  return {
    amountScale8,
    capturedScale8: 0n,
    releasedScale8: 0n,
    openScale8: amountScale8,
    status: 'open',
  };
}

/** Writes of a hold besides its own record. */
export function heldMoney(
  { holdId, accountId, orderId, fillId, priceScale8, quantityTokens }: NewHold,
  now: Date,
): Required<Pick<Writes, 'balance' | 'journals'>> {
  const amountScale8 = holdAmountScale8(priceScale8, quantityTokens);
  const journal = newJournal({
    _id: `hold:${holdId}`,
    kind: 'hold',
    accountId,
    fillId,
    holdId,
    orderId,
    lines: holdLines(accountId, amountScale8),
    createdAt: now,
  });
  return {
    balance: { accountId, postedScale8: 0n, heldScale8: amountScale8, neededScale8: amountScale8 },
    journals: [insert(journal)],
  };
}
