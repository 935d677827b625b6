/** A statement over a period, and as a file: of the holder of the key. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { columnPlaces } from '../design/amount-text';
import { MoreButton } from '../design/more-button';
import type { components } from '../client/generated/market';
import { Button, Field } from '../design/controls';
import { Panel, Stat, Stats } from '../design/layout';
import { EmptyState, ErrorNotice, ErrorState, Skeleton } from '../design/states';
import { type Column, Table } from '../design/table';
import { Amount, TIME_ZONE, Time } from '../design/values';
import { useFilters } from '../shell/use-address';
import { type FileFormat, type StatementAddress, downloadStatement } from './statement-file';

export type StatementLine = components['schemas']['StatementLine'];
type StatementBody = Omit<components['schemas']['AccountStatement'], 'account_id'>;

const PAGE_SIZE = 100;

interface Period {
  /** `YYYY-MM-DD`, UTC; '' for the beginning. */
  readonly from: string;
  /** Inclusive; '' for now. */
  readonly to: string;
}

export interface StatementQuery {
  readonly limit: number;
  readonly sort: 'newest';
  readonly cursor?: string;
  readonly from?: string;
  readonly to?: string;
}

interface StatementProps {
  /** Of the queries of the holder of the key. */
  readonly queryKey: string;
  readonly read: (query: StatementQuery) => Promise<StatementBody>;
  readonly file: StatementAddress;
  readonly kinds: Readonly<Record<StatementLine['kind'], string>>;
  /** What a line is about. */
  readonly about: (line: StatementLine) => ReactNode;
}

const FILTERS = { from: 'time', to: 'time' } as const;

/** Both times of the query; the last day is included. */
function timesOf({ from, to }: Period) {
  return {
    ...(from === '' ? {} : { from: `${from}T00:00:00Z` }),
    ...(to === '' ? {} : { to: new Date(Date.parse(to) + 86_400_000).toISOString() }),
  };
}

export function Statement({ queryKey, read, file, kinds, about }: StatementProps) {
  const [period, setPeriod] = useFilters(FILTERS);
  const statement = useInfiniteQuery({
    queryKey: [queryKey, 'statement', period],
    queryFn: ({ pageParam }) =>
      read({
        limit: PAGE_SIZE,
        sort: 'newest',
        ...timesOf(period),
        ...(pageParam === null ? {} : { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    // All pages are of one moment.
    refetchOnWindowFocus: false,
  });
  const [first] = statement.data?.pages ?? [];
  const lines = statement.data?.pages.flatMap((page) => page.lines) ?? [];
  return (
    <Panel title="Lines" flush actions={<Files file={file} period={period} />}>
      <form className="filters" onSubmit={(event) => event.preventDefault()}>
        <Field
          label="From"
          type="date"
          value={period.from}
          onChange={(event) => setPeriod({ from: event.target.value })}
        />
        <Field
          label="To"
          type="date"
          min={period.from}
          value={period.to}
          onChange={(event) => setPeriod({ to: event.target.value })}
        />
        {first && (
          <Stats>
            <Stat label="Opening balance">
              <Amount value={first.opening_balance} />
            </Stat>
            <Stat label="Closing balance">
              <Amount value={first.closing_balance} />
            </Stat>
          </Stats>
        )}
      </form>
      {statement.isPending && <Skeleton rows={8} label="Loading the statement" />}
      {statement.isError && lines.length === 0 && (
        <ErrorState error={statement.error} onRetry={() => void statement.refetch()} />
      )}
      {statement.data && lines.length === 0 && (
        <EmptyState title="Nothing moved the balance in this period" />
      )}
      {lines.length > 0 && (
        <Table
          caption="Lines of the statement, newest first"
          columns={columnsOf(
            kinds,
            about,
            columnPlaces(lines.flatMap((line) => [line.amount, line.balance])),
          )}
          rows={lines}
          keyOf={(line) => line.journal_id}
        />
      )}
      <MoreButton pages={statement} />
    </Panel>
  );
}

function Files({ file, period }: { readonly file: StatementAddress; readonly period: Period }) {
  const [busy, setBusy] = useState<FileFormat | null>(null);
  const [error, setError] = useState<unknown>(null);
  const download = async (format: FileFormat) => {
    setBusy(format);
    setError(null);
    try {
      await downloadStatement(file, timesOf(period), format);
    } catch (err) {
      setError(err);
    } finally {
      setBusy(null);
    }
  };
  return (
    <>
      {error !== null && <ErrorNotice error={error} />}
      <Button disabled={busy !== null} onClick={() => void download('csv')}>
        {busy === 'csv' ? 'Preparing' : 'Export CSV'}
      </Button>
      <Button disabled={busy !== null} onClick={() => void download('jsonl')}>
        {busy === 'jsonl' ? 'Preparing' : 'Export JSON lines'}
      </Button>
    </>
  );
}

function columnsOf(
  kinds: StatementProps['kinds'],
  about: StatementProps['about'],
  places: number,
): readonly Column<StatementLine>[] {
  return [
    {
      key: 'posted',
      title: `Posted, ${TIME_ZONE}`,
      isHeading: true,
      phone: { line: 1 },
      cell: (line) => <Time value={line.created_at} />,
    },
    { key: 'kind', title: 'What', phone: { line: 2 }, cell: ({ kind }) => kinds[kind] },
    { key: 'of', title: 'Of', phone: { line: 2 }, cell: about },
    {
      key: 'amount',
      title: 'USD',
      align: 'end',
      phone: { line: 1 },
      cell: (line) => <Amount value={line.amount} places={places} />,
    },
    {
      key: 'balance',
      title: 'Balance, USD',
      align: 'end',
      phone: { line: 2 },
      cell: (line) => <Amount value={line.balance} places={places} />,
    },
  ];
}
