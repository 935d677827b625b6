/** The buyer's webhooks. */
import { useMemo } from 'react';
import { SIGNED_IN } from '../client/credential';
import { type EventType, WebhookApi } from '../webhooks/webhook-api';
import { Webhooks } from '../webhooks/webhooks';
import { BuyerPage, type SignedInBuyer } from './buyer-page';

const EVENT_TYPES = [
  'order.partially_filled',
  'order.filled',
  'order.cancelled',
  'order.expired',
  'order.rejected',
  'lot.sold',
  'lot.opened',
  'lot.ending',
  'lot.ended',
  'lot.defaulted',
  'ticket.exhausted',
  'contract.seller_standing_changed',
  'account.deposited',
] as const satisfies readonly EventType[];

export function WebhooksPage() {
  return (
    <BuyerPage
      title="Webhooks"
      lead="Events of your orders, contracts and account, sent to your server."
    >
      {(buyer) => <BuyerWebhooks buyer={buyer} />}
    </BuyerPage>
  );
}

function BuyerWebhooks({ buyer: { market } }: { readonly buyer: SignedInBuyer }) {
  const api = useMemo(() => new WebhookApi(market), [market]);
  return <Webhooks api={api} scope={SIGNED_IN} eventTypes={EVENT_TYPES} />;
}
