/** The seller's webhooks. */
import { useMemo } from 'react';
import { SIGNED_IN_SELLER } from '../client/credential';
import { type EventType, WebhookApi } from '../webhooks/webhook-api';
import { Webhooks } from '../webhooks/webhooks';
import { SellerPage, type SignedInSeller } from './seller-page';

const EVENT_TYPES = [
  'lot.sold',
  'lot.opened',
  'lot.ending',
  'lot.ended',
  'lot.defaulted',
  'seller.standing_changed',
  'seller.key_rotated',
] as const satisfies readonly EventType[];

export function WebhooksPage() {
  return (
    <SellerPage title="Webhooks" lead="Events of your lots and your standing, sent to your server.">
      {(seller) => <SellerWebhooks seller={seller} />}
    </SellerPage>
  );
}

function SellerWebhooks({ seller: { seller } }: { readonly seller: SignedInSeller }) {
  const api = useMemo(() => new WebhookApi(seller), [seller]);
  return <Webhooks api={api} scope={SIGNED_IN_SELLER} eventTypes={EVENT_TYPES} />;
}
