/**
 * Statements: postings of an account, or a seller's payable balance, line by line with the balance
 * after each, from either end. All pages of one statement read the snapshot of its first page, so that they add up
 * despite concurrent postings. MongoDB retains such a snapshot for some minutes.
 */
import { type PastSources, onlyOnce, pastLots } from '../archive/past';
import { unionWithArchive } from '../archive/with-archive';
import type { Sorting } from './bounded-search';
import { newestClosing } from '../closings/newest-closing';
import type { Records } from '../connect';
import type { JournalDocument, JournalKind, LedgerAccount } from '../documents/journal';
import { aggregateAt } from './at-cluster-time';

export { StatementTooOld } from './at-cluster-time';

export interface StatementOf {
  readonly owner: 'account' | 'seller';
  readonly id: string;
  /** Inclusive; null for the beginning. */
  readonly from: Date | null;
  /** Exclusive; null for the time of the first page. */
  readonly to: Date | null;
  /** Which line comes first. */
  readonly sorting: Sorting;
}

/** Where the next page starts. */
export interface StatementPosition {
  /** The snapshot, as MongoDB's cluster time. */
  readonly clusterTime: bigint;
  readonly openingScale8: bigint;
  readonly closingScale8: bigint;
  /** The last line of the previous page. */
  readonly createdAt: Date;
  readonly journalId: string;
  /** Where the next line begins: after the last one, or before it when the newest come first. */
  readonly balanceScale8: bigint;
}

export interface StatementLine {
  readonly journalId: string;
  readonly kind: JournalKind;
  readonly amountScale8: bigint;
  /** After this line. */
  readonly balanceScale8: bigint;
  /** The operator's reference of a deposit or a payout. */
  readonly reference: string | null;
  readonly orderId: string | null;
  readonly fillId: string | null;
  readonly contractId: string | null;
  readonly lotId: string | null;
  readonly reason: string | null;
  readonly createdAt: Date;
}

export interface StatementPage {
  /** For the whole statement, not for the page. */
  readonly openingScale8: bigint;
  readonly closingScale8: bigint;
  readonly asOf: Date;
  readonly lines: readonly StatementLine[];
  readonly next: StatementPosition | null;
}

type Sources = PastSources & Pick<Records, 'connection' | 'closings'>;
/** A page before its lines are known. */
type Start = Omit<StatementPosition, 'journalId' | 'createdAt'> &
  Partial<Pick<StatementPosition, 'journalId' | 'createdAt'>>;

/** Movements out of escrow and into it have their lot as their reference. */
const LOT_KINDS: ReadonlySet<JournalKind> = new Set(['escrow', 'draw', 'window_end', 'refund']);

/** @throws StatementTooOld */
export async function readStatement(
  sources: Sources,
  of: StatementOf,
  position: StatementPosition | null,
  linesMax: number,
): Promise<StatementPage> {
  const start: Start = position ?? (await sums(sources, of));
  const { clusterTime, openingScale8, closingScale8 } = start;
  const batch = await journalsBehind(sources, of, start, linesMax + 1);
  const journals = batch.slice(0, linesMax);
  const { lines, balanceScale8 } = await linesOf(sources, of, journals, start.balanceScale8);
  const last = lines.at(-1);
  return {
    openingScale8,
    closingScale8,
    asOf: new Date(Number(clusterTime >> 32n) * 1_000),
    lines,
    next:
      last && batch.length > linesMax
        ? { clusterTime, openingScale8, closingScale8, ...last, balanceScale8 }
        : null,
  };
}

/** Live and archived; one that a mixed backup left in both places is one. */
async function journalsBehind(
  sources: Sources,
  of: StatementOf,
  start: Start,
  count: number,
): Promise<JournalDocument[]> {
  const wanted = { $match: { ...journalsOf(of), ...behind(of, start) } };
  const direction = of.sorting === 'newest' ? -1 : 1;
  const sorted = { $sort: { createdAt: direction, _id: direction } };
  const part = [wanted, sorted, { $limit: count }];
  const { batch } = await aggregateAt<JournalDocument>(
    sources,
    sources.journals.collectionName,
    [...part, unionWithArchive('journals', part)],
    start.clusterTime,
  );
  return onlyOnce(batch)
    .sort((one, other) => direction * byTimeAndId(one, other))
    .slice(0, count);
}

function byTimeAndId(one: JournalDocument, other: JournalDocument): number {
  return one.createdAt.getTime() - other.createdAt.getTime() || (one._id < other._id ? -1 : 1);
}

