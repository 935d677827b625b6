/** A seller's obligations: its lots whose window has not ended, minus draws; or those that ended (CONTRACT-11). */
import { lotStatusAt, owedAt } from '../../domain/contract-standing';
import { formatScale8 } from '../../domain/money';
import { atOneMoment } from '../../records/mongodb/at-one-moment';
import type { Records } from '../../records/connect';
import type { LotDocument } from '../../records/documents/lot';
import {
  NEWEST_CLOSED,
  closedBehind,
  closedPosition,
  shownEnded,
} from '../../records/queries/newest-closed';
import { owedLots } from '../../records/queries/owed-lots';
import { sellerOf } from '../context';
import { type Cursors, type Page, type PageQuery, pageEnd } from '../cursor';
import type { RouteHandler } from '../routes/declared-route';
import type { deliveries } from '../routes/sellers-on-both';
import { evidenceOf, failedDraws, refundReasons } from './refunded-lots';

export function deliveriesHandler(
  records: Records,
  cursors: Cursors,
): RouteHandler<typeof deliveries> {
  return async (_req, res, { query }) => {
    const now = await records.ledger.capacity.now();
    const read = query.ended === 'true' ? endedPage : owedPage;
    const page = await read(records, cursors, sellerOf(res)._id, query, now);
    const [reasons, draws] = await Promise.all([
      refundReasons(records, page.items),
      failedDraws(records, page.items),
    ]);
    res.json({
      deliveries: page.items.map((lot) => {
        const draw = draws.get(lot._id);
        return {
          ...deliveryBody(lot, now),
          refund_reason: reasons.get(lot._id) ?? null,
          default_evidence: draw ? evidenceOf(draw) : null,
        };
      }),
      ...pageEnd(page),
    });
  };
}

type ReadPage = (
  records: Records,
  cursors: Cursors,
  sellerId: string,
  query: PageQuery,
  now: Date,
) => Promise<Page<LotDocument>>;

const owedPage: ReadPage = (records, cursors, sellerId, query, now) =>
  atOneMoment(records.connection, (session) =>
    cursors.page(`deliveries:${sellerId}`, query, (behind, count) =>
      records.lots
        .find(
          { ...owedLots(sellerId, now), ...(behind === null ? {} : { _id: { $gt: behind } }) },
          { session },
        )
        .sort({ _id: 1 })
        .limit(count)
        .toArray(),
    ),
  );

/** Of those whose end is recorded: only then it is known who was paid. */
const endedPage: ReadPage = ({ lots }, cursors, sellerId, query, now) => {
  return cursors.page(
    `ended-deliveries:${sellerId}`,
    query,
    (behind, count) =>
      lots
        .find({ ...shownEnded(sellerId, now), ...closedBehind(behind) })
        .sort(NEWEST_CLOSED)
        .limit(count)
        .toArray(),
    closedPosition,
  );
};

function deliveryBody(lot: LotDocument, now: Date) {
  const { remainingTokens, reservedTokens } = owedAt(lot, now);
  return {
    contract_id: lot.contractId,
    lot_id: lot._id,
    buyer_id: lot.accountId,
    instrument: lot.modelId,
    status: lotStatusAt(lot, now),
    quantity: lot.quantityTokens,
    remaining: remainingTokens,
    reserved_tokens: reservedTokens,
    drawn_tokens: lot.drawnTokens,
    paid_tokens: lot.paidTokens,
    refunded_tokens: lot.refundedTokens,
    earned: formatScale8(lot.earnedScale8 - lot.feeScale8),
    refunded: formatScale8(lot.refundedScale8),
    in_escrow: formatScale8(lot.escrowScale8),
    delivery_start: lot.opensAt.toISOString(),
    expires_at: lot.endsAt.toISOString(),
    ended_at: lot.closedAt?.toISOString() ?? null,
  };
}
