/** Trades of a seller, newest first; the same on both surfaces, each in its own unit. */
import { type PriceUnit, formatPrice, formatScale8 } from '../../domain/money';
import { type PastSources, pastTrades } from '../../records/archive/past';
import { executedAtOf, executedBehind, executedPosition } from '../../records/executed-position';
import type { TradeDocument } from '../../records/trade';
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
    const { _id: sellerId, registeredAt } = sellerOf(res);
    const page = await cursors.page(
      `trades:${sellerId}`,
      query,
      (behind, count) =>
        pastTrades(records).page({
          filter: { sellerId, ...(behind === null ? {} : executedBehind(behind)) },
          sorting: 'newest',
          limit: count,
          from: registeredAt,
          until: behind === null ? undefined : executedAtOf(behind),
        }),
      executedPosition,
    );
    const body: MarketTradesBody = {
      trades: page.items.map((trade) => tradeBody(trade, unit)),
      ...pageEnd(page),
    };
    res.json(body);
  };
}

function tradeBody(trade: TradeDocument, unit: PriceUnit): MarketTradesBody['trades'][number] {
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
    status: trade.status,
    usage_flag: trade.usageFlag,
    executed_at: trade.executedAt.toISOString(),
  };
}
