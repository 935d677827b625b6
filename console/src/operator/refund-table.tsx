/** Lots of a seller whose tokens went back to the buyer, and why. */
import { Link } from 'wouter';
import { type OperatorClient, answerOf } from '../client/clients';
import type { Column } from '../design/table';
import { Amount, Missing, Quantity, Time } from '../design/values';
import { PagedTable } from './frame';
import { AccountLink, ShortId } from './names';
import type { Body } from './schemas';
import { Status } from './status';

type Refund = Body<'SellerRefund'>;

export function RefundTable({ operator, id }: { operator: OperatorClient; id: string }) {
  return (
    <PagedTable
      name={['seller refunds', id]}
      load={(query) =>
        answerOf(
          operator.GET('/admin/v1/sellers/{id}/refunds', { params: { path: { id }, query } }),
        )
      }
      rowsOf={({ refunds }) => refunds}
      caption="Refunded lots, the last to end first"
      columns={COLUMNS}
      keyOf={({ lot_id: lotId }) => lotId}
      empty="A lot is refunded when its seller defaults on it."
    />
  );
}

const COLUMNS: readonly Column<Refund>[] = [
  { key: 'at', title: 'Ended', cell: ({ closed_at: at }) => <Time value={at} /> },
  {
    key: 'lot',
    title: 'Lot',
    isHeading: true,
    cell: ({ lot_id: id }) => (
      <Link href={`/orders/${id}`}>
        <ShortId id={id} />
      </Link>
    ),
  },
  { key: 'buyer', title: 'Buyer', cell: ({ account_id: id }) => <AccountLink id={id} /> },
  { key: 'model', title: 'Instrument', cell: ({ model_id: id }) => id },
  { key: 'status', title: 'State', cell: ({ status }) => <Status of={status} /> },
  {
    key: 'tokens',
    title: 'Refunded tokens',
    align: 'end',
    cell: ({ refunded_tokens: refunded }) => <Quantity value={refunded} />,
  },
  {
    key: 'amount',
    title: 'Amount',
    align: 'end',
    cell: ({ amount }) => <Amount value={amount} />,
  },
  {
    key: 'reason',
    title: 'Reason',
    cell: ({ reason }) => (reason === null ? <Missing /> : <span className="wrap">{reason}</span>),
  },
];
