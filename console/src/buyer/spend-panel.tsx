/** Spend per day, and per instrument, over a chosen period. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../client/clients';
import { SIGNED_IN } from '../client/credential';
import { addDecimals, compareDecimals, coordinateOf } from '../client/decimal';
import { Segments } from '../design/controls';
import { Panel, Stat, Stats } from '../design/layout';
import { Plot, type PlotPoint } from '../design/plot';
import { EmptyState, ErrorState, Skeleton } from '../design/states';
import { type Column, Table } from '../design/table';
import { Amount, Quantity } from '../design/values';
import { amountText } from '../design/amount-text';
import type { Spend } from './bodies';
import type { SignedInBuyer } from './buyer-page';

const DAY_MS = 86_400_000;
const PERIODS = [
  { value: '7', label: '7 d' },
  { value: '30', label: '30 d' },
  { value: '90', label: '90 d' },
  { value: '366', label: '1 y' },
] as const;

type Days = (typeof PERIODS)[number]['value'];

export function SpendPanel({ buyer }: { readonly buyer: SignedInBuyer }) {
  const [days, setDays] = useState<Days>('30');
  const spend = useQuery({
    queryKey: [SIGNED_IN, 'spend', days],
    queryFn: () => {
      const query = { from: dayText(Date.now() - (Number(days) - 1) * DAY_MS) };
      return answerOf(buyer.market.GET('/v1/account/spend', { params: { query } }));
    },
  });
  return (
    <Panel
      title="Spend"
      actions={<Segments label="Period" value={days} options={PERIODS} onChange={setDays} />}
    >
      {spend.isPending && <Skeleton rows={5} label="Loading the spend" />}
      {spend.isError && <ErrorState error={spend.error} onRetry={() => void spend.refetch()} />}
      {spend.data && <SpendOf spend={spend.data} />}
    </Panel>
  );
}

function SpendOf({ spend }: { readonly spend: Spend }) {
  if (spend.rows.length === 0) {
    return (
      <EmptyState title="Nothing was spent in this period">
        A request, or a contract, appears here with its settlement.
      </EmptyState>
    );
  }
  return (
    <div className="stack">
      <Stats>
        <Stat label="Spent">
          <Amount value={spend.spent} />
        </Stat>
        <Stat label="Refunded">
          <Amount value={spend.refunded} />
        </Stat>
      </Stats>
      <Plot
        title="Spend per day"
        kind="bars"
        unit="USD"
        points={perDay(spend)}
        format={amountText}
      />
      <Table
        caption="Spend per instrument, largest first"
        columns={columnsOf(spend.spent)}
        rows={perModel(spend)}
        keyOf={(row) => row.model}
      />
    </div>
  );
}

/** Every day of the period, also those without a row. */
function perDay({ from, to, rows }: Spend): PlotPoint[] {
  const sums = new Map<string, string>();
  for (const { date, spent } of rows) sums.set(date, addDecimals(sums.get(date) ?? '0', spent));
  const points: PlotPoint[] = [];
  for (let atMs = Date.parse(from); atMs <= Date.parse(to); atMs += DAY_MS) {
    const label = dayText(atMs);
    points.push({ label, value: sums.get(label) ?? '0' });
  }
  return points;
}

interface ModelSpend {
  readonly model: string;
  readonly spent: string;
  readonly tokens: number;
  readonly trades: number;
}

function perModel({ rows }: Spend): ModelSpend[] {
  const sums = new Map<string, ModelSpend>();
  for (const row of rows) {
    const model = row.model_id ?? 'All others';
    const { spent = '0', tokens = 0, trades = 0 } = sums.get(model) ?? {};
    sums.set(model, {
      model,
      spent: addDecimals(spent, row.spent),
      tokens: tokens + row.tokens,
      trades: trades + row.trades,
    });
  }
  return [...sums.values()].sort((one, other) => compareDecimals(other.spent, one.spent));
}

function columnsOf(total: string): readonly Column<ModelSpend>[] {
  return [
    {
      key: 'model',
      title: 'Instrument',
      isHeading: true,
      phone: { line: 1 },
      cell: ({ model }) => model,
    },
    {
      key: 'share',
      title: 'Share',
      cell: ({ model, spent }) => (
        <progress
          className="share"
          max={coordinateOf(total)}
          value={coordinateOf(spent)}
          aria-label={`Share of ${model}`}
        />
      ),
    },
    {
      key: 'trades',
      title: 'Trades',
      align: 'end',
      phone: { line: 2, unit: 'trades' },
      cell: (row) => <Quantity value={row.trades} />,
    },
    {
      key: 'tokens',
      title: 'Tokens',
      align: 'end',
      phone: { line: 2, unit: 'tokens' },
      cell: (row) => <Quantity value={row.tokens} short />,
    },
    {
      key: 'spent',
      title: 'USD',
      align: 'end',
      phone: { line: 1 },
      cell: (row) => <Amount value={row.spent} />,
    },
  ];
}

function dayText(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}
