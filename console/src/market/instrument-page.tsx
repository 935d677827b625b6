/** One instrument: its book, its candles, its trades, and what an order would get. */
import { useDeferredValue, useMemo } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import type { OrderBook, Region } from '../client/market';
import { WINDOWS } from '../client/windows';
import { Select } from '../design/controls';
import { Flash } from '../design/flash';
import { Page, Panel, Stat, Stats } from '../design/layout';
import { EmptyState, Skeleton } from '../design/states';
import { Price, Quantity } from '../design/values';
import type { FeedState } from './book-feed';
import { CandlesPanel } from './candles-panel';
import { ConnectionState } from './connection';
import { CsvLink } from './csv-link';
import { DepthChart } from './depth-chart';
import { spreadOf } from './depth';
import { EstimateForm } from './estimate-form';
import { dayVolumeOf } from './growth';
import { Ladder } from './ladder';
import { LeadOn } from './lead-on';
import './market.css';
import { type View, useCatalog, useTrend } from './queries';
import { rowsOf } from './quotes';
import { SellersPanel } from './sellers-panel';
import { Tape } from './tape';
import { useBook } from './use-book';
import { useFollowed } from './use-followed';

export function InstrumentPage() {
  const { model = '', tenor, region } = useParams();
  const catalog = useCatalog();
  const modelId = decodeURIComponent(model);
  const regions = [ANY, ...(catalog.data?.regions ?? [])];
  // The book changes with every frame; what is not of the book is not drawn again with it.
  const view = useMemo<View>(
    () => ({
      modelId,
      tenor: WINDOWS.find(({ value }) => value === tenor)?.value ?? 'spot',
      region: (region as Region | undefined) ?? ANY,
    }),
    [modelId, tenor, region],
  );
  const row = useMemo(
    () => catalog.data && rowsOf(catalog.data).find((one) => one.modelId === modelId),
    [catalog.data, modelId],
  );
  const name = row?.name ?? modelId;
  const feed = useBook(view);
  useFollowed(modelId, feed);
  const depth = useDeferredValue(feed.book);
  const trades = <CsvLink view={view} what="trades" query={{ limit: 500 }} />;
  return (
    <Page
      title={name}
      lead={
        <>
          <Link href="/">Market</Link> / <code>{modelId}</code>
          {row?.contextWindow != null && (
            <>
              {' '}
              · context of <Quantity value={row.contextWindow} /> tokens
            </>
          )}
        </>
      }
      actions={<ConnectionState feed={feed} />}
    >
      {catalog.isSuccess && !row && (
        <p className="notice" role="status">
          The market has no instrument named <code>{modelId}</code>. Check the name, or{' '}
          <Link href="/">search the market</Link>.
        </p>
      )}
      <LeadOn view={view} />
      <div className="instrument-head">
        <Prices view={view} book={feed.book} />
        <Filters view={view} regions={regions} />
      </div>
      <div className="instrument" data-stale={feed.connection === 'interrupted' || undefined}>
        <CandlesPanel view={view} />
        <Book feed={feed} />
        <Panel title="Depth" className="instrument-depth">
          {depth ? <DepthChart book={depth} /> : <Skeleton rows={4} />}
        </Panel>
        <Panel title="Trades" className="instrument-tape" flush actions={trades}>
          <Tape tape={feed.tape} />
        </Panel>
        <Panel title="What would it cost?" className="instrument-estimate">
          <EstimateForm view={view} />
        </Panel>
        <SellersPanel modelId={view.modelId} />
      </div>
    </Page>
  );
}

const ANY = 'any' as const;

function Book({ feed }: { readonly feed: FeedState }) {
  return (
    <Panel title="Book" className="instrument-book" flush>
      {feed.book && <Ladder book={feed.book} />}
      {!feed.book && feed.connection === 'refused' && (
        <EmptyState title="This book cannot be shown">{feed.refusal}</EmptyState>
      )}
      {!feed.book && feed.connection !== 'refused' && (
        <Skeleton rows={12} label="Loading the book" />
      )}
    </Panel>
  );
}

interface PricesProps {
  readonly view: View;
  readonly book: OrderBook | null;
}

function Prices({ view, book }: PricesProps) {
  const trend = useTrend(view.modelId);
  const bid = book?.bids[0]?.price ?? null;
  const ask = book?.asks[0]?.price ?? null;
  const last = trend.data?.candles.at(-1)?.close ?? null;
  return (
    <Stats>
      <Stat label="Best bid, $ per M">
        <Flash value={bid} tone="bid">
          <span className="bid">
            <Price perThousand={bid} />
          </span>
        </Flash>
      </Stat>
      <Stat label="Best ask, $ per M">
        <Flash value={ask} tone="ask">
          <span className="ask">
            <Price perThousand={ask} />
          </span>
        </Flash>
      </Stat>
      <Stat label="Spread">
        <Price perThousand={book && spreadOf(book)} />
      </Stat>
      <Stat label="Last, spot">
        <Price perThousand={last} />
      </Stat>
      <Stat label="Tokens in 24 h">
        <Quantity value={dayVolumeOf(trend.data?.candles)} short />
      </Stat>
    </Stats>
  );
}

interface FiltersProps {
  readonly view: View;
  readonly regions: readonly Region[];
}

function Filters({ view, regions }: FiltersProps) {
  const [, navigate] = useLocation();
  const { modelId, tenor, region } = view;
  const open = (next: Partial<View>) => {
    const { tenor: toTenor, region: toRegion } = { ...view, ...next };
    navigate(`/market/${encodeURIComponent(modelId)}/${toTenor}/${toRegion}`, { replace: true });
  };
  return (
    <div className="instrument-filters">
      <Select
        label="Region"
        value={region}
        options={regions.map((value) => ({
          value,
          label: value === ANY ? 'Every region' : value,
        }))}
        onChange={(value) => open({ region: value })}
      />
      <Select
        label="Window"
        value={tenor}
        options={WINDOWS}
        onChange={(value) => open({ tenor: value })}
      />
    </div>
  );
}
