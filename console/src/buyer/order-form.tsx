/** Placing an order: what it would fill now is shown before it is placed. */
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link, useParams } from 'wouter';
import { answerOf } from '../client/clients';
import { SIGNED_IN } from '../client/credential';
import { useDraft } from '../client/drafts';
import { WINDOWS, windowText } from '../client/windows';
import { Button, Field, Select } from '../design/controls';
import { ConfirmDialog } from '../design/dialog';
import { Amount, Price, Quantity, Time } from '../design/values';
import type { Order } from './bodies';
import type { SignedInBuyer } from './buyer-page';
import { FarPrice } from '../design/far-price';
import {
  InstrumentField,
  RegionField,
  useFirstInstrument,
  useUsualPrice,
} from '../market/instruments';
import { OrderPreview, type Preview, costOf } from './order-preview';
import { PriceField, perThousandOf } from '../design/price-field';
import { QuantityField, tokensOf } from '../design/quantity-field';
import { newKey } from '../client/new-key';
import { TIMES_IN_FORCE, timeInForceText } from './time-in-force';
import { useBeyondBalance } from './use-account';

interface Draft {
  readonly model: string | null;
  readonly quantity: string;
  readonly price: string;
  readonly region: string;
  readonly tenor: Order['tenor'];
  readonly timeInForce: Order['time_in_force'];
  /** Local time of the reader, as the browser's field states it. */
  readonly expires: string;
}

const FIRST: Draft = {
  model: null,
  quantity: '',
  price: '',
  region: '',
  tenor: 'spot',
  timeInForce: 'GTC',
  expires: '',
};

export function OrderForm({ buyer }: { readonly buyer: SignedInBuyer }) {
  const { model: named = '' } = useParams();
  const [draft, setDraft] = useDraft('buyer', `order-${named}`, FIRST);
  const [placed, setPlaced] = useState<Order | null>(null);
  const [asked, setAsked] = useState<{ readonly key: string } | null>(null);
  const queries = useQueryClient();
  const first = useFirstInstrument();
  const model = draft.model ?? first;
  const preview = previewOf({ ...draft, model });
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const beyond = useBeyondBalance(buyer, preview && costOf(preview));
  const isComplete =
    preview !== null && beyond === null && (draft.timeInForce !== 'GTD' || draft.expires !== '');
  const place = async () => {
    if (!preview || !asked) return;
    const call = buyer.market.POST('/v1/contracts', {
      params: { header: { 'Idempotency-Key': asked.key } },
      body: bodyOf(draft, preview),
    });
    setPlaced(await answerOf(call));
    setDraft(null);
    // Not waited for: the question would stand there without its order.
    void queries.invalidateQueries({ queryKey: [SIGNED_IN] });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // One key for each time that somebody asks: a repetition after a lost answer places no second order.
    if (isComplete) setAsked({ key: newKey() });
  };
  return (
    <div className="stack">
      <form className="stack" onSubmit={submit}>
        <OrderFields draft={draft} model={model} onChange={change} />
        <OrderPreview preview={preview} />
        {beyond !== null && (
          <p className="notice" role="alert">
            {beyond} An order holds its limit times its quantity.
          </p>
        )}
        <div className="cluster">
          <Button type="submit" kind="primary" disabled={!isComplete}>
            Place the order
          </Button>
          {placed && <Placed order={placed} />}
        </div>
      </form>
      <ConfirmDialog
        title="Place the order"
        isOpen={asked !== null}
        onClose={() => setAsked(null)}
        onConfirm={place}
        action="Place it"
      >
        {preview && <Question draft={draft} preview={preview} />}
      </ConfirmDialog>
    </div>
  );
}

interface OrderFieldsProps {
  readonly draft: Draft;
  readonly model: string;
  readonly onChange: (part: Partial<Draft>) => void;
}

function OrderFields({ draft, model, onChange }: OrderFieldsProps) {
  return (
    <div className="fields">
      <InstrumentField value={model} onChange={(given) => onChange({ model: given })} />
      <QuantityField
        label="Quantity, tokens"
        isRequired
        value={draft.quantity}
        onChange={(quantity) => onChange({ quantity })}
      />
      <PriceField
        label="Limit"
        isRequired
        value={draft.price}
        onChange={(price) => onChange({ price })}
      />
      <RegionField value={draft.region} onChange={(region) => onChange({ region })} />
      <Select
        label="Window"
        value={draft.tenor}
        options={WINDOWS}
        onChange={(tenor) => onChange({ tenor })}
      />
      <Select
        label="Time in force"
        value={draft.timeInForce}
        options={TIMES_IN_FORCE}
        onChange={(timeInForce) => onChange({ timeInForce })}
      />
      {draft.timeInForce === 'GTD' && (
        <Field
          label="Expires, your time"
          type="datetime-local"
          required
          value={draft.expires}
          onChange={(event) => onChange({ expires: event.target.value })}
        />
      )}
    </div>
  );
}

interface QuestionProps {
  readonly draft: Draft;
  readonly preview: Preview;
}

function Question({ draft, preview }: QuestionProps) {
  const usual = useUsualPrice(preview.model);
  return (
    <>
      <p>
        <Quantity value={preview.quantity} /> tokens of {preview.model} at{' '}
        <Price perThousand={preview.price} withUnit /> or less. <Amount value={costOf(preview)} />{' '}
        is reserved, and paid as it fills.
      </p>
      <dl className="facts">
        <dt>Window</dt>
        <dd>{windowText(preview.tenor)}</dd>
        <dt>Region</dt>
        <dd>{preview.region === '' ? 'any' : preview.region}</dd>
        <dt>Time in force</dt>
        <dd>
          {timeInForceText(draft.timeInForce)}
          {draft.timeInForce === 'GTD' && (
            <>
              : <Time value={new Date(draft.expires).getTime()} />
            </>
          )}
        </dd>
        <dt>Take or pay</dt>
        <dd>What is filled and not used by the end of its window is paid to the seller.</dd>
      </dl>
      <FarPrice price={preview.price} usual={usual} />
    </>
  );
}

function Placed({ order }: { readonly order: Order }) {
  return (
    <span role="status">
      Placed: {order.status.replaceAll('_', ' ')}, <Quantity value={order.filled_quantity} /> of{' '}
      <Quantity value={order.quantity} /> filled
      {order.reason === null ? '. ' : `: ${order.reason} `}
      <Link href={`/buyer/orders/${order.order_id}`}>Its page</Link>
    </span>
  );
}

/** @returns null while a field is not valid */
function previewOf({ model, quantity, price, region, tenor }: Draft): Preview | null {
  const tokens = tokensOf(quantity);
  const perThousand = perThousandOf(price);
  if (!model || tokens === null || perThousand === null) return null;
  return { model, quantity: tokens, price: perThousand, region, tenor };
}

function bodyOf({ timeInForce, expires }: Draft, preview: Preview) {
  const { model, quantity, price, region, tenor } = preview;
  return {
    model_id: model,
    quantity,
    price,
    tenor,
    time_in_force: timeInForce,
    ...(region === '' ? {} : { region: region as NonNullable<Order['region']> }),
    ...(timeInForce === 'GTD' ? { expires_at: new Date(expires).toISOString() } : {}),
  };
}
