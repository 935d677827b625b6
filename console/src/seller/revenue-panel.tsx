/** What trades have earned, per day and per model. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { amountText } from '../design/amount-text';
import { answerOf } from '../client/clients';
import { SIGNED_IN_SELLER } from '../client/credential';
import { coordinateOf } from '../client/decimal';
import { Segments } from '../design/controls';
import { Panel, Stat, Stats } from '../design/layout';
import { Plot } from '../design/plot';
import { EmptyState, ErrorState, Skeleton } from '../design/states';
import { type Column, Table } from '../design/table';
import { Amount, Quantity } from '../design/values';
import type { Trade } from './bodies';
import { type ModelRevenue, counted, perDay, perModel, startOf, sumOf } from './revenue';
import type { SignedInSeller } from './seller-page';

const REFRESH_MS = 15_000;
const PAGE_SIZE = 100;
/** Trades are summed up here: no more than the newest thousand are read. */
const PAGES_MAX = 10;
const PERIODS = [
  { value: '7', label: '7 d' },
  { value: '30', label: '30 d' },
  { value: '90', label: '90 d' },
] as const;
type Days = (typeof PERIODS)[number]['value'];

interface Read {
  readonly trades: readonly Trade[];
  /** Older trades of the period were left out. */
  readonly isCut: boolean;
  readonly readAtMs: number;
}

export function RevenuePanel({ seller }: { readonly seller: SignedInSeller }) {
  const [days, setDays] = useState<Days>('30');
  const revenue = useQuery({
    queryKey: [SIGNED_IN_SELLER, 'revenue', days],
    queryFn: () => readTrades(seller, Number.parseInt(days, 10)),
    refetchInterval: REFRESH_MS,
  });
  return (
    <Panel
      title="Revenue"
      actions={<Segments label="Period" value={days} options={PERIODS} onChange={setDays} />}
    >
      {revenue.isPending && <Skeleton rows={5} label="Loading the revenue" />}
      {revenue.isError && !revenue.data && (
        <ErrorState error={revenue.error} onRetry={() => void revenue.refetch()} />
      )}
      {revenue.data && <Revenue read={revenue.data} days={Number.parseInt(days, 10)} />}
    </Panel>
  );
}

async function readTrades({ market, profile }: SignedInSeller, days: number): Promise<Read> {
  const readAtMs = Date.now();
  const from = startOf(days, readAtMs);
  const trades: Trade[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const query = { limit: PAGE_SIZE, ...(cursor === null ? {} : { cursor }) };
    const params = { path: { id: profile.seller_id }, query };
    const answer: { trades: Trade[]; next_cursor: string | null } = await answerOf(
      market.GET('/v1/sellers/{id}/trades', { params }),
    );
    const inPeriod = answer.trades.filter(({ executed_at: at }) => at >= from);
    trades.push(...inPeriod);
    cursor = answer.next_cursor;
    if (cursor === null || inPeriod.length < answer.trades.length) {
      return { trades: counted(trades), isCut: false, readAtMs };
    }
  }
  return { trades: counted(trades), isCut: true, readAtMs };
}

function Revenue({ read, days }: { readonly read: Read; readonly days: number }) {
  const { trades, isCut, readAtMs } = read;
  if (trades.length === 0) {
    return (
      <EmptyState title="Nothing was sold in this period">
        A trade appears here with its settlement.
      </EmptyState>
    );
  }
  const earned = sumOf(trades, 'earned');
  return (
    <div className="stack">
      <Stats>
        <Stat label="Earned, after fees">
          <Amount value={earned} />
        </Stat>
        <Stat label="In escrow">
          <Amount value={sumOf(trades, 'in_escrow')} />
        </Stat>
        <Stat label="Fees">
          <Amount value={sumOf(trades, 'fee')} />
        </Stat>
        <Stat label="Trades">
          <Quantity value={trades.length} />
        </Stat>
      </Stats>
      {isCut && (
        <p className="hint">
          These are the newest {groupedCount(trades.length)} trades of the period; older ones are
          left out.
        </p>
      )}
      <Plot
        title="Revenue per day, UTC"
        kind="bars"
        unit="USD"
        points={perDay(trades, days, readAtMs)}
        format={amountText}
      />
      <p className="hint">
        Tokens that are sold ahead count on the day of the trade. They are earned as they are drawn,
        and when their window ends; until then their price is in escrow.
      </p>
      <Table
        caption="Revenue per model, largest first"
        columns={columnsOf(earned)}
        rows={perModel(trades)}
        keyOf={(row) => row.model}
      />
    </div>
  );
}

function groupedCount(count: number): string {
  return count.toLocaleString('en').replaceAll(',', '\u202f');
}

function columnsOf(total: string): readonly Column<ModelRevenue>[] {
  return [
    { key: 'model', title: 'Model', isHeading: true, cell: ({ model }) => model },
    {
      key: 'share',
      title: 'Share',
      isMinor: true,
      cell: ({ model, earned }) => (
        <progress
          className="share"
          max={coordinateOf(total)}
          value={coordinateOf(earned)}
          aria-label={`Share of ${model}`}
        />
      ),
    },
    {
      key: 'trades',
      title: 'Trades',
      align: 'end',
      cell: (row) => <Quantity value={row.trades} />,
    },
    {
      key: 'tokens',
      title: 'Tokens',
      align: 'end',
      cell: (row) => <Quantity value={row.tokens.toString()} short />,
    },
    {
      key: 'fee',
      title: 'Fees, USD',
      align: 'end',
      isMinor: true,
      cell: (row) => <Amount value={row.fee} />,
    },
    { key: 'earned', title: 'USD', align: 'end', cell: (row) => <Amount value={row.earned} /> },
  ];
}
