/** What the seller's pages read again when something of the seller has changed. */
import { type ReactNode, useMemo } from 'react';
import { type Subscription, useAccountEvents } from '../client/account-events';
import { SIGNED_IN_SELLER, useSeller } from '../client/credential';
import { useNews } from '../client/news';
import { sellerNews } from './seller-news';

const MONEY = ['trades', 'revenue', 'account'] as const;

const CONCERNED: Subscription['concerned'] = {
  request: ['asks', ...MONEY],
  trade: ['asks', 'deliveries', ...MONEY],
  lot: ['asks', 'deliveries', ...MONEY],
  standing: ['account', 'profile', 'reputation', 'asks'],
};

export function SellerEvents({ children }: { readonly children: ReactNode }) {
  const clients = useSeller();
  const add = useNews()?.add;
  const subscription = useMemo(
    () => ({
      auth: clients && { seller_key: clients.key },
      queries: SIGNED_IN_SELLER,
      concerned: CONCERNED,
      onChanges: clients && add ? sellerNews(clients.seller, add) : null,
    }),
    [clients, add],
  );
  useAccountEvents(subscription);
  return children;
}
