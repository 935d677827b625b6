/** The first steps of a buyer. */
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { answerOf } from '../client/clients';
import { SIGNED_IN } from '../client/credential';
import { FirstSteps } from '../design/first-steps';
import { WebhookApi } from '../webhooks/webhook-api';
import type { SignedInBuyer } from './buyer-page';
import { useAccount } from './use-account';

export function BuyerSteps({ buyer }: { readonly buyer: SignedInBuyer }) {
  const { market } = buyer;
  const account = useAccount(buyer).data;
  const requests = useQuery({
    queryKey: [SIGNED_IN, 'requests', 'first'],
    queryFn: () => answerOf(market.GET('/v1/requests', { params: { query: { limit: 1 } } })),
  }).data?.requests;
  const webhooks = useQuery({
    queryKey: [SIGNED_IN, 'webhooks'],
    queryFn: () => new WebhookApi(market).list(),
  }).data;
  return (
    <FirstSteps
      name="buyer"
      steps={[
        { title: 'A key', isDone: true, how: null },
        {
          title: 'A balance',
          isDone: account ? account.balance !== '0' || account.reserved !== '0' : null,
          how: (
            <>
              The operator records your deposit:{' '}
              <a href="/docs/guides/get-an-api-key">where keys and money come from</a>.
            </>
          ),
        },
        {
          title: 'A first request',
          isDone: requests ? requests.length > 0 : null,
          how: (
            <>
              Send one in the <Link href="/buyer/playground">playground</Link>, or with any OpenAI
              client at <code>{`${location.origin}/v1`}</code>.
            </>
          ),
        },
        {
          title: 'A webhook',
          isDone: webhooks ? webhooks.length > 0 : null,
          how: (
            <>
              <Link href="/buyer/webhooks">Name an address</Link> that hears of fills, deposits and
              contracts.
            </>
          ),
        },
      ]}
    />
  );
}
