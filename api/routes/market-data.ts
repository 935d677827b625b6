/** Market data, public: catalog, candles, trades, estimates, order books. */
import {
  candlesQuerySchema,
  candlesSchema,
  catalogSchema,
  estimateQuerySchema,
  estimateSchema,
  instrumentPath,
  tradesQuerySchema,
  tradesSchema,
} from '../schemas/market-data';
import { instrumentSellersSchema, sellersSchema } from '../schemas/seller-records';
import { orderBookQuerySchema, orderBookSchema } from '../schemas/market';
import type { Routes } from './declared-route';
import { marketDataExamples } from './examples/market';

export const marketDataRoutes = {
  listMarkets: {
    method: 'get',
    path: '/v1/markets',
    tag: 'Market data',
    summary: 'The catalog with live quotes',
    description:
      'Families and their instruments, with one quote per region: its own asks, and the bids pinned to it or to none. A missing side is null. An instrument outside the catalog of the operator is listed in the family `other` from its first ask. Updated at most once a second.',
    credential: 'public',
    cacheable: true,
    answer: catalogSchema,
    example: marketDataExamples.markets,
  },
  getCandles: {
    method: 'get',
    path: '/v1/markets/{model_id}/candles',
    tag: 'Market data',
    summary: 'Open, high, low, close and volume over time',
    description:
      'Computed from trades, within two seconds; voided trades are excluded. An unknown instrument has no candles. As JSON or as CSV.',
    credential: 'public',
    cacheable: true,
    params: instrumentPath,
    query: candlesQuerySchema,
    answer: candlesSchema,
    texts: ['text/csv'],
    errors: ['invalid_model', 'invalid_region', 'invalid_tenor'],
    example: marketDataExamples.candles,
  },
  listMarketTrades: {
    method: 'get',
    path: '/v1/markets/{model_id}/trades',
    tag: 'Market data',
    summary: 'Past trades',
    description:
      'Newest first, as the stream publishes them; voided trades are excluded. A trade is listed before the stream publishes it, so a client that subscribes first and then reads this list misses none. An unknown instrument has no trades. As JSON, or a page as CSV whose `Link` header names the next one.',
    credential: 'public',
    cacheable: true,
    params: instrumentPath,
    query: tradesQuerySchema,
    answer: tradesSchema,
    texts: ['text/csv'],
    errors: ['invalid_model', 'invalid_region', 'invalid_tenor'],
    example: marketDataExamples.trades,
  },
  listMarketSellers: {
    method: 'get',
    path: '/v1/markets/{model_id}/sellers',
    tag: 'Market data',
    summary: 'The sellers of an instrument with their figures',
    description:
      'The price, regions and tier of each seller with an active ask, and how fast and how well it answers, measured by the exchange on at most its 2,000 newest requests; measured every half minute for few requests, every five minutes for 2,000. An unknown instrument has no sellers.',
    credential: 'public',
    cacheable: true,
    params: instrumentPath,
    answer: instrumentSellersSchema,
    errors: ['invalid_model'],
    example: marketDataExamples.sellers,
  },
  listSellers: {
    method: 'get',
    path: '/v1/sellers',
    tag: 'Market data',
    summary: 'The sellers with an active ask, of every instrument',
    description:
      'Each once, with its score, and its figures of the last 24 hours in the instrument that it answered most.',
    credential: 'public',
    cacheable: true,
    answer: sellersSchema,
    example: marketDataExamples.activeSellers,
  },
  estimateFill: {
    method: 'get',
    path: '/v1/markets/{model_id}/estimate',
    tag: 'Market data',
    summary: 'The expected result of an order',
    description:
      'Simulates the order against the current book, and estimates the wait for the remainder from the asks of the lookback period. Reserves nothing.',
    credential: 'public',
    params: instrumentPath,
    query: estimateQuerySchema,
    answer: estimateSchema,
    errors: [
      'invalid_model',
      'invalid_price',
      'invalid_quantity',
      'invalid_region',
      'invalid_tenor',
    ],
    example: marketDataExamples.estimate,
  },
  getOrderBook: {
    method: 'get',
    path: '/v1/orderbook',
    tag: 'Market data',
    summary: 'The order book of an instrument',
    description: 'One row per price. An unknown instrument has an empty book.',
    credential: 'public',
    cacheable: true,
    query: orderBookQuerySchema,
    answer: orderBookSchema,
    errors: ['invalid_model', 'invalid_region', 'invalid_tenor'],
    example: marketDataExamples.orderBook,
  },
} as const satisfies Routes;
