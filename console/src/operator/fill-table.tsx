/** Fills with their attempts, and lots. */
import { Link } from 'wouter';
import { type Column, Table } from '../design/table';
import { Amount, Missing, Price, Quantity, Time } from '../design/values';
import type { OperatorClient } from '../client/clients';
import { WorkflowLink } from './orders-page';
import { SellerLink, ShortId } from './names';
import type { Body } from './schemas';
import { Status } from './status';
import { VoidLotButton } from './void-lot';

type Fill = Body<'OrderFill'>;
type Lot = Body<'LotDetails'>;

export function FillTable({ fills }: { readonly fills: readonly Fill[] }) {
  if (fills.length === 0) return <p className="panel-note soft">None.</p>;
  return (
    <Table
      caption="Fills with their attempts"
      columns={FILL_COLUMNS}
      rows={fills}
      keyOf={({ fill_id: id }) => id}
    />
  );
}

const FILL_COLUMNS: readonly Column<Fill>[] = [
  { key: 'id', title: 'Fill', isHeading: true, cell: ({ fill_id: id }) => <ShortId id={id} /> },
  { key: 'status', title: 'State', cell: ({ status }) => <Status of={status} /> },
  {
    key: 'seller',
    title: 'Seller',
    cell: ({ seller_id: id }) => <SellerLink id={id} />,
  },
  { key: 'region', title: 'Region', cell: ({ region }) => region },
  {
    key: 'price',
    title: 'Price $/M',
    align: 'end',
    cell: ({ price }) => <Price perThousand={price} />,
  },
  {
    key: 'reserved',
    title: 'Reserved',
    align: 'end',
    cell: ({ quantity }) => <Quantity value={quantity} />,
  },
  { key: 'used', title: 'Charged', align: 'end', cell: ({ used }) => <Quantity value={used} /> },
  {
    key: 'hold',
    title: 'Held',
    align: 'end',
    cell: ({ hold }) => <Amount value={hold?.amount} />,
  },
  { key: 'cost', title: 'Cost', align: 'end', cell: ({ cost }) => <Amount value={cost} /> },
  { key: 'attempts', title: 'Attempts', cell: Attempts },
  {
    key: 'why',
    title: 'Released because',
    cell: ({ release_reason: why }) => why ?? <Missing />,
  },
];

function Attempts({ attempts, failed_probes: probes }: Fill) {
  if (attempts.length === 0) return <Missing />;
  return (
    <ol className="plain">
      {attempts.map(({ number, state, reason, detail, started_at: at }) => (
        <li key={number} className="cluster">
          <span className="number">{number}.</span>
          <Status of={state} />
          <Time value={at} show="time" />
          {(detail ?? reason) !== null && <span className="wrap soft">{detail ?? reason}</span>}
        </li>
      ))}
      {probes.toReversed().map(({ probe_id: id, detail, at }) => (
        <li key={id} className="cluster">
          Probe <Status of="failed" /> <Time value={at} show="time" />
          <span className="wrap soft">{detail}</span>
        </li>
      ))}
    </ol>
  );
}

interface LotTableProps {
  readonly lots: readonly Lot[];
  readonly operator: OperatorClient;
}

export function LotTable({ lots, operator }: LotTableProps) {
  if (lots.length === 0) return <p className="panel-note soft">None.</p>;
  const end: Column<Lot> = {
    key: 'void',
    title: 'End',
    cell: (lot) => lot.status === 'open' && <VoidLotButton operator={operator} lot={lot} />,
  };
  const columns = [...LOT_COLUMNS, end];
  return <Table caption="Lots" columns={columns} rows={lots} keyOf={({ lot_id: id }) => id} />;
}

const LOT_COLUMNS: readonly Column<Lot>[] = [
  {
    key: 'id',
    title: 'Lot',
    isHeading: true,
    cell: ({ lot_id: id }) => (
      <Link href={`/orders/${id}`}>
        <ShortId id={id} />
      </Link>
    ),
  },
  { key: 'status', title: 'State', cell: ({ status }) => <Status of={status} /> },
  {
    key: 'seller',
    title: 'Seller',
    cell: ({ seller_id: id }) => <SellerLink id={id} />,
  },
  {
    key: 'bought',
    title: 'Bought',
    align: 'end',
    cell: (lot) => <Quantity value={lot.quantity} />,
  },
  { key: 'drawn', title: 'Drawn', align: 'end', cell: (lot) => <Quantity value={lot.drawn} /> },
  {
    key: 'left',
    title: 'Remaining',
    align: 'end',
    cell: (lot) => <Quantity value={lot.remaining} />,
  },
  { key: 'escrow', title: 'Escrow', align: 'end', cell: (lot) => <Amount value={lot.escrow} /> },
  { key: 'earned', title: 'Earned', align: 'end', cell: (lot) => <Amount value={lot.earned} /> },
  { key: 'refund', title: 'Refunded', align: 'end', cell: (lot) => <Amount value={lot.refund} /> },
  { key: 'ends', title: 'Window ends', cell: (lot) => <Time value={lot.expires_at} /> },
  { key: 'workflow', title: 'Workflow', cell: (lot) => <WorkflowLink url={lot.workflow_url} /> },
];
