/** The instruments of the market with their prices; a heading orders them. */
import { Link, useLocation } from 'wouter';
import { compareDecimals } from '../client/decimal';
import { Flash } from '../design/flash';
import { type Column, Table } from '../design/table';
import { Price, Quantity } from '../design/values';
import { Change } from './change';
import { type MarketRow, pathOf } from './quotes';
import { Sparkline } from './sparkline';

type DecimalField = 'bestBid' | 'bestAsk' | 'againstList' | 'lastPrice' | 'dayChange';

/** By a number; instruments without it come last. */
const by = (field: DecimalField) => (one: MarketRow, other: MarketRow) => {
  const [a, b] = [one[field], other[field]];
  if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0);
  return compareDecimals(a, b);
};

const COLUMNS: readonly Column<MarketRow>[] = [
  {
    key: 'name',
    title: 'Instrument',
    isHeading: true,
    order: (one, other) => one.name.localeCompare(other.name),
    cell: ({ modelId, name, family }) => (
      <span className="market-name">
        <Link href={pathOf(modelId)}>{name}</Link>
        <span className="faint small">
          {family} · <code>{modelId}</code>
        </span>
      </span>
    ),
  },
  {
    key: 'bid',
    title: 'Best bid',
    align: 'end',
    isMinor: true,
    order: by('bestBid'),
    cell: ({ bestBid }) => <Quoted price={bestBid} tone="bid" />,
  },
  {
    key: 'ask',
    title: 'Best ask',
    align: 'end',
    order: by('bestAsk'),
    cell: ({ bestAsk }) => <Quoted price={bestAsk} tone="ask" />,
  },
  {
    key: 'list',
    title: 'vs list',
    align: 'end',
    order: by('againstList'),
    cell: ({ againstList }) => <Change percent={againstList} />,
  },
  {
    key: 'last',
    title: 'Last',
    align: 'end',
    isMinor: true,
    order: by('lastPrice'),
    cell: ({ lastPrice }) => (
      <Flash value={lastPrice}>
        <Price perThousand={lastPrice} />
      </Flash>
    ),
  },
  {
    key: 'day',
    title: 'In 24 h',
    align: 'end',
    isMinor: true,
    order: by('dayChange'),
    cell: ({ dayChange }) => <Change percent={dayChange} />,
  },
  {
    key: 'volume',
    title: 'Volume, 24 h',
    align: 'end',
    isMinor: true,
    order: (one, other) => one.volumeTokens - other.volumeTokens,
    cell: ({ volumeTokens }) => <Quantity value={volumeTokens} short />,
  },
  {
    key: 'trend',
    title: 'Two days',
    align: 'end',
    isMinor: true,
    cell: ({ modelId }) => <Sparkline modelId={modelId} />,
  },
];

function Quoted({ price, tone }: { readonly price: string | null; readonly tone: 'bid' | 'ask' }) {
  return (
    <Flash value={price} tone={tone}>
      <span className={price === null ? '' : tone}>
        <Price perThousand={price} />
      </span>
    </Flash>
  );
}

export function Instruments({ rows }: { readonly rows: readonly MarketRow[] }) {
  const [, navigate] = useLocation();
  return (
    <Table
      caption="Instruments with their prices in USD per million tokens"
      columns={COLUMNS}
      rows={rows}
      keyOf={({ modelId }) => modelId}
      onOpen={({ modelId }) => navigate(pathOf(modelId))}
    />
  );
}
