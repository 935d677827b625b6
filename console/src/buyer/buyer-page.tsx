/** The frame of every page of a buyer: its places, and the way in for anyone who is not signed in. */
import type { ReactNode } from 'react';
import type { BuyerClient, MarketClient } from '../client/clients';
import { useBuyer } from '../client/credential';
import { Page } from '../design/layout';
import { Places } from '../design/places';
import { BUYER_KEY, SignedIn } from '../shell/sign-in';
import './buyer.css';
import { EventState } from './buyer-events';

export interface SignedInBuyer {
  readonly key: string;
  readonly buyer: BuyerClient;
  readonly market: MarketClient;
}

interface BuyerPageProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: (buyer: SignedInBuyer) => ReactNode;
}

const PLACES = [
  { label: 'Account', to: '/buyer' },
  { label: 'Requests', to: '/buyer/requests' },
  { label: 'Playground', to: '/buyer/playground' },
  { label: 'Orders', to: '/buyer/orders' },
  { label: 'Contracts', to: '/buyer/contracts' },
  { label: 'Tickets', to: '/buyer/tickets' },
  { label: 'Statement', to: '/buyer/statement' },
  { label: 'Keys', to: '/buyer/keys' },
  { label: 'Webhooks', to: '/buyer/webhooks' },
] as const;

export function BuyerPage({ title, lead, children }: BuyerPageProps) {
  const buyer = useBuyer();
  return (
    <Page title={title} {...(lead === undefined ? {} : { lead })} actions={<EventState />}>
      <Places label="Buyer" places={PLACES} />
      <SignedIn names={BUYER_KEY}>{buyer && children(buyer)}</SignedIn>
    </Page>
  );
}