/** The opening and closing balances, and their snapshot. */
async function sums(sources: Sources, of: StatementOf): Promise<Start> {
  const { from, to, sorting } = of;
  const { balanceScale8: closingScale8, clusterTime } = await balanceAt(sources, of, to);
  const opening = from && (await balanceAt(sources, of, from, clusterTime));
  const openingScale8 = opening?.balanceScale8 ?? 0n;
  const balanceScale8 = sorting === 'newest' ? closingScale8 : openingScale8;
  return { clusterTime, openingScale8, closingScale8, balanceScale8 };
}

/** The account's newest closing before the time, and its journals after it. */
async function balanceAt(
  sources: Sources,
  of: StatementOf,
  time: Date | null,
  clusterTime?: bigint,
): Promise<{ balanceScale8: bigint; clusterTime: bigint }> {
  const closing = await newestClosing(sources.closings, accountOf(of), time);
  const range = { ...(closing && { $gte: closing.until }), ...(time && { $lt: time }) };
  const signed = {
    $cond: [
      { $eq: ['$lines.side', 'credit'] },
      '$lines.amountScale8',
      { $subtract: [0n, '$lines.amountScale8'] },
    ],
  };
  const isInRange = {
    $match: { ...journalsOf(of), ...(closing || time ? { createdAt: range } : {}) },
  };
  const read = await aggregateAt<{ sum: bigint }>(
    sources,
    sources.journals.collectionName,
    [
      isInRange,
      unionWithArchive('journals', [isInRange]),
      { $unwind: '$lines' },
      { $match: { 'lines.account': accountOf(of), 'lines.phase': 'posted' } },
      { $group: { _id: null, sum: { $sum: signed } } },
    ],
    clusterTime,
  );
  return {
    balanceScale8: (closing?.total.postedScale8 ?? 0n) + BigInt(read.batch[0]?.sum ?? 0n),
    clusterTime: read.clusterTime,
  };
}

function journalsOf(of: StatementOf) {
  const lines = { $elemMatch: { account: accountOf(of), phase: 'posted' } };
  return of.owner === 'account' ? { accountId: of.id, lines } : { sellerId: of.id, lines };
}

function behind({ from, to, sorting }: StatementOf, { createdAt, journalId }: Start) {
  const range = { ...(from ? { $gte: from } : {}), ...(to ? { $lt: to } : {}) };
  const inPeriod = Object.keys(range).length > 0 ? { createdAt: range } : {};
  if (!createdAt) return inPeriod;
  const beyond = sorting === 'newest' ? '$lt' : '$gt';
  // The index is entered at the last line, and left at the other end of the period.
  return {
    createdAt: { ...range, [sorting === 'newest' ? '$lte' : '$gte']: createdAt },
    $or: [{ createdAt: { [beyond]: createdAt } }, { createdAt, _id: { [beyond]: journalId } }],
  };
}

async function linesOf(
  sources: Sources,
  of: StatementOf,
  journals: readonly JournalDocument[],
  balanceScale8: bigint,
): Promise<{ lines: StatementLine[]; balanceScale8: bigint }> {
  const lotIds = journals.flatMap((journal) => lotOf(journal) ?? []);
  const found = await pastLots(sources).byIds(lotIds, { contractId: 1 });
  const contracts = new Map(found.map((lot) => [lot._id, lot.contractId]));
  let balance = balanceScale8;
  const lines = journals.map((journal) => {
    const amountScale8 = amountOf(journal, accountOf(of));
    const before = of.sorting === 'newest' ? balance - amountScale8 : balance;
    const after = before + amountScale8;
    balance = of.sorting === 'newest' ? before : after;
    const lotId = lotOf(journal);
    return {
      journalId: journal._id,
      kind: journal.kind,
      amountScale8,
      balanceScale8: after,
      reference: lotId === null ? journal.reference : null,
      orderId: journal.orderId,
      fillId: journal.fillId,
      contractId: lotId === null ? null : (contracts.get(lotId) ?? null),
      lotId,
      reason: journal.reason,
      createdAt: journal.createdAt,
    };
  });
  return { lines, balanceScale8: balance };
}

function lotOf({ kind, reference }: JournalDocument): string | null {
  return LOT_KINDS.has(kind) ? reference : null;
}

function amountOf({ lines }: JournalDocument, account: LedgerAccount): bigint {
  return lines
    .filter((line) => line.account === account && line.phase === 'posted')
    .reduce(
      (sum, { side, amountScale8 }) => sum + (side === 'credit' ? 1n : -1n) * amountScale8,
      0n,
    );
}

function accountOf({ owner, id }: StatementOf): LedgerAccount {
  return owner === 'account' ? `buyer:${id}` : `seller:${id}`;
}
