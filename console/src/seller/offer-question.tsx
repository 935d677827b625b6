/** What an offer says before it is posted: its worth, and when its tokens are owed. */
import { FarPrice } from '../design/far-price';
import { useUsualPrice } from '../market/instruments';
import { costOf } from '../buyer/order-preview';
import { windowText } from '../client/windows';
import { Amount, Price, Quantity } from '../design/values';
import type { Ask } from './bodies';

export interface OfferDraft {
  readonly model: string;
  readonly price: string;
  readonly quantity: string;
  readonly region: Ask['region'];
  readonly tenor: Ask['tenor'];
  readonly lifetime: string;
}

/** Seconds that an offer stands. */
export const LIFETIMES = [
  { value: '300', label: '5 minutes' },
  { value: '3600', label: '1 hour' },
  { value: '86400', label: '1 day' },
  { value: '604800', label: '7 days' },
  { value: '2592000', label: '30 days' },
] as const;

interface QuestionProps {
  readonly draft: OfferDraft;
  readonly price: string;
  readonly capacity: number;
}

export function OfferQuestion({ draft, price, capacity }: QuestionProps) {
  const usual = useUsualPrice(draft.model);
  return (
    <>
      <p>
        <Quantity value={capacity} /> tokens of {draft.model} at{' '}
        <Price perThousand={price} withUnit />: sold whole, they bring{' '}
        <Amount value={costOf({ price, quantity: capacity })} /> before the fee of the exchange.
      </p>
      <dl className="facts">
        <dt>Window</dt>
        <dd>{windowText(draft.tenor)}</dd>
        <dt>Region</dt>
        <dd>{draft.region}</dd>
        <dt>Valid for</dt>
        <dd>{LIFETIMES.find(({ value }) => value === draft.lifetime)?.label}</dd>
      </dl>
      <FarPrice price={price} usual={usual} />
    </>
  );
}
