/** `GET /v1/markets/{model_id}/trades`: past trades of an instrument, as the stream publishes them. */
import { formatPrice } from '../../domain/money';
import { REGIONS } from '../../domain/regions';
import { SharedReads } from '../../exchange/shared-reads';
import { type PastSources, pastTrades } from '../../records/archive/past';
import { executedBehind, executedPosition } from '../../records/executed-position';
import type { TradeDocument } from '../../records/trade';
import { type Cursors, pageEnd } from '../cursor';
import { type TaggedText, sendText, taggedText } from '../middleware/cacheable';
import type { RouteHandler } from '../routes/declared-route';
import type { marketDataRoutes } from '../routes/market-data';
import type { TradesBody, TradesQuery } from '../schemas/market-data';

/**
 * Not kept for a while, like candles: whoever follows the stream and then reads this list must find
 * every trade that was published before.
 */
export function tradesHandler(
  records: PastSources,
  cursors: Cursors,
): RouteHandler<typeof marketDataRoutes.listMarketTrades> {
  const reads = new SharedReads<TaggedText>();
  return async (req, res, { params: { model_id: modelId }, query }) => {
    const answer = await reads.read(JSON.stringify([modelId, query]), async () =>
      taggedText(await pageOf(records, cursors, modelId, query)),
    );
    await sendText(req, res, answer, 'no-cache');
  };
}

async function pageOf(
  records: PastSources,
  cursors: Cursors,
  modelId: string,
  { region = 'any', tenor = 'spot', from, to, ...paging }: TradesQuery,
): Promise<TradesBody> {
  const series = {
    modelId,
    tenor,
    // Named even for all of them: each has its own range of the index.
    region: region === 'any' ? { $in: [...REGIONS] } : region,
    status: { $ne: 'voided' as const },
    quantityTokens: { $gt: 0 },
  };
  const range = [
    ...(from ? [{ executedAt: { $gte: from } }] : []),
    ...(to ? [{ executedAt: { $lt: to } }] : []),
  ];
  const page = await cursors.page(
    `market-trades:${modelId}|${tenor}|${region}`,
    paging,
    (behind, count) => {
      const within = [...range, ...(behind === null ? [] : [executedBehind(behind)])];
      return pastTrades(records).page({
        filter: { ...series, ...(within.length === 0 ? {} : { $and: within }) },
        sorting: 'newest',
        limit: count,
      });
    },
    executedPosition,
  );
  return {
    model_id: modelId,
    region,
    tenor,
    trades: page.items.map(tradeBody),
    ...pageEnd(page),
  };
}

function tradeBody(trade: TradeDocument): TradesBody['trades'][number] {
  return {
    type: 'trade',
    id: trade.tradeId,
    model_id: trade.modelId,
    tenor: trade.tenor,
    price: formatPrice(trade.priceScale8, 'perThousand'),
    quantity: String(trade.quantityTokens),
    taker_side: trade.takerSide,
    region: trade.region,
    timestamp: trade.executedAt.getTime(),
    ...(trade.offMarket && { off_market: true as const }),
  };
}
