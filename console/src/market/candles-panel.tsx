/** Candles of every interval, as a chart and as a table. */
import { useState, memo } from 'react';
import type { Candle, Interval } from '../client/market';
import { type Option, Segments } from '../design/controls';
import { Panel } from '../design/layout';
import { EmptyState, ErrorState, Skeleton } from '../design/states';
import { type Column, Table } from '../design/table';
import { Price, Quantity, Time } from '../design/values';
import { CandleChart } from './candle-chart';
import { CsvLink } from './csv-link';
import { type View, useCandles } from './queries';

const INTERVALS = [
  { value: '1m', label: '1 min' },
  { value: '5m', label: '5 min' },
  { value: '1h', label: '1 h' },
  { value: '1d', label: '1 d' },
] as const satisfies readonly Option<Interval>[];

export const CandlesPanel = memo(function CandlesPanel({ view }: { readonly view: View }) {
  const [interval, setInterval] = useState<Interval>('5m');
  const [isTable, setTable] = useState<'chart' | 'table'>('chart');
  const candles = useCandles(view, interval);
  const shown = candles.data?.candles ?? [];
  return (
    <Panel
      title="Price and volume"
      className="instrument-candles"
      actions={
        <>
          <Segments label="Interval" value={interval} options={INTERVALS} onChange={setInterval} />
          <Segments label="Shown as" value={isTable} options={SHOWN_AS} onChange={setTable} />
          <CsvLink view={view} what="candles" query={{ interval, limit: 2_000 }} />
        </>
      }
      flush
    >
      {candles.isPending && <Skeleton rows={7} label="Loading candles" />}
      {candles.isError && shown.length === 0 && (
        <ErrorState error={candles.error} onRetry={() => void candles.refetch()} />
      )}
      {candles.isSuccess && shown.length === 0 && (
        <EmptyState title="No trades yet">Candles follow the first trade in this view.</EmptyState>
      )}
      {shown.length > 0 &&
        (isTable === 'table' ? (
          <Table
            caption={`Candles of ${interval}, newest first, prices in USD per million tokens`}
            columns={COLUMNS}
            rows={shown.toReversed()}
            keyOf={({ time }) => time}
            maxHeight="24rem"
          />
        ) : (
          <CandleChart
            candles={shown}
            series={`${view.modelId} ${view.tenor} ${view.region} ${interval}`}
          />
        ))}
    </Panel>
  );
});

const SHOWN_AS = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const;

const priceColumn = (key: 'open' | 'high' | 'low' | 'close', title: string): Column<Candle> => ({
  key,
  title,
  align: 'end',
  cell: (candle) => <Price perThousand={candle[key]} />,
});

const COLUMNS: readonly Column<Candle>[] = [
  { key: 'time', title: 'From', isHeading: true, cell: ({ time }) => <Time value={time} /> },
  priceColumn('open', 'Open'),
  priceColumn('high', 'High'),
  priceColumn('low', 'Low'),
  priceColumn('close', 'Close'),
  {
    key: 'volume',
    title: 'Volume',
    align: 'end',
    cell: ({ volume }) => <Quantity value={volume} />,
  },
];
