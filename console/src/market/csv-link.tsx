/** The rows of a panel as a file: the market is public, so a link suffices. */
import type { View } from './queries';

interface CsvLinkProps {
  readonly view: View;
  readonly what: 'trades' | 'candles';
  readonly query: { readonly limit: number; readonly interval?: string };
}

export function CsvLink({ view: { modelId, tenor, region }, what, query }: CsvLinkProps) {
  const { limit, ...rest } = query;
  const asked = new URLSearchParams({ tenor, region, ...rest, limit: `${limit}`, format: 'csv' });
  return (
    <a
      className="button"
      data-kind="quiet"
      href={`/market/v1/markets/${encodeURIComponent(modelId)}/${what}?${asked}`}
      title={`The newest ${limit.toLocaleString()} ${what} as a file`}
      aria-label={`${what} as CSV`}
      download
    >
      CSV
    </a>
  );
}
