/** The account's statement over a period, and as a file. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { answerOf } from '../client/clients';
import { SIGNED_IN } from '../client/credential';
import { Button, Field } from '../design/controls';
import { Panel, Stat, Stats } from '../design/layout';
import { EmptyState, ErrorNotice, ErrorState, Skeleton } from '../design/states';
import { type Column, Table } from '../design/table';
import { Amount, Missing, Time } from '../design/values';
import type { Statement as Page, StatementLine } from './bodies';
import { columnPlaces } from './amount-text';
import { BuyerPage, type SignedInBuyer } from './buyer-page';
import { MoreButton } from './more-button';
import { type FileFormat, downloadStatement } from './statement-file';

const PAGE_SIZE = 100;

interface Period {
  /** `YYYY-MM-DD`, UTC; '' for the beginning. */
  readonly from: string;
  /** Inclusive; '' for now. */
  readonly to: string;
}

export function StatementPage() {
  return (
    <BuyerPage title="Statement" lead="Every line that changed the balance. Days are UTC.">
      {(buyer) => <Statement buyer={buyer} />}
    </BuyerPage>
  );
}

/** Both times of the query; the last day is included. */
function timesOf({ from, to }: Period) {
  return {
    ...(from === '' ? {} : { from: `${from}T00:00:00Z` }),
    ...(to === '' ? {} : { to: new Date(Date.parse(to) + 86_400_000).toISOString() }),
  };
}

function Statement({ buyer }: { readonly buyer: SignedInBuyer }) {
  const [period, setPeriod] = useState<Period>({ from: '', to: '' });
  const statement = useInfiniteQuery({
    queryKey: [SIGNED_IN, 'statement', period],
    queryFn: async ({ pageParam }) => {
      const query = {
        limit: PAGE_SIZE,
        ...timesOf(period),
        ...(pageParam === null ? {} : { cursor: pageParam }),
      };
      return jsonOf(
        await answerOf(buyer.market.GET('/v1/account/statement', { params: { query } })),
      );
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    // All pages are of one moment.
    refetchOnWindowFocus: false,
  });
  const [first] = statement.data?.pages ?? [];
  const lines = statement.data?.pages.flatMap((page) => page.lines) ?? [];
  return (
    <Panel title="Lines" flush actions={<Files buyer={buyer} period={period} />}>
      <form className="filters" onSubmit={(event) => event.preventDefault()}>
        <Field
          label="From"
          type="date"
          value={period.from}
          onChange={(event) => setPeriod({ ...period, from: event.target.value })}
        />
        <Field
          label="To"
          type="date"
          min={period.from}
          value={period.to}
          onChange={(event) => setPeriod({ ...period, to: event.target.value })}
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
          caption="Lines of the statement, oldest first"
          columns={columnsOf(columnPlaces(lines.flatMap((line) => [line.amount, line.balance])))}
          rows={lines}
          keyOf={(line) => line.journal_id}
        />
      )}
      <MoreButton pages={statement} />
    </Panel>
  );
}

/** The route also answers with files, which this page does not ask for here. */
function jsonOf(body: Page | string): Page {
  if (typeof body === 'string') throw new TypeError('the statement is not JSON');
  return body;
}

function Files({ buyer, period }: { readonly buyer: SignedInBuyer; readonly period: Period }) {
  const [busy, setBusy] = useState<FileFormat | null>(null);
  const [error, setError] = useState<unknown>(null);
  const download = async (format: FileFormat) => {
    setBusy(format);
    setError(null);
    try {
      await downloadStatement(buyer.key, timesOf(period), format);
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

const KINDS: Readonly<Record<StatementLine['kind'], string>> = {
  deposit: 'Deposit',
  hold: 'Hold',
  capture: 'Request',
  release: 'Release',
  payout: 'Payout',
  escrow: 'Contract',
  draw: 'Draw',
  window_end: 'End of a window',
  refund: 'Refund',
  correction: 'Correction',
};

function columnsOf(places: number): readonly Column<StatementLine>[] {
  return [
    {
      key: 'posted',
      title: 'Posted',
      isHeading: true,
      cell: (line) => <Time value={line.created_at} />,
    },
    { key: 'kind', title: 'What', cell: ({ kind }) => KINDS[kind] },
    { key: 'of', title: 'Of', cell: (line) => <Of line={line} /> },
    {
      key: 'amount',
      title: 'USD',
      align: 'end',
      cell: (line) => <Amount value={line.amount} places={places} />,
    },
    {
      key: 'balance',
      title: 'Balance, USD',
      align: 'end',
      cell: (line) => <Amount value={line.balance} places={places} />,
    },
  ];
}

function Of({ line }: { readonly line: StatementLine }) {
  const { kind, fill_id: fillId, contract_id: contractId, reference, reason } = line;
  if (kind === 'capture' && fillId !== null) {
    return <Link href={`/buyer/requests/${fillId}`}>{fillId.slice(-12)}</Link>;
  }
  if (contractId !== null) return <Link href="/buyer/contracts">{contractId.slice(-12)}</Link>;
  const text = [reference, reason].filter((part) => part !== null).join(': ');
  return text === '' ? <Missing /> : text;
}
