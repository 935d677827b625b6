/** The frame of every page of a seller: its places, its profile, and the way in. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { type MarketClient, type SellerClient, answerOf } from '../client/clients';
import { SIGNED_IN_SELLER, useSeller } from '../client/credential';
import { Page } from '../design/layout';
import { Places } from '../design/places';
import { ErrorState, Skeleton } from '../design/states';
import { SELLER_KEY, SignedIn } from '../shell/sign-in';
import type { Profile } from './bodies';
import '../buyer/buyer.css';
import './seller.css';

interface Clients {
  readonly key: string;
  readonly seller: SellerClient;
  /** The routes of the Market surface that the key opens. */
  readonly market: MarketClient;
}

export interface SignedInSeller extends Clients {
  readonly profile: Profile;
}

const PLACES = [
  { label: 'Earnings', to: '/seller' },
  { label: 'Offers', to: '/seller/offers' },
  { label: 'Trades', to: '/seller/trades' },
  { label: 'Deliveries', to: '/seller/deliveries' },
  { label: 'Standing', to: '/seller/standing' },
  { label: 'Statement', to: '/seller/statement' },
  { label: 'Webhooks', to: '/seller/webhooks' },
  { label: 'Profile', to: '/seller/profile' },
  { label: 'Register', to: '/seller/register' },
] as const;

interface FrameProps {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children: ReactNode;
}

/** For everybody. */
export function SellerFrame({ title, lead, children }: FrameProps) {
  return (
    <Page title={title} tabTitle={`${title}, seller`} {...(lead === undefined ? {} : { lead })}>
      <Places label="Seller" places={PLACES} />
      {children}
    </Page>
  );
}

interface SellerPageProps extends Omit<FrameProps, 'children'> {
  readonly children: (seller: SignedInSeller) => ReactNode;
}

/** For anyone who is signed in. */
export function SellerPage({ children, ...frame }: SellerPageProps) {
  const clients = useSeller();
  return (
    <SellerFrame {...frame}>
      <SignedIn names={SELLER_KEY}>
        {clients && <WithProfile clients={clients}>{children}</WithProfile>}
      </SignedIn>
      {clients === null && (
        <p className="more">
          <Link href="/seller/register">Register an endpoint</Link>
        </p>
      )}
    </SellerFrame>
  );
}

interface WithProfileProps {
  readonly clients: Clients;
  readonly children: (seller: SignedInSeller) => ReactNode;
}

function WithProfile({ clients, children }: WithProfileProps) {
  const profile = useQuery({
    queryKey: [SIGNED_IN_SELLER, 'profile'],
    queryFn: () => answerOf(clients.seller.GET('/v1/profile')),
  });
  if (profile.data) return children({ ...clients, profile: profile.data });
  if (profile.isError) {
    return <ErrorState error={profile.error} onRetry={() => void profile.refetch()} />;
  }
  return <Skeleton rows={8} label="Loading the seller" />;
}
