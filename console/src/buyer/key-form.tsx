/** A new key: what it may spend, for what, and until when. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { answerOf } from '../client/clients';
import { isDecimal, placesOf } from '../client/decimal';
import { Button, Field, Select } from '../design/controls';
import { ErrorNotice } from '../design/states';
import type { BuyerKey, CreateKey, IssuedKey } from './bodies';
import type { SignedInBuyer } from './buyer-page';
import { PriceField, perThousandOf, priceError } from '../design/price-field';

const CAP_DECIMALS = 8;

const RESETS = [
  { value: '', label: 'Never: it is for all time' },
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every Monday' },
  { value: 'monthly', label: 'On the first of the month' },
] as const;

const KINDS = [
  { value: 'inference', label: 'Sends requests' },
  { value: 'manage', label: 'Manages the keys of the account' },
] as const;

interface Draft {
  readonly label: string;
  readonly kind: BuyerKey['kind'];
  readonly cap: string;
  readonly reset: (typeof RESETS)[number]['value'];
  readonly price: string;
  readonly models: string;
  /** Local time of the reader, as the browser's field states it. */
  readonly expires: string;
}

const FIRST: Draft = {
  label: '',
  kind: 'inference',
  cap: '',
  reset: '',
  price: '',
  models: '',
  expires: '',
};

interface FormProps {
  readonly buyer: SignedInBuyer;
  readonly onIssued: (issued: IssuedKey) => void;
  readonly onCancel: () => void;
}

export function KeyForm({ buyer, onIssued, onCancel }: FormProps) {
  const [draft, setDraft] = useState(FIRST);
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const issue = useMutation({
    mutationFn: () => answerOf(buyer.market.POST('/v1/keys', { body: bodyOf(draft) })),
    onSuccess: onIssued,
  });
  const isRight =
    capError(draft.cap) === null && (draft.price === '' || priceError(draft.price) === null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isRight) issue.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      <Field
        label="Label"
        hint="Who or what gets it"
        maxLength={200}
        autoComplete="off"
        value={draft.label}
        onChange={(event) => change({ label: event.target.value })}
      />
      <Select
        label="What it is for"
        value={draft.kind}
        options={KINDS}
        onChange={(kind) => change({ kind })}
      />
      {draft.kind === 'inference' && <Bounds draft={draft} onChange={change} />}
      {isUnlimited(draft) && (
        <p className="hint">
          Without a cap, a highest price or instruments it opens the whole account.
        </p>
      )}
      <Field
        label="Ends"
        hint="Empty for no end"
        type="datetime-local"
        value={draft.expires}
        onChange={(event) => change({ expires: event.target.value })}
      />
      {issue.isError && <ErrorNotice error={issue.error} />}
      <div className="dialog-actions">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" kind="primary" disabled={issue.isPending || !isRight}>
          Create
        </Button>
      </div>
    </form>
  );
}

interface BoundsProps {
  readonly draft: Draft;
  readonly onChange: (part: Partial<Draft>) => void;
}

function Bounds({ draft, onChange }: BoundsProps) {
  return (
    <div className="fields">
      <Field
        label="Cap, $"
        hint="Empty for none"
        inputMode="decimal"
        autoComplete="off"
        value={draft.cap}
        error={capError(draft.cap)}
        onChange={(event) => onChange({ cap: event.target.value.trim() })}
      />
      <Select
        label="The cap counts from zero again"
        hint="At midnight, UTC"
        value={draft.reset}
        options={RESETS}
        onChange={(reset) => onChange({ reset })}
      />
      <PriceField
        label="Highest price"
        hint="Empty for any"
        value={draft.price}
        onChange={(price) => onChange({ price })}
      />
      <Field
        label="Instruments"
        hint="Their names with commas between them, empty for any"
        spellCheck={false}
        autoComplete="off"
        value={draft.models}
        onChange={(event) => onChange({ models: event.target.value })}
      />
    </div>
  );
}

function isUnlimited({ kind, cap, price, models }: Draft): boolean {
  return kind === 'inference' && cap === '' && price === '' && models.trim() === '';
}

function capError(cap: string): string | null {
  if (cap === '') return null;
  if (!isDecimal(cap) || cap.startsWith('-')) return 'A decimal number, such as 25';
  if (/^0*(?:\.0*)?$/.test(cap)) return 'A cap is above zero';
  return placesOf(cap) > CAP_DECIMALS ? `At most ${CAP_DECIMALS} decimals` : null;
}

function bodyOf({ label, kind, cap, reset, price, models, expires }: Draft): CreateKey {
  const named = models.split(/[\s,]+/).filter((model) => model !== '');
  const isCapped = cap !== '';
  const bounds = {
    ...(isCapped ? { limit: cap } : {}),
    ...(isCapped && reset !== '' ? { limit_reset: reset } : {}),
    ...(price === '' ? {} : { max_price: perThousandOf(price) }),
    ...(named.length === 0 ? {} : { models: named }),
  };
  return {
    kind,
    label: label.trim() || null,
    ...(expires === '' ? {} : { expires_at: new Date(expires).toISOString() }),
    ...(kind === 'inference' ? bounds : {}),
  };
}
