/** Books with their halts: the reason, who halted them, and when. */
import type { ReactNode } from 'react';
import { type Column, Table } from '../design/table';
import { Missing, Time, WindowName } from '../design/values';
import type { Body } from './schemas';
import { Status } from './status';

type Book = Body<'Book'>;

interface HaltTableProps {
  readonly books: readonly Book[];
  /** Below the state: what may be done with a book. */
  readonly action?: (book: Book) => ReactNode;
}

export function HaltTable({ books, action }: HaltTableProps) {
  const columns: Column<Book>[] = [
    { key: 'model', title: 'Instrument', isHeading: true, cell: ({ model_id: id }) => id },
    { key: 'window', title: 'Window', cell: ({ tenor }) => <WindowName of={tenor} /> },
    { key: 'status', title: 'State', cell: ({ status }) => <Status of={status} /> },
    {
      key: 'reason',
      title: 'Reason',
      cell: ({ reason }) =>
        reason === null ? <Missing /> : <span className="wrap">{reason}</span>,
    },
    { key: 'at', title: 'Since', cell: ({ halted_at: at }) => <Time value={at} show="ago" /> },
    {
      key: 'by',
      title: 'By',
      cell: ({ halted_by: by }) => (by === null ? <Missing /> : <code>{by}</code>),
    },
  ];
  const withAction = action
    ? [...columns, { key: 'action', title: 'Change', align: 'end' as const, cell: action }]
    : columns;
  return (
    <Table
      caption="Books"
      columns={withAction}
      rows={books}
      keyOf={({ model_id: id, tenor }) => `${id} ${tenor}`}
    />
  );
}
