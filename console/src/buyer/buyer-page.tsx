/** The frame of every page of a buyer: its places, and the way in for whoever is not signed in. */
import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import type { BuyerClient, MarketClient } from '../client/clients';
import { useBuyer } from '../client/credential';
import { Page } from '../design/layout';
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
  { label: 'Webhooks', to: '/buyer/webhooks' },
] as const;

export function BuyerPage({ title, lead, children }: BuyerPageProps) {
  const buyer = useBuyer();
  return (
    <Page title={title} {...(lead === undefined ? {} : { lead })} actions={<EventState />}>
      <Places />
      <SignedIn names={BUYER_KEY}>{buyer && children(buyer)}</SignedIn>
    </Page>
  );
}

function Places() {
  const [location] = useLocation();
  const places = useRef<HTMLElement>(null);
  // On a phone the places are wider than the screen.
  useEffect(() => {
    const here = places.current?.querySelector('[aria-current]');
    here?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [location]);
  const isHere = (to: string) =>
    location === to || (to !== '/buyer' && location.startsWith(`${to}/`));
  return (
    <nav ref={places} className="places" aria-label="Buyer">
      {PLACES.map(({ label, to }) => (
        <Link key={to} href={to} aria-current={isHere(to) ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}
