/** Who sells an instrument now: price, places, and how fast each has answered. */
import { memo } from 'react';
import { SellerName } from '../design/seller-name';
import { compareDecimals } from '../client/decimal';
import type { InstrumentSeller } from '../client/market';
import { Panel } from '../design/layout';
import { EmptyState, ErrorState, Skeleton } from '../design/states';
import { type Column, Table } from '../design/table';
import { Missing, Price, Quantity } from '../design/values';
import { useSellers } from './queries';

export const SellersPanel = memo(function SellersPanel({ modelId }: { readonly modelId: string }) {
  const sellers = useSellers(modelId);
  const rows = (sellers.data?.sellers ?? []).toSorted((one, other) =>
    compareDecimals(one.best_ask, other.best_ask),
  );
  return (
    <Panel title="Sellers, spot" className="instrument-sellers" flush>
      {sellers.isPending && <Skeleton rows={3} label="Loading the sellers" />}
      {sellers.isError && rows.length === 0 && (
        <ErrorState error={sellers.error} onRetry={() => void sellers.refetch()} />
      )}
      {sellers.isSuccess && rows.length === 0 && (
        <EmptyState title="Nobody sells it now">
          The first offer is sold at once to the first buyer who bids its price.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <Table
          caption="Sellers, cheapest first, with what the exchange measured in the last 24 hours"
          columns={COLUMNS}
          rows={rows}
          keyOf={({ seller_id: id }) => id}
        />
      )}
    </Panel>
  );
});

const COLUMNS: readonly Column<InstrumentSeller>[] = [
  {
    key: 'seller',
    title: 'Seller',
    isHeading: true,
    cell: ({ seller_id: id, venue_class: venue }) => <SellerName id={id} venue={venue} />,
  },
  {
    key: 'price',
    title: '$ per M',
    align: 'end',
    cell: ({ best_ask: price }) => <Price perThousand={price} />,
  },
  {
    key: 'first',
    title: 'First byte',
    align: 'end',
    cell: ({ day }) => <Median figures={day.first_byte_ms} unit="ms" />,
  },
  {
    key: 'speed',
    title: 'Tokens/s',
    align: 'end',
    cell: ({ day }) => <Median figures={day.tokens_per_second} />,
  },
  {
    key: 'answered',
    title: 'Answers, 24 h',
    align: 'end',
    isMinor: true,
    cell: ({ day }) => <Quantity value={day.answered} />,
  },
  {
    key: 'score',
    title: 'Score',
    align: 'end',
    isMinor: true,
    cell: ({ score }) => (score === null ? <Missing /> : <span className="number">{score}</span>),
  },
  {
    key: 'regions',
    title: 'Regions',
    isMinor: true,
    cell: ({ regions }) => regions.join(', '),
  },
];

interface MedianProps {
  readonly figures: InstrumentSeller['day']['first_byte_ms'];
  readonly unit?: string;
}

/** The median; the title has the slowest twentieth. */
function Median({ figures, unit }: MedianProps) {
  if (figures === null) return <Missing>not measured</Missing>;
  const { p50, p95 } = figures;
  return (
    <span className="number" title={`95th percentile: ${Math.round(p95)}`}>
      {p50 < 10 ? p50.toFixed(1) : Math.round(p50)}
      {unit !== undefined && <span className="unit">{unit}</span>}
    </span>
  );
}
