import { useQuery } from '@tanstack/react-query';
import { usePollMs } from '../client/account-events';
import { answerOf } from '../client/clients';
import { SIGNED_IN } from '../client/credential';
import { compareDecimals } from '../client/decimal';
import { amountText } from '../design/amount-text';
import type { SignedInBuyer } from './buyer-page';

const REFRESH_MS = 5_000;

export function useAccount({ market }: SignedInBuyer) {
  const pollMs = usePollMs(REFRESH_MS);
  return useQuery({
    queryKey: [SIGNED_IN, 'account'],
    queryFn: () => answerOf(market.GET('/v1/account')),
    refetchInterval: pollMs,
  });
}

/** @returns what to say of a cost that the account cannot pay; null when it can, or nothing is known */
export function useBeyondBalance(buyer: SignedInBuyer, cost: string | null): string | null {
  const available = useAccount(buyer).data?.available;
  if (cost === null || available === undefined) return null;
  if (compareDecimals(cost, available) <= 0) return null;
  return `It costs ${amountText(cost)}, and ${amountText(available)} is available.`;
}
