/** `GET /journals`: the ledger by account, order, kind, period and amount. */
import type { Records } from '../../records/connect';
import { type JournalPosition, findJournals } from '../../records/queries/find-journals';
import type { JournalDocument } from '../../records/documents/journal';
import { type Cursors, pageEnd } from '../cursor';
import type { RouteHandler } from '../routes/declared-route';
import type { operatorRecordRoutes } from '../routes/operator-records';
import { namesOf, participantsOf } from './names';
import { journalBody } from './order-bodies';

export function ledgerSearchHandler(
  records: Records,
  cursors: Cursors,
): RouteHandler<typeof operatorRecordRoutes.listJournals> {
  return async (_req, res, { query }) => {
    const { cursor, limit, account, order_id: orderId, kind, from, to } = query;
    const { amount_min: minScale8, amount_max: maxScale8 } = query;
    const period = [from?.getTime(), to?.getTime()];
    const list = ['journals', account, orderId, kind, ...period, minScale8, maxScale8].join('\n');
    const behind = cursor === undefined ? null : positionOf(cursors.decode(list, cursor));
    const filters = { account, orderId, kind, from, to, minScale8, maxScale8, behind };
    const { journals: found, next } = await findJournals(records, filters, limit);
    const nextCursor = next && cursors.encode(list, positionText(next));
    res.json({
      journals: found.map(bodyOf),
      names: await namesOf(records, found.flatMap(participantsOf)),
      ...pageEnd({ items: found, nextCursor }),
    });
  };
}

function bodyOf(journal: JournalDocument) {
  return {
    ...journalBody(journal),
    account_id: journal.accountId,
    seller_id: journal.sellerId,
    order_id: journal.orderId,
    fill_id: journal.fillId,
    reference: journal.reference,
  };
}

function positionText({ createdAt, journalId }: JournalPosition): string {
  return `${createdAt.getTime()} ${journalId}`;
}

/** The cursor is authenticated, so its format is our own. A journal's id may contain spaces. */
function positionOf(text: string): JournalPosition {
  const [createdAtMs = '', ...journalId] = text.split(' ');
  return {
    createdAt: new Date(Number.parseInt(createdAtMs, 10)),
    journalId: journalId.join(' '),
  };
}
