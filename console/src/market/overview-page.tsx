/** Every instrument with its prices. */
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../design/controls';
import { Page, Panel } from '../design/layout';
import { EmptyState, ErrorState, Skeleton } from '../design/states';
import { useAppearance } from '../shell/appearance';
import { useFilters } from '../shell/use-address';
import './market.css';
import { Instruments } from './market-table';
import { useQuotedCatalog } from './queries';
import { isKnown, matches, rowsOf } from './quotes';
import { Rankings } from './rankings';
import { Start } from './start';
import './start.css';

export function OverviewPage() {
  const catalog = useQuotedCatalog();
  const [{ search }, setFilters] = useFilters({ search: 'text' });
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
      lead="Sellers of the same model compete on price here, and each of your requests goes to the cheapest one within your limit. All prices are USD per million tokens."
    >
      <Start rows={rows} />
      <Panel
        title={wanted === '' ? 'Instruments' : `${found.length} of ${rows.length} instruments`}
        actions={<Search value={search} onChange={(text) => setFilters({ search: text })} />}
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
      {rows.length > 0 && <Rankings rows={rows} />}
      {catalog.isError && rows.length > 0 && (
        <p className="notice" role="status">
          The exchange does not answer: these prices are from{' '}
          {new Date(catalog.dataUpdatedAt).toLocaleTimeString()}. Trying again.
        </p>
      )}
    </Page>
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

function Nothing({ hasSearch }: { readonly hasSearch: boolean }) {
  return hasSearch ? (
    <EmptyState title="No instrument has this name">Try a part of the model's name.</EmptyState>
  ) : (
    <EmptyState title="Nothing is traded yet">
      An instrument appears here with its first ask. <a href="/docs/seller">How to sell</a>
    </EmptyState>
  );
}
