/** What an order would get now, and how long the rest would take. */
import { useDeferredValue, useState, memo } from 'react';
import { isDecimal, shiftDecimal } from '../client/decimal';
import type { FillEstimate } from '../client/market';
import { Button, Field } from '../design/controls';
import { Stat, Stats } from '../design/layout';
import { ErrorNotice, Skeleton } from '../design/states';
import { Missing, Price, Quantity, durationText, priceText, shortQuantity } from '../design/values';
import { type Question, type View, useEstimate } from './queries';

export const EstimateForm = memo(function EstimateForm({ view }: { readonly view: View }) {
  const [quantity, setQuantity] = useState('1 M');
  const [limit, setLimit] = useState('');
  const tokens = tokensOf(quantity);
  const price = limit.trim() === '' ? null : pricePerThousand(limit);
  const question =
    tokens !== null && price !== undefined ? { quantity: tokens, limitPrice: price } : null;
  return (
    <div className="stack">
      <div className="estimate-fields">
        <Field
          label="Tokens"
          value={quantity}
          inputMode="text"
          onChange={(event) => setQuantity(event.target.value)}
          hint="For example 250 k or 5 M"
          error={tokens === null ? 'A number, with k, M or B if you like' : null}
        />
        <Field
          label="Limit, $ per M"
          value={limit}
          inputMode="decimal"
          placeholder="none"
          onChange={(event) => setLimit(event.target.value)}
          hint="Empty: any price"
          error={price === undefined ? 'A price such as 0.30' : null}
        />
      </div>
      <Estimated view={view} question={question} onLimit={setLimit} />
    </div>
  );
});

interface EstimatedProps {
  readonly view: View;
  readonly question: Question | null;
  readonly onLimit: (limit: string) => void;
}

function Estimated({ view, question, onLimit }: EstimatedProps) {
  const asked = useDeferredValue(question);
  const { data, error, isPending } = useEstimate(view, asked);
  if (question === null) return null;
  if (error) return <ErrorNotice error={error} />;
  if (isPending) return <Skeleton rows={3} label="Estimating" />;
  return (
    <div className="stack" aria-live="polite">
      <Share estimate={data} />
      <Stats>
        <Stat label="Average">
          <Price perThousand={data.average_price} />
        </Stat>
        <Stat label="Worst">
          <Price perThousand={data.worst_price} />
        </Stat>
        <Stat label="Wait for the rest">
          <Wait estimate={data} />
        </Stat>
      </Stats>
      <Suggestion estimate={data} onLimit={onLimit} />
    </div>
  );
}

function Share({ estimate }: { readonly estimate: FillEstimate }) {
  const { fillable_quantity: fillable, quantity } = estimate;
  return (
    <div className="stack-s">
      <p>
        <strong>
          <Quantity value={fillable} short />
        </strong>{' '}
        of <Quantity value={quantity} short /> tokens are fillable now
      </p>
      <meter
        className="estimate-share"
        min={0}
        max={Math.max(1, quantity)}
        value={fillable}
        aria-label="Share that is fillable now"
      />
    </div>
  );
}

function Wait({ estimate }: { readonly estimate: FillEstimate }) {
  const { remaining_quantity: remaining, estimated_wait_seconds: seconds } = estimate;
  if (remaining === 0) return 'none';
  return seconds === null ? <Missing>unknown</Missing> : `about ${durationText(seconds)}`;
}

interface SuggestionProps {
  readonly estimate: FillEstimate;
  readonly onLimit: (limit: string) => void;
}

function Suggestion({ estimate, onLimit }: SuggestionProps) {
  const { suggested_limit_price: price, horizon_hours: hours, sample_size: asks } = estimate;
  return (
    <div className="stack-s">
      {price !== null && (
        <p className="cluster small">
          <span>
            A limit of {priceText(price)} should cover it within {hours} h.
          </span>
          <Button onClick={() => onLimit(shiftDecimal(price, 3))}>Use it</Button>
        </p>
      )}
      <p className="faint small">
        From {shortQuantity(asks)} asks of the last {estimate.lookback_hours} h, confidence{' '}
        {Math.round(estimate.confidence * 100)} %. Nothing is reserved.
      </p>
    </div>
  );
}

const MULTIPLES: Readonly<Record<string, number>> = { '': 0, k: 3, m: 6, b: 9, t: 12 };
const LARGEST = 2n ** 63n - 1n;

/** `5 M`, `1,000,000` or `2.5k` as whole tokens; null if it is not a quantity. */
function tokensOf(text: string): string | null {
  const [, number = '', unit = ''] = /^([\d.]+)([kmbt]?)$/.exec(compact(text)) ?? [];
  if (!isDecimal(number)) return null;
  const tokens = shiftDecimal(number, MULTIPLES[unit] ?? 0);
  return /^\d+$/.test(tokens) && BigInt(tokens) > 0n && BigInt(tokens) <= LARGEST ? tokens : null;
}

/** A price per million as one per 1,000; undefined if it is not a price. */
function pricePerThousand(text: string): string | undefined {
  const number = compact(text).replace(/^\$/, '').replace(/^\./, '0.');
  if (!isDecimal(number) || number.startsWith('-')) return undefined;
  return shiftDecimal(number, -3);
}

function compact(text: string): string {
  return text.replaceAll(/[\s,_\u202f]/g, '').toLowerCase();
}
