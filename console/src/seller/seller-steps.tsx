/** The first steps of a seller. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { answerOf } from '../client/clients';
import { SIGNED_IN_SELLER } from '../client/credential';
import { FirstSteps, type Step } from '../design/first-steps';
import { WebhookApi } from '../webhooks/webhook-api';
import type { SignedInSeller } from './seller-page';

export function SellerSteps({ seller }: { readonly seller: SignedInSeller }) {
  const { seller_id: id, endpoint_verified: isVerified } = seller.profile;
  const asks = useQuery({
    queryKey: [SIGNED_IN_SELLER, 'asks'],
    queryFn: () =>
      answerOf(seller.market.GET('/v1/sellers/{id}/asks', { params: { path: { id } } })),
  }).data?.asks;
  const trades = useQuery({
    queryKey: [SIGNED_IN_SELLER, 'trades', 'first'],
    queryFn: () => {
      const params = { path: { id }, query: { limit: 1 } };
      return answerOf(seller.market.GET('/v1/sellers/{id}/trades', { params }));
    },
  }).data?.trades;
  const webhooks = useQuery({
    queryKey: [SIGNED_IN_SELLER, 'webhooks'],
    queryFn: () => new WebhookApi(seller.seller).list(),
  }).data;
  const hasTrade = trades ? trades.length > 0 : null;
  return (
    <FirstSteps
      name="seller"
      steps={[
        { title: 'Registered', isDone: true, how: null },
        {
          title: 'An endpoint that answers',
          isDone: isVerified || hasTrade,
          how: (
            <>
              <Link href="/seller/profile">Check it</Link>: the exchange asks it as a buyer would.
            </>
          ),
        },
        {
          title: 'A first offer',
          // Those that ended are not listed, their trades are.
          isDone: asks ? asks.length > 0 || hasTrade : null,
          how: (
            <>
              <Link href="/seller/offers">Offer tokens</Link> at your price.
            </>
          ),
        },
        { title: 'A first trade', isDone: hasTrade, how: 'A request that you serve becomes one.' },
        {
          title: 'A webhook',
          isDone: webhooks ? webhooks.length > 0 : null,
          how: (
            <>
              <Link href="/seller/webhooks">Name an address</Link> that hears of trades, lots and
              your standing.
            </>
          ),
        },
        ...usePayout(seller),
      ]}
    />
  );
}

/** Only when the newest lines of the statement know whether there was one. */
function usePayout({ seller }: SignedInSeller): Step[] {
  const query = { sort: 'newest', limit: 100 } as const;
  const statement = useQuery({
    queryKey: [SIGNED_IN_SELLER, 'payout'],
    queryFn: () => answerOf(seller.GET('/v1/account/statement', { params: { query } })),
  }).data;
  const isDone = statement ? statement.lines.some(({ kind }) => kind === 'payout') : null;
  if (isDone === false && statement?.has_more) return [];
  return [
    {
      title: 'A first payout',
      isDone,
      how: 'The operator pays what is owed to you; it stands in your statement.',
    },
  ];
}
