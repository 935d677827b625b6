/** For a stranger: what this is, what it saves today, and how to begin in three steps. */
import { Link } from 'wouter';
import { Stat, Stats } from '../design/layout';
import { Missing, Quantity } from '../design/values';
import { firstByteMsOf } from './best-sellers';
import { Change } from './change';
import { savingOf } from './saving';
import { useActiveSellers } from './queries';
import type { MarketRow } from './quotes';

export function Start({ rows }: { readonly rows: readonly MarketRow[] }) {
  return (
    <section className="start" aria-label="How it works">
      <Today rows={rows} />
      <ol className="steps">
        <li>
          <strong>Get a key</strong>
          <span>
            It comes with a balance from{' '}
            <a href="/docs/guides/get-an-api-key">the operator of this exchange</a>.
          </span>
        </li>
        <li>
          <strong>Point your client here</strong>
          <span>
            Any OpenAI client works with <code>{`${location.origin}/v1`}</code> and that key.
          </span>
        </li>
        <li>
          <strong>Name your highest price</strong>
          <span>
            The cheapest seller within <code>max_price</code> answers. You pay its price.
          </span>
        </li>
      </ol>
      <nav className="cluster" aria-label="Begin">
        <Link className="button" data-kind="primary" href="/buyer/playground">
          Try it
        </Link>
        <Link className="button" href="/seller/register">
          Sell tokens
        </Link>
      </nav>
    </section>
  );
}

function Today({ rows }: { readonly rows: readonly MarketRow[] }) {
  const sellers = useActiveSellers();
  const saving = savingOf(rows);
  const firstByteMs = firstByteMsOf(sellers);
  const volumeTokens = rows.reduce((sum, row) => sum + row.volumeTokens, 0);
  return (
    <Stats>
      <Stat label="Today against list prices">
        <Change percent={saving} />
      </Stat>
      <Stat label="Median first byte">
        {firstByteMs === null ? (
          <Missing>not measured</Missing>
        ) : (
          <span className="number">
            {firstByteMs}
            <span className="unit">ms</span>
          </span>
        )}
      </Stat>
      <Stat label="Sellers">
        <Quantity value={sellers.length} />
      </Stat>
      <Stat label="Tokens traded in 24 h">
        <Quantity value={volumeTokens} short />
      </Stat>
    </Stats>
  );
}
