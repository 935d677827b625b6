/** Lines of a statement with the balance after each. */
import { Link } from 'wouter';
import { columnPlaces } from '../design/amount-text';
import type { Column } from '../design/table';
import { Amount, Missing, TIME_ZONE, Time } from '../design/values';
import { PagedTable } from './frame';
import { ShortId } from './names';
import type { Body } from './schemas';

type Line = Body<'StatementLine'>;

interface Statement {
  readonly lines: readonly Line[];
  readonly next_cursor: string | null;
}

interface StatementProps {
  readonly name: readonly unknown[];
  readonly load: (query: { limit: number; cursor?: string; sort: 'newest' }) => Promise<Statement>;
}

export function StatementTable({ name, load }: StatementProps) {
  return (
    <PagedTable
      name={name}
      load={(query) => load({ ...query, sort: 'newest' })}
      rowsOf={({ lines }) => lines}
      caption="Lines of the statement, newest first"
      columns={columnsOf}
      keyOf={({ journal_id: id, amount }) => `${id} ${amount}`}
      empty="No money moved yet."
    />
  );
}

const columnsOf = (lines: readonly Line[]): readonly Column<Line>[] => {
  const places = columnPlaces(lines.flatMap(({ amount, balance }) => [amount, balance]));
  return [
    { key: 'at', title: `Posted, ${TIME_ZONE}`, cell: ({ created_at: at }) => <Time value={at} /> },
    { key: 'kind', title: 'Kind', isHeading: true, cell: ({ kind }) => kind.replace('_', ' ') },
    {
      key: 'amount',
      title: 'Amount',
      align: 'end',
      cell: (line) => <Amount value={line.amount} places={places} />,
    },
    {
      key: 'after',
      title: 'Balance',
      align: 'end',
      cell: (line) => <Amount value={line.balance} places={places} />,
    },
    { key: 'reference', title: 'Reference', cell: ({ reference }) => reference ?? <Missing /> },
    {
      key: 'order',
      title: 'Order',
      cell: ({ order_id: id }) =>
        id === null ? (
          <Missing />
        ) : (
          <Link href={`/orders/${id}`}>
            <ShortId id={id} />
          </Link>
        ),
    },
    {
      key: 'reason',
      title: 'Reason',
      cell: ({ reason }) => (reason === null ? <Missing /> : <div className="wrap">{reason}</div>),
    },
  ];
};
