/** What the seller's pages read anew when something of the seller has changed. */
import { type ReactNode, useMemo } from 'react';
import { type Subscription, useAccountEvents } from '../client/account-events';
import { SIGNED_IN_SELLER, useCredential } from '../client/credential';

const MONEY = ['trades', 'revenue', 'account'] as const;

const CONCERNED: Subscription['concerned'] = {
  request: ['asks', ...MONEY],
  trade: ['asks', 'deliveries', ...MONEY],
  lot: ['asks', 'deliveries', ...MONEY],
  standing: ['account', 'profile', 'reputation', 'asks'],
};

export function SellerEvents({ children }: { readonly children: ReactNode }) {
  const { key } = useCredential('seller');
  const subscription = useMemo(
    () => ({
      auth: key === null ? null : { seller_key: key },
      queries: SIGNED_IN_SELLER,
      concerned: CONCERNED,
    }),
    [key],
  );
  useAccountEvents(subscription);
  return children;
}
