/**
 * A journal of the double-entry ledger: one document with its lines, so that it is written
 * atomically. Its id is its business key, so that it is written once. It is never changed; a
 * correction is a new journal with a reason.
 */
import {
  date,
  money,
  oneOf,
  optionalText,
  partSchema,
  recordSchema,
  text,
  whenSet,
} from '../mongodb/schema';

export const JOURNAL_KINDS = [
  'deposit',
  'hold',
  'capture',
  'release',
  'payout',
  'escrow',
  'draw',
  'window_end',
  'refund',
  'correction',
] as const;
export type JournalKind = (typeof JOURNAL_KINDS)[number];

/** Few, and never moved to the archive: their ids guard their repetition, or refunds are listed. */
export const STAYING_KINDS = [
  'deposit',
  'payout',
  'refund',
  'correction',
] as const satisfies JournalKind[];

export type LedgerAccount =
  | `buyer:${string}`
  | `seller:${string}`
  | 'platform:cash'
  | 'platform:fees'
  | 'platform:clearing'
  | 'platform:escrow'
  | 'platform:corrections';

/** Kinds of journals by which a seller earns. */
export const EARNING_KINDS = ['capture', 'draw', 'window_end'] as const satisfies JournalKind[];

export interface JournalLine {
  account: LedgerAccount;
  /** Pending lines hold money, posted lines move it. */
  phase: 'posted' | 'pending';
  side: 'debit' | 'credit';
  amountScale8: bigint;
}

export interface JournalDocument {
  /**
   * `deposit:<accountId>:<reference>`, `correction:<accountId>:<reference>`, `hold:<holdId>`,
   * `capture:<holdId>`, `release:<holdId>`, `payout:<sellerId>:<reference>`, `escrow:<lotId>`,
   * `draw:<fillId>`, and `window_end:` or `refund:` with the lot, or with a draw that ended after
   * the lot.
   */
  _id: string;
  kind: JournalKind;
  accountId: string | null;
  sellerId: string | null;
  fillId: string | null;
  holdId: string | null;
  orderId: string | null;
  lines: JournalLine[];
  /**
   * The operator's reference of a deposit, payout or correction; the lot of a movement out of
   * escrow.
   */
  reference: string | null;
  reason: string | null;
  createdAt: Date;
}

const lineSchema = partSchema<JournalLine>({
  account: text,
  phase: oneOf(['posted', 'pending']),
  side: oneOf(['debit', 'credit']),
  amountScale8: money,
});

const STAYING = { partialFilterExpression: { kind: { $in: [...STAYING_KINDS] } } };

export const journalSchema = recordSchema<JournalDocument>('journals', {
  _id: text,
  kind: oneOf(JOURNAL_KINDS),
  accountId: optionalText,
  sellerId: optionalText,
  fillId: optionalText,
  holdId: optionalText,
  orderId: optionalText,
  lines: [lineSchema],
  reference: optionalText,
  reason: optionalText,
  createdAt: date,
})
  // By period, for the operator.
  .index({ createdAt: 1, _id: 1 })
  .index({ accountId: 1, createdAt: 1, _id: 1 }, whenSet('accountId'))
  .index({ sellerId: 1, createdAt: 1, _id: 1 }, whenSet('sellerId'))
  .index({ orderId: 1, createdAt: 1 }, whenSet('orderId'))
  .index({ accountId: 1, createdAt: 1 }, { partialFilterExpression: { kind: 'refund' } })
  // By kind, for the operator: those that are few among the others.
  .index({ kind: 1, createdAt: 1, _id: 1 }, STAYING)
  .index({ accountId: 1, kind: 1, createdAt: 1, _id: 1 }, STAYING)
  .index({ sellerId: 1, kind: 1, createdAt: 1, _id: 1 }, STAYING);
