/** Invariants with their results, and what their last checks found. */
import { Link } from 'wouter';
import { type Column, Table } from '../design/table';
import { Missing } from '../design/values';
import type { Body } from './schemas';
import { Status } from './status';

type Invariant = Body<'Invariant'>;
type Run = Body<'ReconciliationRun'>;

interface InvariantTableProps {
  readonly invariants: readonly Invariant[];
  /** Newest first; empty when the history is not shown. */
  readonly runs?: readonly Run[];
}

export function InvariantTable({ invariants, runs = [] }: InvariantTableProps) {
  const columns: Column<Invariant>[] = [
    { key: 'id', title: 'Id', isHeading: true, cell: ({ id }) => id },
    { key: 'name', title: 'Invariant', cell: ({ name }) => <div className="wrap">{name}</div> },
    { key: 'status', title: 'Result', cell: ({ status }) => <Status of={status} /> },
    { key: 'violations', title: 'Violations', align: 'end', cell: (one) => one.violations },
    { key: 'samples', title: 'Found at', cell: Samples },
    {
      key: 'ms',
      title: 'Duration',
      align: 'end',
      cell: (one) => `${Math.round(one.duration_ms)} ms`,
    },
  ];
  const history: Column<Invariant> = {
    key: 'history',
    title: `Last ${runs.length} checks`,
    cell: ({ id }) => <Strip id={id} runs={runs} />,
  };
  return (
    <Table
      caption="Invariants"
      columns={runs.length > 1 ? [...columns, history] : columns}
      rows={invariants}
      keyOf={({ id }) => id}
    />
  );
}

function Samples({ samples, samples_of: kind, error }: Invariant) {
  if (error !== null) return <div className="wrap">{error}</div>;
  if (samples.length === 0) return <Missing />;
  return (
    <ul className="plain">
      {samples.map((sample) => (
        <li key={sample}>
          {kind} <Sample kind={kind} id={sample} />
        </li>
      ))}
    </ul>
  );
}

const PAGES: Readonly<Record<string, string>> = {
  account: '/accounts',
  seller: '/sellers',
  order: '/orders',
  fill: '/orders',
  lot: '/orders',
  contract: '/orders',
};

function Sample({ kind, id }: { readonly kind: string; readonly id: string }) {
  const page = PAGES[kind];
  return page === undefined ? (
    <code>{id}</code>
  ) : (
    <Link href={`${page}/${encodeURIComponent(id)}`}>
      <code>{id}</code>
    </Link>
  );
}

/** Oldest at the left. The words stand for the colours. */
function Strip({ id, runs }: { readonly id: string; readonly runs: readonly Run[] }) {
  const results = runs
    .toReversed()
    .map((run) => ({ run, result: run.invariants.find((one) => one.id === id) }));
  const broken = results.filter(({ result }) => result && result.status !== 'ok').length;
  return (
    <div className="cluster">
      <ul className="strip" aria-hidden="true">
        {results.map(({ run, result }) => (
          <li
            key={run.run_id}
            data-status={result?.status ?? 'error'}
            title={`${run.as_of.slice(0, 16).replace('T', ' ')} UTC: ${result?.status ?? 'missing'}`}
          />
        ))}
      </ul>
      <span className="small soft">{broken === 0 ? 'always ok' : `${broken} not ok`}</span>
    </div>
  );
}
