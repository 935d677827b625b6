/** Where an offer would stand, and what it would sell at once. */
import { Stat, Stats } from '../design/layout';
import { Price, Quantity } from '../design/values';
import type { Ask } from './bodies';
import { bookKey } from './books-feed';
import { placeOf } from './place';
import { saleOf } from './sale';
import { useBooks } from './use-books';

interface PreviewProps {
  readonly model: string;
  readonly tenor: Ask['tenor'];
  readonly price: string | null;
  readonly capacity: number | null;
}

const OWED: Readonly<Record<Ask['tenor'], string>> = {
  spot: 'for 24 hours from the sale',
  '1h': 'in the next whole hour',
  '1d': 'on the next day, UTC',
  '7d': 'in the seven days from the next one, UTC',
  '30d': 'in the thirty days from the next one, UTC',
};

const nothing = () => undefined;

export function Preview({ model, tenor, price, capacity }: PreviewProps) {
  const name = { modelId: model, tenor };
  const book = useBooks(model === '' ? [] : [name], nothing).get(bookKey(name));
  const place = book && price !== null ? placeOf(price, book) : null;
  const sale = book && price !== null ? saleOf(price, capacity, book) : null;
  return (
    <div className="preview" aria-live="polite">
      <Stats>
        <Stat label="Best ask now">
          <Price perThousand={book?.asks[0]?.price} withUnit />
        </Stat>
        <Stat label={sale ? 'Place of what is left' : 'Its place'}>
          {place ? `${place.rank} of ${place.prices}` : '–'}
        </Stat>
        <Stat label="Tokens ahead of it">
          <Quantity value={place?.tokensAhead} short />
        </Stat>
      </Stats>
      {sale && (
        <p>
          <strong>
            Sells up to <Quantity value={sale.tokens} /> tokens at once
          </strong>{' '}
          to bids at <Price perThousand={sale.from} withUnit />
          {sale.to !== sale.from && (
            <>
              {' '}
              down to <Price perThousand={sale.to} withUnit />
            </>
          )}
          . They are owed {OWED[tenor]}, and a sale cannot be taken back.
        </p>
      )}
    </div>
  );
}
