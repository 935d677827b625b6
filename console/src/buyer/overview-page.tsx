/** The account: what it has, what is held for what, and what it spent. */
import { Link } from 'wouter';
import { Panel, Stat, Stats } from '../design/layout';
import { EmptyState, ErrorState, Skeleton } from '../design/states';
import { type Column, Table } from '../design/table';
import { Amount, Missing, Price, Time } from '../design/values';
import type { AccountSummary } from './bodies';
import { BuyerPage, type SignedInBuyer } from './buyer-page';
import { BuyerSteps } from './buyer-steps';
import { SpendPanel } from './spend-panel';
import { useAccount } from './use-account';

export function OverviewPage() {
  return (
    <BuyerPage title="Account" lead="Every amount is exact. Days are UTC.">
      {(buyer) => (
        <>
          <BuyerSteps buyer={buyer} />
          <Balance buyer={buyer} />
          <SpendPanel buyer={buyer} />
        </>
      )}
    </BuyerPage>
  );
}

function Balance({ buyer }: { readonly buyer: SignedInBuyer }) {
  const account = useAccount(buyer);
  if (account.isPending) return <Skeleton rows={4} label="Loading the account" />;
  if (account.isError)
    return <ErrorState error={account.error} onRetry={() => void account.refetch()} />;
  const { balance, reserved, available, price_ceiling: ceiling } = account.data;
  return (
    <>
      <Panel title="Balance" actions={<Updated account={account.data} />}>
        <Stats>
          <Stat label="Available">
            <Amount value={available} />
          </Stat>
          <Stat label="Reserved">
            <Amount value={reserved} />
          </Stat>
          <Stat label="Balance">
            <Amount value={balance} />
          </Stat>
          <Stat label="Price ceiling">
            {ceiling === null ? <Missing /> : <Price perThousand={ceiling} withUnit />}
          </Stat>
        </Stats>
        {available === '0' && (
          <p className="hint" role="status">
            Nothing is available: requests and orders are refused until the operator records a
            deposit{reserved === '0' ? '' : ', or what is reserved is released'}.
          </p>
        )}
      </Panel>
      <Panel title="Reserved for" flush>
        <Reservations account={account.data} />
      </Panel>
    </>
  );
}

function Updated({ account }: { readonly account: AccountSummary }) {
  return (
    <span className="small faint">
      changed <Time value={account.updated_at} show="ago" />
    </span>
  );
}

type Reservation = AccountSummary['reservations'][number];

const REASONS: Readonly<Record<string, string>> = { chat: 'Request', order: 'Order' };

const COLUMNS: readonly Column<Reservation>[] = [
  {
    key: 'reason',
    title: 'What',
    isHeading: true,
    phone: { line: 1 },
    cell: ({ reason, reference_id: id }) => (
      <Link href={`/buyer/${reason === 'chat' ? 'requests' : 'orders'}/${id}`}>
        {REASONS[reason] ?? reason}
      </Link>
    ),
  },
  {
    key: 'since',
    title: 'Since',
    phone: { line: 2 },
    cell: (row) => <Time value={row.created_at} show="ago" />,
  },
  { key: 'id', title: 'Id', cell: (row) => <code>{row.reference_id}</code> },
  {
    key: 'amount',
    title: 'USD',
    align: 'end',
    phone: { line: 1 },
    cell: (row) => <Amount value={row.amount} />,
  },
];

function Reservations({ account }: { readonly account: AccountSummary }) {
  const { reservations } = account;
  if (reservations.length === 0) {
    return (
      <EmptyState title="Nothing is reserved">
        Requests in progress and resting orders hold money until they end.
      </EmptyState>
    );
  }
  return (
    <Table
      caption="Money that is held, newest first"
      columns={COLUMNS}
      rows={reservations}
      keyOf={(row) => row.reservation_id}
      maxHeight="22rem"
    />
  );
}
