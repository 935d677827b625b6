/** Trades of a seller, newest first; the same on both surfaces, each in its own unit. */
import { type PriceUnit, formatPrice, formatScale8 } from '../../domain/money';
import { type PastSources, pastLots, pastTrades } from '../../records/archive/past';
import { executedBehind, executedPosition } from '../../records/queries/executed-position';
import type { LotDocument } from '../../records/documents/lot';
import type { TradeDocument } from '../../records/documents/trade';
import { sellerOf } from '../context';
import { type Cursors, pageEnd } from '../cursor';
import type { MarketTradesBody, marketTradesSchema } from '../schemas/seller-records';
import type { RouteHandler } from '../routes/declared-route';
import type { trades } from '../routes/sellers-on-both';

type TradesRoute = typeof trades & { readonly answer: typeof marketTradesSchema };

export function sellerTradesHandler(
  records: PastSources,
  cursors: Cursors,
  unit: PriceUnit,
): RouteHandler<TradesRoute> {
  return async (_req, res, { query }) => {
    const { _id: sellerId } = sellerOf(res);
    const page = await cursors.page(
      `trades:${sellerId}`,
      query,
      (behind, count) =>
        pastTrades(records).page({
          filter: { sellerId, ...(behind === null ? {} : executedBehind(behind)) },
          sorting: 'newest',
          limit: count,
        }),
      executedPosition,
    );
    // A lot has the id of its trade.
    const lots = await pastLots(records).byIds(page.items.map(({ _id }) => _id));
    const lotOf = new Map(lots.map((lot) => [lot._id, lot]));
    const body: MarketTradesBody = {
      trades: page.items.map((trade) => tradeBody(trade, lotOf.get(trade._id), unit)),
      ...pageEnd(page),
    };
    res.json(body);
  };
}

/** @param lot what the trade sold ahead: its money is earned draw by draw, and at its end */
function tradeBody(
  trade: TradeDocument,
  lot: LotDocument | undefined,
  unit: PriceUnit,
): MarketTradesBody['trades'][number] {
  const ofLot = lot && {
    earnedScale8: lot.earnedScale8 - lot.feeScale8,
    refundedScale8: lot.refundedScale8,
    escrowScale8: lot.escrowScale8,
  };
  const { earnedScale8, refundedScale8, escrowScale8 } = ofLot ?? {
    earnedScale8: trade.status === 'settled' ? trade.netScale8 : 0n,
    refundedScale8: 0n,
    escrowScale8: 0n,
  };
  return {
    trade_id: trade.tradeId,
    fill_id: trade._id,
    ask_id: trade.askId,
    model_id: trade.modelId,
    region: trade.region,
    tenor: trade.tenor,
    price: formatPrice(trade.priceScale8, unit),
    quantity: trade.quantityTokens,
    gross: formatScale8(trade.grossScale8),
    fee: formatScale8(trade.feeScale8),
    net: formatScale8(trade.netScale8),
    taker_side: trade.takerSide,
    earned: formatScale8(earnedScale8),
    refunded: formatScale8(refundedScale8),
    in_escrow: formatScale8(escrowScale8),
    status: lot?.status === 'open' ? 'pending' : trade.status,
    usage_flag: trade.usageFlag,
    executed_at: trade.executedAt.toISOString(),
  };
}
