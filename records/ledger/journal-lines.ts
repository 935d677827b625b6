/**
 * Journals, and the lines of each kind. Buyers' and sellers' accounts are liabilities: a credit is
 * what the exchange owes them. Debits equal credits in each phase, and no line is zero.
 *
 * | Journal | Pending | Posted |
 * |---|---|---|
 * | deposit | | cash -> buyer |
 * | hold    | buyer -> clearing | |
 * | capture | clearing -> buyer, the whole hold | buyer -> seller, fees |
 * | release | clearing -> buyer, the whole hold | |
 * | correction | | corrections -> buyer, or back |
 * | payout  | | seller -> cash |
 * | escrow  | clearing -> buyer, what the fill frees of its order's hold | buyer -> escrow |
 * | draw, window_end | | escrow -> seller, fees |
 * | refund  | | escrow -> buyer |
 */
import type { JournalDocument, JournalLine, LedgerAccount } from '../documents/journal';

type Phase = JournalLine['phase'];

/** Names only the subject. */
export function newJournal(
  journal: Pick<JournalDocument, '_id' | 'kind' | 'lines' | 'createdAt'> & Partial<JournalDocument>,
): JournalDocument {
  return {
    accountId: null,
    sellerId: null,
    fillId: null,
    holdId: null,
    orderId: null,
    reference: null,
    reason: null,
    ...journal,
  };
}

export function depositLines(accountId: string, amountScale8: bigint): JournalLine[] {
  return transfer('posted', 'platform:cash', `buyer:${accountId}`, amountScale8);
}

/**
 * The buyer's line first.
 * @param amountScale8 above zero for a credit to the buyer
 */
export function correctionLines(accountId: string, amountScale8: bigint): JournalLine[] {
  const line = lineMaker('posted');
  const isCredit = amountScale8 > 0n;
  const sizeScale8 = isCredit ? amountScale8 : -amountScale8;
  return [
    line(`buyer:${accountId}`, isCredit ? 'credit' : 'debit', sizeScale8),
    line('platform:corrections', isCredit ? 'debit' : 'credit', sizeScale8),
  ];
}

export function holdLines(accountId: string, amountScale8: bigint): JournalLine[] {
  return transfer('pending', `buyer:${accountId}`, 'platform:clearing', amountScale8);
}

export function releaseLines(accountId: string, amountScale8: bigint): JournalLine[] {
  return transfer('pending', 'platform:clearing', `buyer:${accountId}`, amountScale8);
}

/**
 * Posts the cost and ends the whole hold, so that the uncaptured part is released in the same
 * journal.
 */
export function captureLines(parts: {
  readonly accountId: string;
  readonly sellerId: string;
  readonly holdScale8: bigint;
  readonly costScale8: bigint;
  readonly feeScale8: bigint;
}): JournalLine[] {
  const { accountId, sellerId, holdScale8, costScale8, feeScale8 } = parts;
  const line = lineMaker('posted');
  return [
    ...releaseLines(accountId, holdScale8),
    line(`buyer:${accountId}`, 'debit', costScale8),
    line(`seller:${sellerId}`, 'credit', costScale8 - feeScale8),
    line('platform:fees', 'credit', feeScale8),
  ].filter(({ amountScale8 }) => amountScale8 > 0n);
}

export function payoutLines(sellerId: string, amountScale8: bigint): JournalLine[] {
  return transfer('posted', `seller:${sellerId}`, 'platform:cash', amountScale8);
}

/** A fill of a contract order is prepaid from its hold; a ticket's fill has no hold. */
export function escrowLines(
  accountId: string,
  freedScale8: bigint,
  costScale8: bigint,
): JournalLine[] {
  return [
    ...releaseLines(accountId, freedScale8),
    ...transfer('posted', `buyer:${accountId}`, 'platform:escrow', costScale8),
  ].filter(({ amountScale8 }) => amountScale8 > 0n);
}

/** The seller's earnings from a lot. */
export function earningLines(
  sellerId: string,
  amountScale8: bigint,
  feeScale8: bigint,
): JournalLine[] {
  const line = lineMaker('posted');
  return [
    line('platform:escrow', 'debit', amountScale8),
    line(`seller:${sellerId}`, 'credit', amountScale8 - feeScale8),
    line('platform:fees', 'credit', feeScale8),
  ].filter((entry) => entry.amountScale8 > 0n);
}

export function refundLines(accountId: string, amountScale8: bigint): JournalLine[] {
  return transfer('posted', 'platform:escrow', `buyer:${accountId}`, amountScale8);
}

function transfer(
  phase: Phase,
  from: LedgerAccount,
  to: LedgerAccount,
  amountScale8: bigint,
): JournalLine[] {
  const line = lineMaker(phase);
  return [line(from, 'debit', amountScale8), line(to, 'credit', amountScale8)];
}

function lineMaker(phase: Phase) {
  return (account: LedgerAccount, side: JournalLine['side'], amountScale8: bigint) =>
    ({ account, phase, side, amountScale8 }) satisfies JournalLine;
}
