/** Journals with their lines: debits and credits of each phase are equal. */
import { Link } from 'wouter';
import { type Column, Table } from '../design/table';
import { Amount, Missing, TIME_ZONE, Time } from '../design/values';
import { Name, ShortId } from './names';
import type { Body } from './schemas';

export type Journal = Body<'Journal'> & Partial<Pick<Body<'LedgerJournal'>, 'order_id'>>;

export function JournalTable({ journals }: { readonly journals: readonly Journal[] }) {
  if (journals.length === 0) return <p className="panel-note soft">No money moved.</p>;
  return (
    <Table
      caption="Journals with their lines"
      columns={JOURNAL_COLUMNS}
      rows={journals}
      keyOf={({ journal_id: id }) => id}
    />
  );
}

export const JOURNAL_COLUMNS: readonly Column<Journal>[] = [
  { key: 'at', title: `Posted, ${TIME_ZONE}`, cell: ({ created_at: at }) => <Time value={at} /> },
  {
    key: 'kind',
    title: 'Kind',
    isHeading: true,
    cell: ({ kind, journal_id: id }) => <span title={id}>{kind}</span>,
  },
  { key: 'lines', title: 'Account, phase, side, amount', cell: Lines },
  {
    key: 'reason',
    title: 'Reason',
    cell: ({ reason }) => (reason === null ? <Missing /> : <span className="wrap">{reason}</span>),
  },
];

export const ORDER_COLUMN: Column<Journal> = {
  key: 'order',
  title: 'Order',
  cell: ({ order_id: id }) =>
    id == null ? (
      <Missing />
    ) : (
      <Link href={`/orders/${id}`}>
        <ShortId id={id} />
      </Link>
    ),
};

function Lines({ lines }: Journal) {
  return (
    <ul className="journal-lines">
      {lines.map(({ account, phase, side, amount }) => (
        <li key={`${account} ${phase} ${side}`} data-phase={phase}>
          <AccountName of={account} />
          <span>{phase}</span>
          <span>{side}</span>
          <Amount value={amount} />
        </li>
      ))}
    </ul>
  );
}

function AccountName({ of }: { readonly of: string }) {
  const [owner, id = ''] = of.split(':');
  if (owner === 'platform') return <span>{of}</span>;
  return (
    <Link href={`/${owner === 'buyer' ? 'accounts' : 'sellers'}/${id}`} title={of}>
      {owner} <Name id={id} />
    </Link>
  );
}
