/** The regions of the exchange. */
import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../client/clients';
import { publicMarket } from '../client/market';
import type { Ask } from './bodies';

const FRESH_MS = 60_000;

export function useRegions(): readonly Ask['region'][] {
  const catalog = useQuery({
    queryKey: ['regions'],
    queryFn: async () => (await answerOf(publicMarket.GET('/v1/markets'))).regions,
    staleTime: FRESH_MS,
  });
  return catalog.data ?? [];
}
