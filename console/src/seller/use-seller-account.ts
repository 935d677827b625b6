import { useQuery } from '@tanstack/react-query';
import { answerOf } from '../client/clients';
import { SIGNED_IN_SELLER } from '../client/credential';
import type { SignedInSeller } from './seller-page';

const REFRESH_MS = 5_000;

export function useSellerAccount({ seller }: SignedInSeller) {
  return useQuery({
    queryKey: [SIGNED_IN_SELLER, 'account'],
    queryFn: () => answerOf(seller.GET('/v1/account')),
    refetchInterval: REFRESH_MS,
  });
}
