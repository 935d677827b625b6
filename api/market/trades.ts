/** `GET /v1/markets/{model_id}/trades`: past trades of an instrument, as the stream publishes them. */
import type { Request } from 'express';
import { formatPrice } from '../../domain/money';
import { REGIONS } from '../../domain/regions';
import { SharedReads } from '../../fairness/shared-reads';
import { type PastSources, pastTrades } from '../../records/archive/past';
import { executedBehind, executedPosition } from '../../records/queries/executed-position';
import type { TradeDocument } from '../../records/documents/trade';
import { type Cursors, pageEnd } from '../cursor';
import { type TaggedText, sendText, taggedText } from '../middleware/cacheable';
import { csvText, isCsv, sendCsv } from './csv';
import type { RouteHandler } from '../routes/declared-route';
import type { marketDataRoutes } from '../routes/market-data';
import type { TradesBody, TradesQuery } from '../schemas/market-data';

const COLUMNS = [
  'executed_at',
  'id',
  'price',
  'quantity',
  'taker_side',
  'region',
  'off_market',
] as const;

/**
 * Not kept for a while, like candles: whoever follows the stream and then reads this list must find
 * every trade that was published before.
 */
export function tradesHandler(
  records: PastSources,
  cursors: Cursors,
): RouteHandler<typeof marketDataRoutes.listMarketTrades> {
  const reads = new SharedReads<TaggedText & { readonly next?: string | null }>();
  return async (req, res, { params: { model_id: modelId }, query }) => {
    const asCsv = isCsv(req, res, query.format);
    const answer = await reads.read(JSON.stringify([modelId, query, asCsv]), async () => {
      const page = await pageOf(records, cursors, modelId, query);
      return asCsv ? { ...csvOf(page), next: page.next_cursor } : taggedText(page);
    });
    if (!asCsv) return sendText(req, res, answer, 'no-cache');
    if (answer.next) res.links({ next: addressBehind(req, answer.next) });
    await sendCsv(req, res, answer, { name: `trades-${modelId}`, cacheControl: 'no-cache' });
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

function csvOf({ trades }: TradesBody): TaggedText {
  const rows = trades.map((trade) => [
    new Date(trade.timestamp).toISOString(),
    trade.id,
    { amount: trade.price },
    { amount: trade.quantity },
    trade.taker_side,
    trade.region,
    String(trade.off_market ?? false),
  ]);
  return csvText(COLUMNS, rows);
}

/** The same question, about what is behind the page. */
function addressBehind({ originalUrl }: Request, cursor: string): string {
  const [path = '', query] = originalUrl.split('?');
  const asked = new URLSearchParams(query);
  asked.set('cursor', cursor);
  return `${path}?${asked.toString()}`;
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
