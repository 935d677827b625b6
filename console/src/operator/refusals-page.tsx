/** Which error codes were answered, how often and when. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type OperatorClient, answerOf } from '../client/clients';
import { SIGNED_IN } from '../client/credential';
import { Segments } from '../design/controls';
import { Panel } from '../design/layout';
import { EmptyState } from '../design/states';
import { type Column, Table } from '../design/table';
import { Quantity } from '../design/values';
import { Bars } from './bars';
import { Loaded, OperatorPage } from './frame';
import type { Body } from './schemas';

type Counts = Body<'RefusalCounts'>;

const PERIODS = [
  { value: '1', label: '24 hours' },
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
] as const;
type Days = (typeof PERIODS)[number]['value'];

const EVERY_MS = 10_000;

export function RefusalsPage() {
  return (
    <OperatorPage title="Refusals" lead="Error codes that callers got, on every surface.">
      {(operator) => <Refusals operator={operator} />}
    </OperatorPage>
  );
}

function Refusals({ operator }: { readonly operator: OperatorClient }) {
  const [days, setDays] = useState<Days>('1');
  const query = { days: Number.parseInt(days, 10) };
  const counts = useQuery({
    queryKey: [SIGNED_IN, 'refusals', days],
    queryFn: () => answerOf(operator.GET('/admin/v1/refusals', { params: { query } })),
    refetchInterval: EVERY_MS,
  });
  return (
    <Panel
      title="By code"
      flush
      actions={<Segments label="Period" value={days} options={PERIODS} onChange={setDays} />}
    >
      <Loaded query={counts} rows={8}>
        {(data) => <CodeTable counts={data} />}
      </Loaded>
    </Panel>
  );
}

interface Row {
  readonly code: string;
  readonly surfaces: string;
  readonly total: number;
  readonly over: readonly number[];
}

function CodeTable({ counts }: { readonly counts: Counts }) {
  const rows = rowsOf(counts);
  if (rows.length === 0) return <EmptyState title="Nothing was refused in this period" />;
  const columns: readonly Column<Row>[] = [
    {
      key: 'code',
      title: 'Code',
      isHeading: true,
      cell: ({ code }) => (
        <a href={`/docs/errors/${code}`}>
          <code>{code}</code>
        </a>
      ),
    },
    {
      key: 'over',
      title: `By ${counts.by}${counts.by === 'day' ? ', UTC' : ''}`,
      cell: ({ over }) => <Bars values={over} of={`most in one ${counts.by}`} />,
    },
    {
      key: 'total',
      title: 'Refused',
      align: 'end',
      order: (one, other) => one.total - other.total,
      cell: ({ total }) => <Quantity value={total} />,
    },
    {
      key: 'now',
      title: `This ${counts.by}`,
      align: 'end',
      cell: ({ over }) => <Quantity value={over.at(-1) ?? 0} />,
    },
    { key: 'surfaces', title: 'Surfaces', isMinor: true, cell: ({ surfaces }) => surfaces },
  ];
  return (
    <Table
      caption="Refusals by code, the most frequent first"
      columns={columns}
      rows={rows}
      keyOf={({ code }) => code}
    />
  );
}

const STEP_MS = { hour: 3_600_000, day: 86_400_000 } as const;

function rowsOf({ since, by, refusals }: Counts): readonly Row[] {
  const startMs = Date.parse(since);
  const steps = Math.floor((Date.now() - startMs) / STEP_MS[by]) + 1;
  const stepOf = (at: string) => Math.round((Date.parse(at) - startMs) / STEP_MS[by]);
  const rows = [...new Set(refusals.map(({ code }) => code))].map((code) => {
    const own = refusals.filter((one) => one.code === code);
    const over = Array.from({ length: steps }, () => 0);
    for (const { at, count } of own) over[stepOf(at)] = (over[stepOf(at)] ?? 0) + count;
    const surfaces = [...new Set(own.map(({ surface }) => surface))].sort().join(', ');
    return { code, surfaces, over, total: own.reduce((sum, { count }) => sum + count, 0) };
  });
  return rows.sort((one, other) => other.total - one.total);
}
