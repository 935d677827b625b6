/** The newest capacity report of each model of a seller, beside what it owes: the seller's and the operator's. */
import { Badge } from '../design/layout';
import { type Column, Table } from '../design/table';
import { Quantity, Time } from '../design/values';
import type { SellerAccount } from './bodies';

type Report = SellerAccount['capacity_reports'][number];

export function CapacityTable({ reports }: { readonly reports: readonly Report[] }) {
  return (
    <Table
      caption="The newest report of each model"
      columns={COLUMNS}
      rows={reports}
      keyOf={(row) => row.model_id}
      maxHeight="22rem"
    />
  );
}

const COLUMNS: readonly Column<Report>[] = [
  { key: 'model', title: 'Model', isHeading: true, cell: (row) => row.model_id },
  {
    key: 'available',
    title: 'Available tokens',
    align: 'end',
    cell: (row) => <Quantity value={row.available_tokens} />,
  },
  {
    key: 'queued',
    title: 'Queued tokens',
    align: 'end',
    isMinor: true,
    cell: (row) => <Quantity value={row.queued_tokens} />,
  },
  {
    key: 'owed',
    title: 'Owed in open windows',
    align: 'end',
    cell: (row) => (
      <>
        {row.owed_tokens > row.available_tokens && <Badge tone="bad">more than reported</Badge>}{' '}
        <Quantity value={row.owed_tokens} />
      </>
    ),
  },
  {
    key: 'at',
    title: 'Reported',
    cell: (row) => <Time value={row.reported_at} show="ago" />,
  },
];
