/**
 * Journals of the ledger, newest first, for the operator. Account, order, period and the kinds of
 * which there are few have an index; other filters scan a limited number of journals per page.
 */
import type { mongo } from 'mongoose';
import { SCANNED_PER_PAGE } from './bounded-search';
import { type JournalDocument, type JournalKind, STAYING_KINDS } from '../documents/journal';
import { type PastSources, pastJournals } from '../archive/past';

export interface JournalPosition {
  readonly createdAt: Date;
  readonly journalId: string;
}

export interface JournalQuery {
  /** An account of the ledger, such as `buyer:<id>`. */
  readonly account: string | undefined;
  readonly orderId: string | undefined;
  readonly kind: JournalKind | undefined;
  /** Inclusive. */
  readonly from: Date | undefined;
  /** Exclusive. */
  readonly to: Date | undefined;
  /** A line has an amount in this range, both ends included. */
  readonly minScale8: bigint | undefined;
  readonly maxScale8: bigint | undefined;
  readonly behind: JournalPosition | null;
}

export interface FoundJournals {
  readonly journals: readonly JournalDocument[];
  readonly next: JournalPosition | null;
}

type Filter = mongo.Filter<JournalDocument>;
const STAYING = new Set<string>(STAYING_KINDS);

export async function findJournals(
  records: PastSources,
  query: JournalQuery,
  limit: number,
): Promise<FoundJournals> {
  const indexed: Filter = { ...subjectOf(query), ...kindOf(query), ...periodOf(query) };
  const behind = query.behind === null ? {} : { $or: olderThan(query.behind) };
  const rest = restOf(query);
  const isScan = Object.keys(rest).length > 0;
  const newest = newestOf(records, query);
  const last = isScan ? await lastScanned(newest, { ...indexed, ...behind }) : null;
  const within: Filter = last === null ? {} : downTo(last);
  const found = await newest({ $and: [indexed, behind, within, rest] }, limit + 1);
  const page = found.slice(0, limit);
  const newestLeft = page.at(-1);
  if (found.length > page.length && newestLeft) {
    return { journals: page, next: positionOf(newestLeft) };
  }
  return { journals: page, next: last && positionOf(last) };
}

/** The journals of a participant's account carry its id. */
function subjectOf({ account, orderId }: JournalQuery): Filter {
  if (orderId !== undefined) return { orderId };
  const [owner, id] = account?.split(':') ?? [];
  if (owner === 'buyer' && id !== undefined) return { accountId: id };
  return owner === 'seller' && id !== undefined ? { sellerId: id } : {};
}

/** Kinds of which there are few have indexes of their own. */
function kindOf({ kind }: JournalQuery): Filter {
  return kind !== undefined && STAYING.has(kind) ? { kind } : {};
}

function periodOf({ from, to, behind }: JournalQuery): Filter {
  const range = {
    ...(from ? { $gte: from } : {}),
    ...(to ? { $lt: to } : {}),
    ...(behind ? { $lte: behind.createdAt } : {}),
  };
  return Object.keys(range).length === 0 ? {} : { createdAt: range };
}

function olderThan({ createdAt, journalId }: JournalPosition): Filter[] {
  return [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lt: journalId } }];
}

function restOf({ account, orderId, kind, minScale8, maxScale8 }: JournalQuery): Filter {
  const isSubject = orderId === undefined && /^(buyer|seller):/.test(account ?? '');
  const amount = {
    ...(minScale8 === undefined ? {} : { $gte: minScale8 }),
    ...(maxScale8 === undefined ? {} : { $lte: maxScale8 }),
  };
  const hasAmount = Object.keys(amount).length > 0;
  const line = {
    ...(account !== undefined && (!isSubject || hasAmount) ? { account } : {}),
    ...(hasAmount ? { amountScale8: amount } : {}),
  };
  return {
    ...(kind === undefined || STAYING.has(kind) ? {} : { kind }),
    ...(Object.keys(line).length === 0 ? {} : { lines: { $elemMatch: line } }),
  } as Filter;
}

function downTo({ createdAt, _id }: Pick<JournalDocument, '_id' | 'createdAt'>): Filter {
  return {
    createdAt: { $gte: createdAt },
    $or: [{ createdAt: { $gt: createdAt } }, { createdAt, _id: { $gte: _id } }],
  };
}

type Newest = (
  filter: Filter,
  limit: number,
  projection?: mongo.BSON.Document,
) => Promise<JournalDocument[]>;

/** Live and archived ones; the kinds that never move have indexes here alone. */
function newestOf(records: PastSources, { kind }: JournalQuery): Newest {
  const past = pastJournals(records);
  const staysLive = kind !== undefined && STAYING.has(kind);
  return (filter, limit, projection = {}) =>
    past.page({ filter, sorting: 'newest', limit, projection, staysLive });
}

/** The oldest journal that one page scans; null when it scans all remaining ones. */
async function lastScanned(
  newest: Newest,
  indexed: Filter,
): Promise<Pick<JournalDocument, '_id' | 'createdAt'> | null> {
  const scanned = await newest(indexed, SCANNED_PER_PAGE + 1, { createdAt: 1 });
  return (scanned.length > SCANNED_PER_PAGE && scanned[SCANNED_PER_PAGE - 1]) || null;
}

function positionOf({ createdAt, _id }: Pick<JournalDocument, '_id' | 'createdAt'>) {
  return { createdAt, journalId: _id };
}
