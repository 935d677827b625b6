/** Whether the invariants of the ledger hold, now and in the past. */
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { type OperatorClient, answerOf } from '../client/clients';
import { SIGNED_IN } from '../client/credential';
import { Button } from '../design/controls';
import { Badge, Panel, Stat, Stats } from '../design/layout';
import { EmptyState, ErrorNotice, ErrorState, Skeleton } from '../design/states';
import { type Column, Table } from '../design/table';
import { Missing, Quantity, Time } from '../design/values';
import { Loaded, OperatorPage } from './frame';
import { InvariantTable } from './invariant-table';
import type { Body } from './schemas';

type Run = Body<'ReconciliationRun'>;

const RECONCILIATION = [SIGNED_IN, 'reconciliation'] as const;
/** Runs that the history of each invariant shows. */
const STRIP = 30;

export function ReconciliationPage() {
  return (
    <OperatorPage
      title="Reconciliation"
      lead="Every invariant is checked once an hour over recent records, and from time to time over all of them. A check reports and repairs nothing."
    >
      {(operator) => <Reconciliation operator={operator} />}
    </OperatorPage>
  );
}

function Reconciliation({ operator }: { readonly operator: OperatorClient }) {
  const latest = useQuery({
    queryKey: RECONCILIATION,
    queryFn: () => answerOf(operator.GET('/admin/v1/reconciliation')),
  });
  const runs = useRuns(operator);
  const newest = runs.data?.pages[0]?.runs.slice(0, STRIP) ?? [];
  return (
    <>
      <Panel title="Latest check" flush actions={<RunButton operator={operator} />}>
        <Loaded query={latest}>
          {(status) =>
            status.as_of === null ? (
              <EmptyState title="Not checked yet">The first check runs within an hour.</EmptyState>
            ) : (
              <>
                <Result status={status} />
                <InvariantTable invariants={status.invariants} runs={newest} />
              </>
            )
          }
        </Loaded>
      </Panel>
      <Panel title="Latest check of all records" flush>
        <Loaded query={latest}>
          {({ full }) =>
            full === null ? (
              <EmptyState title="Not checked yet">
                All records are checked once a week, unless the operator sets another interval.
              </EmptyState>
            ) : (
              <Result status={{ ...full, extent: 'all' }} />
            )
          }
        </Loaded>
      </Panel>
      <Panel title="History" flush>
        <History runs={runs} />
      </Panel>
    </>
  );
}

function useRuns(operator: OperatorClient) {
  return useInfiniteQuery({
    queryKey: [...RECONCILIATION, 'runs'],
    queryFn: ({ pageParam }) => {
      const query = { limit: 50, ...(pageParam === null ? {} : { cursor: pageParam }) };
      return answerOf(operator.GET('/admin/v1/reconciliation/runs', { params: { query } }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor,
  });
}

function RunButton({ operator }: { readonly operator: OperatorClient }) {
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const run = async () => {
    setBusy(true);
    setError(null);
    try {
      await answerOf(operator.POST('/admin/v1/reconciliation/runs'));
      await queries.invalidateQueries({ queryKey: RECONCILIATION });
    } catch (err) {
      setError(err);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {error !== null && <ErrorNotice error={error} />}
      <Button kind="primary" disabled={isBusy} onClick={() => void run()}>
        {isBusy ? 'Checking every invariant' : 'Check now'}
      </Button>
    </>
  );
}

type Summary = Pick<
  Body<'Reconciliation'>,
  'as_of' | 'violations' | 'unchecked' | 'extent' | 'duration_ms' | 'journals'
>;

export function Result({ status }: { readonly status: Summary }) {
  const isSound = status.violations === 0 && status.unchecked === 0;
  return (
    <div className="panel-tools">
      <Stats>
        <Stat label="Result">
          <Badge tone={isSound ? 'good' : 'bad'}>
            {isSound ? 'every invariant holds' : 'not every invariant holds'}
          </Badge>
        </Stat>
        <Stat label="Violations">
          <span className="number">{status.violations}</span>
        </Stat>
        <Stat label="Not checked">
          <span className="number">{status.unchecked}</span>
        </Stat>
        <Stat label="As of">
          <Time value={status.as_of} />
        </Stat>
        <Stat label="Records read">
          <Extent of={status.extent} />
        </Stat>
        {status.journals !== null && (
          <Stat label="Journals">
            <Quantity value={status.journals} />
          </Stat>
        )}
        {status.duration_ms !== null && (
          <Stat label="Duration">
            <span className="number">{status.duration_ms} ms</span>
          </Stat>
        )}
      </Stats>
    </div>
  );
}

/** Checks of earlier releases do not say it. */
function Extent({ of }: { readonly of: Run['extent'] }) {
  if (of === null) return <Missing>not known</Missing>;
  return <>{of === 'all' ? 'all' : 'recent and open ones'}</>;
}

function History({ runs }: { readonly runs: ReturnType<typeof useRuns> }) {
  if (runs.isPending) return <Skeleton />;
  if (runs.data === undefined) {
    return <ErrorState error={runs.error} onRetry={() => void runs.refetch()} />;
  }
  const rows = runs.data.pages.flatMap((page) => page.runs);
  if (rows.length === 0) return <EmptyState title="No check was kept yet" />;
  return (
    <>
      <Table
        caption="Past checks"
        columns={RUN_COLUMNS}
        rows={rows}
        keyOf={({ run_id: id }) => id}
      />
      <footer className="list-foot">
        <span className="small faint">{rows.length} shown; the newest 1,000 are kept</span>
        {runs.hasNextPage && <Button onClick={() => void runs.fetchNextPage()}>Show more</Button>}
      </footer>
    </>
  );
}

const RUN_COLUMNS: readonly Column<Run>[] = [
  {
    key: 'at',
    title: 'Checked',
    isHeading: true,
    cell: ({ as_of: at, run_id: id }) => (
      <Link href={`/reconciliation/${id}`}>
        <Time value={at} />
      </Link>
    ),
  },
  {
    key: 'trigger',
    title: 'Asked for by',
    cell: ({ trigger }) => (trigger === 'schedule' ? 'the schedule' : 'an operator'),
  },
  { key: 'extent', title: 'Records read', cell: ({ extent }) => <Extent of={extent} /> },
  {
    key: 'result',
    title: 'Result',
    cell: ({ violations, unchecked }) =>
      violations + unchecked === 0 ? (
        <Badge tone="good">holds</Badge>
      ) : (
        <Badge tone="bad">does not hold</Badge>
      ),
  },
  { key: 'violations', title: 'Violations', align: 'end', cell: ({ violations }) => violations },
  { key: 'unchecked', title: 'Not checked', align: 'end', cell: ({ unchecked }) => unchecked },
  {
    key: 'duration',
    title: 'Duration',
    align: 'end',
    cell: ({ invariants, duration_ms: wholeMs }) =>
      `${wholeMs ?? Math.round(invariants.reduce((sum, one) => sum + one.duration_ms, 0))} ms`,
  },
];
