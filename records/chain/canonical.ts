/**
 * The text of a record that its digest is computed from: the same for the same record, wherever it is
 * stored. Changing it changes every digest.
 */
import { mongo } from 'mongoose';
import type { ClosingDocument, JournalSums } from '../documents/closing';
import type { JournalDocument, JournalLine } from '../documents/journal';

const JOURNAL_FIELDS: readonly (keyof JournalDocument)[] = [
  ...(['_id', 'kind', 'accountId', 'sellerId', 'fillId', 'holdId', 'orderId'] as const),
  ...(['lines', 'reference', 'reason', 'createdAt'] as const),
];
const LINE_FIELDS: readonly (keyof JournalLine)[] = ['account', 'phase', 'side', 'amountScale8'];

/** Whether it has the fields of a journal with their types, and no other. */
export function isJournal(journal: JournalDocument): boolean {
  return (
    hasOnly(journal, JOURNAL_FIELDS) &&
    typeof journal._id === 'string' &&
    Array.isArray(journal.lines) &&
    journal.lines.every(
      (line) => hasOnly(line, LINE_FIELDS) && typeof line.amountScale8 === 'bigint',
    )
  );
}

/** A JSON array of the fields in this order; amounts are strings, an absent field is null. */
export function journalText(journal: JournalDocument): string {
  if (!isJournal(journal)) return everyField(journal);
  const { _id, kind, accountId, sellerId, fillId, holdId, orderId, lines, ...rest } = journal;
  return JSON.stringify([
    _id,
    kind,
    accountId,
    sellerId,
    fillId,
    holdId,
    orderId,
    lines.map(({ account, phase, side, amountScale8 }) => [
      account,
      phase,
      side,
      String(amountScale8),
    ]),
    rest.reference,
    rest.reason,
    rest.createdAt.toISOString(),
  ]);
}

/** A JSON array, as that of a journal. */
export function closingText(closing: ClosingDocument): string {
  const { _id, account, until, day, total, ...rest } = closing;
  if (Object.keys(rest).length > 0) return everyField(closing);
  const sums = (each: JournalSums) =>
    [each.postedScale8, each.heldScale8, each.earnedScale8, each.journals].map(String);
  return JSON.stringify([_id, account, until.toISOString(), sums(day), sums(total)]);
}

function hasOnly(value: unknown, fields: readonly string[]): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.keys(value).every((field) => fields.includes(field))
  );
}

/** Of a record that this release does not write: a JSON object with every field and its type. */
function everyField(record: object): string {
  return mongo.BSON.EJSON.stringify(record, { relaxed: false });
}
