/** Asks back when a price is far from the book: most such prices are a wrong unit or a slip. */
import { compareDecimals, multiplyDecimals } from '../client/decimal';
import { Price } from './values';

const TIMES = 20;

interface FarPriceProps {
  /** Both per 1,000 tokens; null while it is not known. */
  readonly price: string | null;
  readonly usual: string | null;
}

/** Inside a form: it is not sent before the box is ticked. */
export function FarPrice({ price, usual }: FarPriceProps) {
  const far = farOf(price, usual);
  if (far === null) return null;
  return (
    <div className="notice stack-s">
      <p>
        <Price perThousand={price} withUnit /> is {far}: others offer at{' '}
        <Price perThousand={usual} withUnit />.
      </p>
      <label className="one-choice">
        <input key={price} type="checkbox" required /> I mean this price, per million tokens
      </label>
    </div>
  );
}

function farOf(price: string | null, usual: string | null): string | null {
  if (price === null || usual === null) return null;
  const isAtLeast = (more: string, less: string) =>
    compareDecimals(more, multiplyDecimals(less, String(TIMES))) >= 0;
  if (isAtLeast(price, usual)) return `${TIMES} times the market or more`;
  return isAtLeast(usual, price) ? `a ${TIMES}th of the market or less` : null;
}
