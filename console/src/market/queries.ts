/** The public queries of the market. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { answerOf } from '../client/clients';
import { type Interval, type Region, type Tenor, publicMarket } from '../client/market';

/** The list of the market. It is whole, with every instrument. */
export const MARKET_EVERY_MS = 5_000;
/** A page of one instrument follows its book, and needs the catalog for names and volumes only. */
export const NAMES_EVERY_MS = 60_000;
const CANDLES_EVERY_MS = 5_000;
const ESTIMATE_EVERY_MS = 3_000;
const SELLERS_EVERY_MS = 30_000;
const TREND_EVERY_MS = 30_000;
const TREND_HOURS = 48;
const CANDLES = 500;
const PAST_TRADES = 100;

export interface View {
  readonly modelId: string;
  readonly tenor: Tenor;
  readonly region: Region;
}

export function useCatalog(everyMs: number) {
  return useQuery({
    queryKey: ['catalog'],
    queryFn: ({ signal }) => answerOf(publicMarket.GET('/v1/markets', { signal })),
    refetchInterval: everyMs,
  });
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
    refetchInterval: CANDLES_EVERY_MS,
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
    refetchInterval: SELLERS_EVERY_MS,
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

/** The last two days of an instrument, in hours. */
export function useTrend(modelId: string, isEnabled = true) {
  return useQuery({
    queryKey: ['trend', modelId],
    queryFn: ({ signal }) =>
      answerOf(
        publicMarket.GET('/v1/markets/{model_id}/candles', {
          params: { path: { model_id: modelId }, query: { interval: '1h', limit: TREND_HOURS } },
          signal,
        }),
      ),
    enabled: isEnabled,
    staleTime: TREND_EVERY_MS,
    refetchInterval: TREND_EVERY_MS,
  });
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
