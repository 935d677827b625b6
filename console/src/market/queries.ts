/** The public queries of the market. */
import { keepPreviousData, queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import { answerOf } from '../client/clients';
import {
  type ActiveSeller,
  type Interval,
  type Region,
  type Tenor,
  publicMarket,
} from '../client/market';
import { useCatalogChanges, withRecent } from './use-catalog-changes';

/** While no changes are sent the whole list is read, less often the longer it is. */
const MARKET_EVERY_MS = 5_000;
const MARKET_EVERY_MS_PER_INSTRUMENT = 30;
/** Names, regions and list prices change rarely. */
const NAMES_FRESH_MS = 300_000;
const ESTIMATE_EVERY_MS = 3_000;
/** What follows from trades and books is read when the exchange says that they changed, and otherwise seldom. */
const CANDLES_SELDOM_MS = 60_000;
const SELDOM_MS = 300_000;
const TREND_HOURS = 48;
const CANDLES = 500;
const PAST_TRADES = 100;

export interface View {
  readonly modelId: string;
  readonly tenor: Tenor;
  readonly region: Region;
}

const catalogQuery = queryOptions({
  queryKey: ['catalog'],
  queryFn: async ({ signal }) =>
    withRecent(await answerOf(publicMarket.GET('/v1/markets', { signal }))),
});

/** With quotes that are up to date. */
export function useQuotedCatalog() {
  const isTold = useCatalogChanges();
  return useQuery({
    ...catalogQuery,
    ...(isTold ? { staleTime: Infinity } : {}),
    refetchInterval: ({ state: { data } }) => {
      if (isTold) return false;
      const count = data?.families.reduce((sum, { instruments }) => sum + instruments.length, 0);
      return Math.max(MARKET_EVERY_MS, (count ?? 0) * MARKET_EVERY_MS_PER_INSTRUMENT);
    },
  });
}

/** For names, regions and list prices: its quotes may be minutes old. */
export function useCatalog() {
  return useQuery({ ...catalogQuery, staleTime: NAMES_FRESH_MS });
}

export function useCandles({ modelId, tenor, region }: View, interval: Interval) {
  return useQuery({
    queryKey: ['candles', modelId, tenor, region, interval],
    queryFn: ({ signal }) =>
      answerOf(
        publicMarket.GET('/v1/markets/{model_id}/candles', {
          params: {
            path: { model_id: modelId },
            query: { tenor, region, interval, limit: CANDLES },
          },
          signal,
        }),
      ),
    refetchInterval: CANDLES_SELDOM_MS,
    placeholderData: keepPreviousData,
  });
}

export function useSellers(modelId: string) {
  return useQuery({
    queryKey: ['sellers', modelId],
    queryFn: ({ signal }) =>
      answerOf(
        publicMarket.GET('/v1/markets/{model_id}/sellers', {
          params: { path: { model_id: modelId } },
          signal,
        }),
      ),
    staleTime: SELDOM_MS,
    refetchInterval: SELDOM_MS,
  });
}

/** Of every instrument, by score; empty until they are known. */
export function useActiveSellers(): readonly ActiveSeller[] {
  const { data } = useQuery({
    queryKey: ['active sellers'],
    queryFn: ({ signal }) => answerOf(publicMarket.GET('/v1/sellers', { signal })),
    staleTime: SELDOM_MS,
    refetchInterval: SELDOM_MS,
  });
  return data?.sellers ?? [];
}

/** From the book itself, in any region; null without one. */
export function useBestAsk(modelId: string, enabled: boolean) {
  return useQuery({
    queryKey: ['best ask', modelId],
    queryFn: async ({ signal }) => {
      const query = { model_id: modelId };
      const read = publicMarket.GET('/v1/orderbook', { params: { query }, signal });
      return (await answerOf(read)).asks[0]?.price ?? null;
    },
    enabled,
  });
}

/** The newest trades, as the stream publishes them. */
export function readTrades({ modelId, tenor, region }: View) {
  return answerOf(
    publicMarket.GET('/v1/markets/{model_id}/trades', {
      params: { path: { model_id: modelId }, query: { tenor, region, limit: PAST_TRADES } },
    }),
  );
}

const trendQuery = (modelId: string) =>
  queryOptions({
    queryKey: ['trend', modelId],
    queryFn: ({ signal }) =>
      answerOf(
        publicMarket.GET('/v1/markets/{model_id}/candles', {
          params: { path: { model_id: modelId }, query: { interval: '1h', limit: TREND_HOURS } },
          signal,
        }),
      ),
    staleTime: SELDOM_MS,
    refetchInterval: SELDOM_MS,
  });

/** The last two days of an instrument, in hours. */
export function useTrend(modelId: string, enabled = true) {
  return useQuery({ ...trendQuery(modelId), enabled });
}

/** The candles of each instrument, in the order of the names. */
export function useTrends(modelIds: readonly string[]) {
  return useQueries({ queries: modelIds.map(trendQuery) }).map(({ data }) => data?.candles);
}

export interface Question {
  /** Tokens. */
  readonly quantity: string;
  /** USD per 1,000 tokens. */
  readonly limitPrice: string | null;
}

export function useEstimate({ modelId, tenor, region }: View, question: Question | null) {
  return useQuery({
    queryKey: ['estimate', modelId, tenor, region, question],
    queryFn: ({ signal }) => {
      const { quantity, limitPrice } = question!;
      return answerOf(
        publicMarket.GET('/v1/markets/{model_id}/estimate', {
          params: {
            path: { model_id: modelId },
            query: {
              // A whole number of any size: as text it keeps every digit.
              quantity: quantity as unknown as number,
              tenor,
              region,
              ...(limitPrice === null ? {} : { limit_price: limitPrice }),
            },
          },
          signal,
        }),
      );
    },
    enabled: question !== null,
    refetchInterval: ESTIMATE_EVERY_MS,
    placeholderData: keepPreviousData,
  });
}
