/** Every instrument with its prices. */
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { Button } from '../design/controls';
import { Flash } from '../design/flash';
import { Page, Panel, Stat, Stats } from '../design/layout';
import { EmptyState, ErrorState, Skeleton } from '../design/states';
import { type Column, Table } from '../design/table';
import { Price, Quantity } from '../design/values';
import { useAppearance } from '../shell/appearance';
import './market.css';
import { MARKET_EVERY_MS, useCatalog, useTrend } from './queries';
import { type MarketRow, isKnown, matches, rowsOf } from './quotes';
import { Sparkline } from './sparkline';

export const pathOf = (modelId: string) => `/market/${encodeURIComponent(modelId)}`;

export function OverviewPage() {
  const catalog = useCatalog(MARKET_EVERY_MS);
  const [search, setSearch] = useState('');
  const rows = useMemo(() => (catalog.data ? rowsOf(catalog.data) : []), [catalog.data]);
  const wanted = useDeferredValue(search.trim());
  const [hasAll, setAll] = useState(false);
  const found = useMemo(
    () => rows.filter((row) => matches(row, wanted) && (wanted !== '' || hasAll || isKnown(row))),
    [rows, wanted, hasAll],
  );
  const hidden = wanted === '' ? rows.length - found.length : 0;
  return (
    <Page
      title="Market"
      lead="Sellers offer tokens of a model at a price. A chat request takes the cheapest offer within its limit. All prices are USD per million tokens."
      actions={<Totals rows={rows} />}
    >
      <Panel
        title={wanted === '' ? 'Instruments' : `${found.length} of ${rows.length} instruments`}
        actions={<Search value={search} onChange={setSearch} />}
        flush
      >
        {catalog.isPending && <Skeleton rows={8} label="Loading the market" />}
        {catalog.isError && rows.length === 0 && (
          <ErrorState error={catalog.error} onRetry={() => void catalog.refetch()} />
        )}
        {catalog.isSuccess && found.length === 0 && <Nothing hasSearch={wanted !== ''} />}
        {found.length > 0 && <Instruments rows={found} />}
        {hidden > 0 && (
          <p className="panel-foot">
            <Button onClick={() => setAll(true)}>
              Show {hidden} more {hidden === 1 ? 'name' : 'names'} without a trade
            </Button>
          </p>
        )}
      </Panel>
      {catalog.isError && rows.length > 0 && (
        <p className="notice" role="status">
          The exchange does not answer: these prices are from{' '}
          {new Date(catalog.dataUpdatedAt).toLocaleTimeString()}. Trying again.
        </p>
      )}
    </Page>
  );
}

function Totals({ rows }: { readonly rows: readonly MarketRow[] }) {
  const volumeTokens = rows.reduce((sum, row) => sum + row.volumeTokens, 0);
  return (
    <Stats>
      <Stat label="Instruments">
        <Quantity value={rows.length} />
      </Stat>
      <Stat label="Offered now">
        <Quantity value={rows.filter(({ bestAsk }) => bestAsk !== null).length} />
      </Stat>
      <Stat label="Tokens traded in 24 h">
        <Quantity value={volumeTokens} short />
      </Stat>
    </Stats>
  );
}

interface SearchProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Search({ value, onChange }: SearchProps) {
  const input = useRef<HTMLInputElement>(null);
  const { shortcuts } = useAppearance();
  useEffect(() => {
    if (shortcuts === 'off') return;
    const focus = (event: KeyboardEvent) => {
      const isTyping = (event.target as HTMLElement).closest('input, select, textarea, dialog');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || isTyping) return;
      event.preventDefault();
      input.current?.focus();
    };
    addEventListener('keydown', focus);
    return () => removeEventListener('keydown', focus);
  }, [shortcuts]);
  return (
    <input
      ref={input}
      type="search"
      className="input market-search"
      placeholder={shortcuts === 'on' ? 'Search  /' : 'Search'}
      aria-label="Search instruments"
      {...(shortcuts === 'on' ? { 'aria-keyshortcuts': '/' } : {})}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

const COLUMNS: readonly Column<MarketRow>[] = [
  {
    key: 'name',
    title: 'Instrument',
    isHeading: true,
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
    cell: ({ bestBid }) => <Quoted price={bestBid} tone="bid" />,
  },
  {
    key: 'ask',
    title: 'Best ask',
    align: 'end',
    cell: ({ bestAsk }) => <Quoted price={bestAsk} tone="ask" />,
  },
  { key: 'last', title: 'Last', align: 'end', isMinor: true, cell: (row) => <Last row={row} /> },
  {
    key: 'volume',
    title: 'Volume, 24 h',
    align: 'end',
    isMinor: true,
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

function Last({ row }: { readonly row: MarketRow }) {
  const { data } = useTrend(row.modelId, false);
  const price = data?.candles.at(-1)?.close ?? row.lastPrice;
  return (
    <Flash value={price}>
      <Price perThousand={price} />
    </Flash>
  );
}

function Instruments({ rows }: { readonly rows: readonly MarketRow[] }) {
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

function Nothing({ hasSearch }: { readonly hasSearch: boolean }) {
  return hasSearch ? (
    <EmptyState title="No instrument has this name">Try a part of the model's name.</EmptyState>
  ) : (
    <EmptyState title="Nothing is traded yet">
      An instrument appears here with its first ask. <a href="/docs/seller">How to sell</a>
    </EmptyState>
  );
}
