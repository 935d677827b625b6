/** A new offer: where it would stand is shown before it is posted. */
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { newKey } from '../client/new-key';
import { PriceField, perThousandOf } from '../design/price-field';
import { QuantityField, tokensOf } from '../design/quantity-field';
import { answerOf } from '../client/clients';
import { SIGNED_IN_SELLER } from '../client/credential';
import { useDraft } from '../client/drafts';
import { WINDOWS } from '../client/windows';
import { Button, Select } from '../design/controls';
import { ErrorNotice } from '../design/states';
import type { Ask } from './bodies';
import { Preview } from './offer-preview';
import { LIFETIMES, type OfferDraft, OfferQuestion } from './offer-question';
import { useRegions } from './regions';
import type { SignedInSeller } from './seller-page';

interface NewOfferProps {
  readonly seller: SignedInSeller;
  /** The model to begin with, if the seller's endpoint serves it. */
  readonly wanted: string | null;
  readonly onCancel: () => void;
  readonly onPosted: (ask: Ask) => void;
}

export function NewOfferForm({ seller, wanted, onCancel, onPosted }: NewOfferProps) {
  const { supported_models: models, regions } = seller.profile;
  const first: OfferDraft = {
    model: models.find((model) => model === wanted) ?? models[0] ?? '',
    price: '',
    quantity: '',
    tenor: 'spot',
    lifetime: '3600',
    region: (regions[0] as Ask['region'] | undefined) ?? 'global',
  };
  const isOffered = ({ model }: OfferDraft) => models.includes(model);
  const [draft, setDraft] = useDraft('seller', `offer-${wanted ?? ''}`, first, isOffered);
  const [isAsked, setAsked] = useState(false);
  const price = perThousandOf(draft.price);
  const capacity = tokensOf(draft.quantity);
  const { error, isBusy, post } = usePosting(seller, draft, (ask) => {
    setDraft(null);
    onPosted(ask);
  });
  const cancel = () => {
    setDraft(null);
    onCancel();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isAsked) void post();
    else setAsked(true);
  };
  const isComplete = price !== null && capacity !== null;
  return (
    <form className="stack" onSubmit={submit}>
      {wanted !== null && !models.includes(wanted) && <NotRegistered model={wanted} />}
      {isAsked && isComplete ? (
        <OfferQuestion draft={draft} price={price} capacity={capacity} />
      ) : (
        <OfferFields
          seller={seller}
          draft={draft}
          onChange={(part) => setDraft({ ...draft, ...part })}
        />
      )}
      <Preview model={draft.model} tenor={draft.tenor} price={price} capacity={capacity} />
      {error !== null && <ErrorNotice error={error} />}
      <div className="dialog-actions">
        {isAsked ? (
          <Button onClick={() => setAsked(false)}>Change it</Button>
        ) : (
          <Button onClick={cancel}>Cancel</Button>
        )}
        {/* Two buttons: a second click of the first one posts nothing. */}
        <Button
          key={isAsked ? 'post' : 'ask'}
          type="submit"
          kind="primary"
          disabled={isBusy || !isComplete}
        >
          {isAsked ? 'Post it' : 'Post the offer'}
        </Button>
      </div>
    </form>
  );
}

function usePosting(seller: SignedInSeller, draft: OfferDraft, onPosted: (ask: Ask) => void) {
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const queries = useQueryClient();
  // One key for each offer: a repetition after a lost answer posts no second one.
  const key = useMemo(() => (draft ? newKey() : ''), [draft]);
  const post = async () => {
    const { model, region, tenor, lifetime } = draft;
    const price = perThousandOf(draft.price);
    const capacity = tokensOf(draft.quantity);
    if (price === null || capacity === null) return;
    setBusy(true);
    setError(null);
    try {
      const params = {
        path: { id: seller.profile.seller_id },
        header: { 'Idempotency-Key': key },
      };
      const terms = { model_id: model, price, capacity, tenor, region };
      const body = { ...terms, ttl_seconds: Number.parseInt(lifetime, 10) };
      const call = seller.market.POST('/v1/sellers/{id}/asks', { params, body });
      const posted = await answerOf(call);
      await queries.invalidateQueries({ queryKey: [SIGNED_IN_SELLER] });
      onPosted(posted);
    } catch (err) {
      setError(err);
    } finally {
      setBusy(false);
    }
  };
  return { error, isBusy, post };
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
  readonly draft: OfferDraft;
  readonly onChange: (part: Partial<OfferDraft>) => void;
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
        label="Window"
        value={draft.tenor}
        options={WINDOWS}
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
