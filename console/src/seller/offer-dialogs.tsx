/** Changing and cancelling an offer. */
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { FarPrice } from '../design/far-price';
import { useUsualPrice } from '../market/instruments';
import { newKey } from '../client/new-key';
import { PriceField, perThousandOf } from '../design/price-field';
import { QuantityField, tokensOf } from '../design/quantity-field';
import { answerOf } from '../client/clients';
import { SIGNED_IN_SELLER } from '../client/credential';
import { shiftDecimal } from '../client/decimal';
import { ConfirmDialog } from '../design/dialog';
import { Price, Quantity } from '../design/values';
import type { Ask, CreateAsk } from './bodies';
import { Preview } from './offer-preview';
import type { SignedInSeller } from './seller-page';

interface OfferDialogProps {
  readonly seller: SignedInSeller;
  readonly ask: Ask | null;
  readonly onClose: () => void;
}

export function CancelOfferDialog({ seller, ask, onClose }: OfferDialogProps) {
  const queries = useQueryClient();
  const confirm = async () => {
    if (ask) await cancel(seller, ask);
    await queries.invalidateQueries({ queryKey: [SIGNED_IN_SELLER] });
  };
  return (
    <ConfirmDialog
      title="Cancel the offer"
      isOpen={ask !== null}
      onClose={onClose}
      onConfirm={confirm}
      action="Cancel the remainder"
      isDangerous
    >
      {ask && (
        <p>
          <Quantity value={ask.remaining} /> tokens of {ask.model_id} at{' '}
          <Price perThousand={ask.price} withUnit /> leave the book. What is sold stays sold.
        </p>
      )}
    </ConfirmDialog>
  );
}

/** Mounted anew for each offer: its fields begin with those of the offer. */
export function ChangeOfferDialog(props: OfferDialogProps) {
  return <ChangeOffer key={props.ask?.ask_id ?? 'none'} {...props} />;
}

function ChangeOffer({ seller, ask, onClose }: OfferDialogProps) {
  const queries = useQueryClient();
  const [isCancelled, setCancelled] = useState(false);
  // One for each content: a repetition after a lost answer posts no second offer.
  const request = useRef<Replacement | null>(null);
  const [price, setPrice] = useState(ask ? shiftDecimal(ask.price, 3) : '');
  const [quantity, setQuantity] = useState(ask ? String(ask.remaining) : '');
  const perThousand = perThousandOf(price);
  const usual = useUsualPrice(ask?.model_id ?? '');
  const confirm = async () => {
    const capacity = tokensOf(quantity);
    if (!ask || perThousand === null || capacity === null) {
      throw new Error('State a price and a quantity.');
    }
    if (!isCancelled) await cancel(seller, ask);
    setCancelled(true);
    request.current ??= replacementOf(ask, perThousand, capacity);
    const { key, body } = request.current;
    const params = {
      path: { id: seller.profile.seller_id },
      header: { 'Idempotency-Key': key },
    };
    await answerOf(seller.market.POST('/v1/sellers/{id}/asks', { params, body }));
    await queries.invalidateQueries({ queryKey: [SIGNED_IN_SELLER] });
  };
  const changing = (set: (value: string) => void) => (value: string) => {
    request.current = null;
    set(value);
  };
  return (
    <ConfirmDialog
      title="Change the offer"
      isOpen={ask !== null}
      onClose={onClose}
      onConfirm={confirm}
      action="Replace it"
    >
      {ask && (
        <>
          <p className="soft">
            {isCancelled
              ? 'The old offer is cancelled. Replace it, or nothing of it stands in the book.'
              : 'The offer is cancelled and posted anew until the same time. Within its price it then stands behind the others.'}
          </p>
          <PriceField label="Price" isRequired value={price} onChange={changing(setPrice)} />
          <QuantityField
            label="Quantity, tokens"
            isRequired
            value={quantity}
            onChange={changing(setQuantity)}
          />
          <Preview
            model={ask.model_id}
            tenor={ask.tenor}
            price={perThousand}
            capacity={tokensOf(quantity)}
          />
          <FarPrice price={perThousand} usual={usual} />
        </>
      )}
    </ConfirmDialog>
  );
}

interface Replacement {
  readonly key: string;
  readonly body: CreateAsk;
}

/** Until the same time as the offer that it replaces. */
function replacementOf(ask: Ask, price: string, capacity: number): Replacement {
  const leftMs = new Date(ask.expires_at).getTime() - Date.now();
  return {
    key: newKey(),
    body: {
      model_id: ask.model_id,
      region: ask.region,
      tenor: ask.tenor,
      price,
      capacity,
      ttl_seconds: Math.max(1, Math.round(leftMs / 1e3)),
    },
  };
}

/** Cancelling again is answered like the first time; an offer that was sold meanwhile is not found. */
async function cancel({ market, profile }: SignedInSeller, ask: Ask): Promise<void> {
  const path = { id: profile.seller_id, ask_id: ask.ask_id };
  await answerOf(market.DELETE('/v1/sellers/{id}/asks/{ask_id}', { params: { path } }));
}
