/** Buying a ticket: its cost is shown and confirmed before money moves. */
import { type FormEvent, useState } from 'react';
import { Button } from '../design/controls';
import { ErrorNotice } from '../design/states';
import { Amount, Price, Quantity } from '../design/values';
import type { SignedInBuyer } from './buyer-page';
import { FarPrice } from '../design/far-price';
import { InstrumentField, useFirstInstrument, useUsualPrice } from '../market/instruments';
import { costOf, useFillEstimate } from './order-preview';
import { PriceField, perThousandOf } from '../design/price-field';
import { QuantityField, tokensOf } from '../design/quantity-field';
import { useBeyondBalance } from './use-account';

export interface TicketTerms {
  readonly model: string;
  readonly quantity_tokens: number;
  readonly max_price?: string;
}

interface TicketFormProps {
  readonly buyer: SignedInBuyer;
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly onBuy: (terms: TicketTerms) => void;
}

export function TicketForm({ buyer, error, isBusy, onBuy }: TicketFormProps) {
  const [given, setGiven] = useState({ model: null as string | null, quantity: '', price: '' });
  const [asked, setAsked] = useState<TicketTerms | null>(null);
  const first = useFirstInstrument();
  const model = given.model ?? first;
  const quantity = tokensOf(given.quantity);
  const price = perThousandOf(given.price);
  const isValid = model !== '' && quantity !== null && (given.price === '' || price !== null);
  if (asked) {
    return (
      <Confirmation
        {...{ buyer, error, isBusy, onBuy }}
        terms={asked}
        onBack={() => setAsked(null)}
      />
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (quantity === null || !isValid) return;
    setAsked({ model, quantity_tokens: quantity, ...(price === null ? {} : { max_price: price }) });
  };
  return (
    <form className="stack" onSubmit={submit}>
      <p className="soft">All of it is bought from one seller now, or nothing.</p>
      <InstrumentField value={model} onChange={(chosen) => setGiven({ ...given, model: chosen })} />
      <QuantityField
        label="Quantity, tokens"
        isRequired
        value={given.quantity}
        onChange={(text) => setGiven({ ...given, quantity: text })}
      />
      <PriceField
        label="Highest price"
        hint="Empty: your account's price ceiling, or without one the middle of best bid and best ask"
        value={given.price}
        onChange={(text) => setGiven({ ...given, price: text })}
      />
      <div className="dialog-actions">
        <Button type="submit" kind="primary" disabled={!isValid}>
          See what it costs
        </Button>
      </div>
    </form>
  );
}

interface ConfirmationProps extends TicketFormProps {
  readonly terms: TicketTerms;
  readonly onBack: () => void;
}

function Confirmation({ buyer, terms, error, isBusy, onBuy, onBack }: ConfirmationProps) {
  const { model, quantity_tokens: quantity, max_price: price = null } = terms;
  const estimate = useFillEstimate({ model, quantity, price, region: '', tenor: 'spot' });
  const average = estimate.data?.average_price ?? null;
  const cost = average === null ? null : costOf({ price: average, quantity });
  const beyond = useBeyondBalance(buyer, cost);
  const usual = useUsualPrice(model);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (beyond === null) onBuy(terms);
  };
  return (
    <form className="stack" onSubmit={submit}>
      <p>
        <Quantity value={quantity} /> tokens of {model}, usable for 24 h from now. What is not used
        by then is paid to the seller.
      </p>
      <dl className="facts">
        <dt>Cost now, about</dt>
        <dd>
          <Amount value={cost} /> at <Price perThousand={average} withUnit />
        </dd>
        {price !== null && (
          <>
            <dt>At most</dt>
            <dd>
              <Amount value={costOf({ price, quantity })} /> at{' '}
              <Price perThousand={price} withUnit />
            </dd>
          </>
        )}
      </dl>
      {estimate.isError && <ErrorNotice error={estimate.error} />}
      {beyond !== null && (
        <p className="notice" role="alert">
          {beyond}
        </p>
      )}
      <FarPrice price={price ?? average} usual={usual} />
      {error !== null && <ErrorNotice error={error} />}
      <div className="dialog-actions">
        <Button onClick={onBack}>Change it</Button>
        <Button type="submit" kind="primary" disabled={isBusy || beyond !== null}>
          {isBusy ? 'Buying' : 'Buy it'}
        </Button>
      </div>
    </form>
  );
}
