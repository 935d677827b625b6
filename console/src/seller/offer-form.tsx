/** A new offer: where it would stand is shown before it is posted. */
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { newKey } from '../buyer/new-key';
import { PriceField, perThousandOf } from '../buyer/price-field';
import { QuantityField, tokensOf } from '../buyer/quantity-field';
import { answerOf } from '../client/clients';
import { SIGNED_IN_SELLER } from '../client/credential';
import { Button, Select } from '../design/controls';
import { ErrorNotice } from '../design/states';
import type { Ask } from './bodies';
import { Preview } from './offer-preview';
import { useRegions } from './regions';
import type { SignedInSeller } from './seller-page';

interface Draft {
  readonly model: string;
  readonly price: string;
  readonly quantity: string;
  readonly region: Ask['region'];
  readonly tenor: Ask['tenor'];
  readonly lifetime: string;
}

const TENORS = [
  { value: 'spot', label: 'Now' },
  { value: '1h', label: 'The next hour' },
  { value: '1d', label: 'The next day, UTC' },
  { value: '7d', label: 'Seven days from the next one' },
  { value: '30d', label: 'Thirty days from the next one' },
] as const satisfies readonly { value: Ask['tenor']; label: string }[];

/** Seconds. */
const LIFETIMES = [
  { value: '300', label: '5 minutes' },
  { value: '3600', label: '1 hour' },
  { value: '86400', label: '1 day' },
  { value: '604800', label: '7 days' },
  { value: '2592000', label: '30 days' },
] as const;

interface NewOfferProps {
  readonly seller: SignedInSeller;
  /** The model to begin with, if the seller's endpoint serves it. */
  readonly wanted: string | null;
  readonly onCancel: () => void;
  readonly onPosted: (ask: Ask) => void;
}

export function NewOfferForm({ seller, wanted, onCancel, onPosted }: NewOfferProps) {
  const { supported_models: models, regions, seller_id: id } = seller.profile;
  const [draft, setDraft] = useState<Draft>({
    model: models.find((model) => model === wanted) ?? models[0] ?? '',
    price: '',
    quantity: '',
    tenor: 'spot',
    lifetime: '3600',
    region: (regions[0] as Ask['region'] | undefined) ?? 'global',
  });
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const queries = useQueryClient();
  // One key for each offer: a repetition after a lost answer posts no second one.
  const key = useMemo(() => (draft ? newKey() : ''), [draft]);
  const price = perThousandOf(draft.price);
  const capacity = tokensOf(draft.quantity);
  const post = async (event: FormEvent) => {
    event.preventDefault();
    if (price === null || capacity === null) return;
    setBusy(true);
    setError(null);
    try {
      const { model, region, tenor, lifetime } = draft;
      const posted = await answerOf(
        seller.market.POST('/v1/sellers/{id}/asks', {
          params: { path: { id }, header: { 'Idempotency-Key': key } },
          body: {
            model_id: model,
            price,
            capacity,
            tenor,
            region,
            ttl_seconds: Number.parseInt(lifetime, 10),
          },
        }),
      );
      await queries.invalidateQueries({ queryKey: [SIGNED_IN_SELLER] });
      onPosted(posted);
    } catch (err) {
      setError(err);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form className="stack" onSubmit={(event) => void post(event)}>
      {wanted !== null && !models.includes(wanted) && <NotRegistered model={wanted} />}
      <OfferFields
        seller={seller}
        draft={draft}
        onChange={(part) => setDraft({ ...draft, ...part })}
      />
      <Preview model={draft.model} tenor={draft.tenor} price={price} capacity={capacity} />
      {error !== null && <ErrorNotice error={error} />}
      <div className="dialog-actions">
        <Button onClick={onCancel}>Cancel</Button>
        <Button
          type="submit"
          kind="primary"
          disabled={isBusy || price === null || capacity === null}
        >
          Post the offer
        </Button>
      </div>
    </form>
  );
}

function NotRegistered({ model }: { readonly model: string }) {
  return (
    <p className="hint">
      Your registration does not name {model}. <Link href="/seller/profile">Add it there</Link>
    </p>
  );
}

interface OfferFieldsProps {
  readonly seller: SignedInSeller;
  readonly draft: Draft;
  readonly onChange: (part: Partial<Draft>) => void;
}

function OfferFields({ seller, draft, onChange }: OfferFieldsProps) {
  const all = useRegions();
  const { supported_models: models, regions: own } = seller.profile;
  // Those of the registration, if it names any.
  const regions = new Set([draft.region, ...(own.length > 0 ? (own as Ask['region'][]) : all)]);
  return (
    <div className="fields">
      <Select
        label="Model"
        value={draft.model}
        options={models.map((model) => ({ value: model, label: model }))}
        onChange={(model) => onChange({ model })}
      />
      <PriceField
        label="Price"
        isRequired
        value={draft.price}
        onChange={(price) => onChange({ price })}
      />
      <QuantityField
        label="Quantity, tokens"
        isRequired
        hint="Such as 5 000 000"
        value={draft.quantity}
        onChange={(quantity) => onChange({ quantity })}
      />
      <Select
        label="Region"
        value={draft.region}
        options={[...regions].map((region) => ({ value: region, label: region }))}
        onChange={(region) => onChange({ region })}
      />
      <Select
        label="Delivery"
        value={draft.tenor}
        options={TENORS}
        onChange={(tenor) => onChange({ tenor })}
      />
      <Select
        label="Valid for"
        value={draft.lifetime}
        options={LIFETIMES}
        onChange={(lifetime) => onChange({ lifetime })}
      />
    </div>
  );
}
