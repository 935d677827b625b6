/** What an order would get now, and how long the rest would take. */
import { useDeferredValue, useState, memo } from 'react';
import {
  compareDecimals,
  isDecimal,
  multiplyDecimals,
  roundDecimal,
  shiftDecimal,
} from '../client/decimal';
import type { FillEstimate } from '../client/market';
import { tokensIn } from '../client/tokens';
import { Button, Field } from '../design/controls';
import { Stat, Stats } from '../design/layout';
import { ErrorNotice, Skeleton } from '../design/states';
import {
  Amount,
  Missing,
  Price,
  Quantity,
  durationText,
  priceText,
  shortQuantity,
  wholeText,
} from '../design/values';
import { type Question, type View, useEstimate } from './queries';

export const EstimateForm = memo(function EstimateForm({ view }: { readonly view: View }) {
  const [quantity, setQuantity] = useState('1 M');
  const [limit, setLimit] = useState('');
  const tokens = tokensIn(quantity);
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
        <Stat label="Cost of that">
          <Cost estimate={data} />
        </Stat>
        <Stat label="Average, $ per M">
          <Price perThousand={data.average_price} />
        </Stat>
        <Stat label="Worst, $ per M">
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

/** Below a dollar more than its cents count. */
function Cost({ estimate }: { readonly estimate: FillEstimate }) {
  const { fillable_quantity: fillable, average_price: average } = estimate;
  if (average === null) return <Missing />;
  const cost = shiftDecimal(multiplyDecimals(average, wholeText(fillable)), -3);
  return <Amount value={roundDecimal(cost, compareDecimals(cost, '1') < 0 ? 6 : 2)} />;
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

/** A price per million as one per 1,000; undefined if it is not a price. */
function pricePerThousand(text: string): string | undefined {
  const number = text
    .replaceAll(/[\s,_\u202f]/g, '')
    .replace(/^\$/, '')
    .replace(/^\./, '0.');
  if (!isDecimal(number) || number.startsWith('-')) return undefined;
  return shiftDecimal(number, -3);
}
