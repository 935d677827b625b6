/** The buyer's tickets and what is left of each. Their credentials were shown once, when issued. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { usePollMs } from '../client/account-events';
import { answerOf } from '../client/clients';
import { SIGNED_IN } from '../client/credential';
import { Select } from '../design/controls';
import { Panel } from '../design/layout';
import { EmptyState, ErrorState, Skeleton } from '../design/states';
import { type Column, Table } from '../design/table';
import { Amount, Price, Quantity, Time } from '../design/values';
import { useFilters } from '../shell/use-address';
import type { Ticket } from './bodies';
import { BuyerPage, type SignedInBuyer } from './buyer-page';
import { MoreButton } from '../design/more-button';
import { costOf } from './order-preview';
import { Status } from '../design/status';
import { BuyTicketButton } from './ticket-dialog';

const REFRESH_MS = 5_000;
const PAGE_SIZE = 50;

const FILTERS = {
  status: [
    { value: '', label: 'Any' },
    { value: 'active', label: 'Active' },
    { value: 'exhausted', label: 'Exhausted' },
    { value: 'expired', label: 'Expired' },
    { value: 'defaulted', label: 'Defaulted' },
  ],
} as const;

export function TicketsPage() {
  return (
    <BuyerPage
      title="Tickets"
      lead="A ticket redeems a prepaid contract: its credential takes the place of a key."
    >
      {(buyer) => (
        <>
          <div className="cluster">
            <BuyTicketButton buyer={buyer} />
            <Link href="/buyer/contracts">Issue one for a contract</Link>
          </div>
          <Tickets buyer={buyer} />
        </>
      )}
    </BuyerPage>
  );
}

function Tickets({ buyer }: { readonly buyer: SignedInBuyer }) {
  const [{ status }, setFilters] = useFilters(FILTERS);
  const pollMs = usePollMs(REFRESH_MS);
  const tickets = useInfiniteQuery({
    queryKey: [SIGNED_IN, 'tickets', status],
    queryFn: ({ pageParam }) => {
      const query = {
        limit: PAGE_SIZE,
        ...(pageParam === null ? {} : { cursor: pageParam }),
        ...(status === '' ? {} : { status }),
      };
      return answerOf(buyer.buyer.GET('/v1/tickets', { params: { query } }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: pollMs,
  });
  const rows = tickets.data?.pages.flatMap((page) => page.tickets) ?? [];
  return (
    <Panel title="Tickets" flush>
      <form className="filters" role="search" onSubmit={(event) => event.preventDefault()}>
        <Select
          label="Status"
          value={status}
          options={FILTERS.status}
          onChange={(chosen) => setFilters({ status: chosen })}
        />
      </form>
      {tickets.isPending && <Skeleton rows={6} label="Loading the tickets" />}
      {tickets.isError && rows.length === 0 && (
        <ErrorState error={tickets.error} onRetry={() => void tickets.refetch()} />
      )}
      {tickets.data && rows.length === 0 && (
        <EmptyState title={emptyTitle(status, tickets.hasNextPage)} />
      )}
      {rows.length > 0 && (
        <Table
          caption="Tickets, newest first"
          columns={COLUMNS}
          rows={rows}
          keyOf={(row) => row.ticket_id}
        />
      )}
      <MoreButton pages={tickets} />
    </Panel>
  );
}

function emptyTitle(status: string, hasMore: boolean): string {
  if (status === '') return 'No ticket yet';
  return hasMore ? 'None among the newest tickets' : `No ticket is ${status}`;
}

const COLUMNS: readonly Column<Ticket>[] = [
  {
    key: 'issued',
    title: 'Issued',
    isHeading: true,
    phone: { line: 1 },
    cell: (row) => (
      <span title={row.ticket_id}>
        <Time value={row.created_at} />
      </span>
    ),
  },
  { key: 'model', title: 'Instrument', phone: { line: 2 }, cell: (row) => row.model },
  {
    key: 'status',
    title: 'Status',
    phone: { line: 1 },
    cell: (row) => <Status value={row.status} />,
  },
  { key: 'region', title: 'Region', cell: (row) => row.region ?? 'any' },
  {
    key: 'price',
    title: '$/M',
    align: 'end',
    phone: { line: 2, unit: '$/M' },
    cell: (row) => <Price perThousand={row.price} />,
  },
  {
    key: 'remaining',
    title: 'Remaining',
    align: 'end',
    phone: { line: 2, unit: 'left' },
    cell: (row) => <Quantity value={row.remaining_tokens} />,
  },
  {
    key: 'reserved',
    title: 'Under way',
    align: 'end',
    isMinor: true,
    cell: (row) => <Quantity value={row.reserved_tokens} />,
  },
  {
    key: 'quantity',
    title: 'Bought',
    align: 'end',
    cell: (row) => <Quantity value={row.quantity_tokens} />,
  },
  {
    key: 'cost',
    title: 'Cost, USD',
    align: 'end',
    phone: { line: 1 },
    cell: (row) => <Amount value={costOf({ price: row.price, quantity: row.quantity_tokens })} />,
  },
  {
    key: 'ends',
    title: 'Ends',
    phone: { line: 2, unit: 'ends' },
    cell: (row) => <Time value={row.expires_at} show="ago" />,
  },
];
