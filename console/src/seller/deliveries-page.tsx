/** What is sold ahead and still to be delivered, the nearest deadline first. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { MoreButton } from '../design/more-button';
import { answerOf } from '../client/clients';
import { SIGNED_IN_SELLER } from '../client/credential';
import { addDecimals } from '../client/decimal';
import { Badge, Panel, Stat, Stats } from '../design/layout';
import { useNow } from '../design/now';
import { EmptyState, ErrorState, Skeleton } from '../design/states';
import { type Column, Table } from '../design/table';
import { Amount, Quantity, Time } from '../design/values';
import type { Delivery } from './bodies';
import { CalendarPanel } from './calendar-panel';
import { EndedLots } from './ended-lots';
import { KeepReady } from './keep-ready';
import { SellerPage, type SignedInSeller } from './seller-page';
import { useSellerAccount } from './use-seller-account';

const REFRESH_MS = 5_000;
const PAGE_SIZE = 500;

export function DeliveriesPage() {
  return (
    <SellerPage
      title="Deliveries"
      lead="What must be kept ready: lots that buyers have paid for. Their requests may come until the window ends."
    >
      {(seller) => <Deliveries seller={seller} />}
    </SellerPage>
  );
}

function Deliveries({ seller }: { readonly seller: SignedInSeller }) {
  const account = useSellerAccount(seller);
  const deliveries = useInfiniteQuery({
    queryKey: [SIGNED_IN_SELLER, 'deliveries'],
    queryFn: ({ pageParam }) => {
      const query = { limit: PAGE_SIZE, ...(pageParam === null ? {} : { cursor: pageParam }) };
      return answerOf(seller.seller.GET('/v1/deliveries', { params: { query } }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: REFRESH_MS,
  });
  const rows = (deliveries.data?.pages.flatMap((page) => page.deliveries) ?? []).toSorted(
    (one, other) => Date.parse(one.expires_at) - Date.parse(other.expires_at),
  );
  return (
    <>
      {rows.length > 0 && <Totals rows={rows} />}
      {rows.length > 0 && (
        <KeepReady
          lots={rows}
          reports={account.data?.capacity_reports ?? []}
          isCut={deliveries.hasNextPage}
        />
      )}
      <Panel title="Lots" flush>
        {deliveries.isPending && <Skeleton rows={6} label="Loading the deliveries" />}
        {deliveries.isError && rows.length === 0 && (
          <ErrorState error={deliveries.error} onRetry={() => void deliveries.refetch()} />
        )}
        {deliveries.data && rows.length === 0 && (
          <EmptyState title="Nothing is owed">
            When somebody buys tokens ahead from an offer of yours, a lot opens here.
          </EmptyState>
        )}
        {rows.length > 0 && (
          <Table
            caption="Lots to be delivered, the nearest deadline first"
            columns={COLUMNS}
            rows={rows}
            keyOf={(row) => row.lot_id}
          />
        )}
        <MoreButton pages={deliveries} />
      </Panel>
      <EndedLots seller={seller} />
      <CalendarPanel seller={seller} />
    </>
  );
}

function Totals({ rows }: { readonly rows: readonly Delivery[] }) {
  const owed = rows.reduce((sum, { remaining }) => sum + BigInt(remaining), 0n);
  return (
    <Stats>
      <Stat label="Lots">
        <Quantity value={rows.length} />
      </Stat>
      <Stat label="Owed, tokens">
        <Quantity value={owed.toString()} short />
      </Stat>
      <Stat label="In escrow">
        <Amount value={rows.map((row) => row.in_escrow).reduce(addDecimals, '0')} />
      </Stat>
      <Stat label="Next deadline">
        <Time value={rows[0]?.expires_at} show="ago" />
      </Stat>
    </Stats>
  );
}

const COLUMNS: readonly Column<Delivery>[] = [
  {
    key: 'model',
    title: 'Model',
    isHeading: true,
    phone: { line: 1 },
    cell: (row) => row.instrument,
  },
  { key: 'window', title: 'Window', phone: { line: 1 }, cell: (row) => <Window delivery={row} /> },
  {
    key: 'ends',
    title: 'Ends',
    phone: { line: 2, unit: 'ends' },
    cell: (row) => <Time value={row.expires_at} show="ago" />,
  },
  {
    key: 'deadline',
    title: 'Deadline',
    isMinor: true,
    cell: (row) => <Time value={row.expires_at} />,
  },
  {
    key: 'remaining',
    title: 'Remaining tokens',
    align: 'end',
    phone: { line: 2, unit: 'tokens left' },
    cell: (row) => <Quantity value={row.remaining} />,
  },
  {
    key: 'reserved',
    title: 'Under way',
    align: 'end',
    cell: (row) => <Quantity value={row.reserved_tokens} />,
  },
  {
    key: 'drawn',
    title: 'Drawn',
    align: 'end',
    cell: (row) => <Quantity value={row.drawn_tokens} />,
  },
  {
    key: 'escrow',
    title: 'In escrow',
    align: 'end',
    phone: { line: 1 },
    cell: (row) => <Amount value={row.in_escrow} />,
  },
  {
    key: 'buyer',
    title: 'Buyer',
    isMinor: true,
    cell: (row) => <code title={row.buyer_id}>{row.buyer_id.slice(-6)}</code>,
  },
];

function Window({ delivery }: { readonly delivery: Delivery }) {
  const nowMs = useNow();
  if (nowMs >= Date.parse(delivery.expires_at)) return <Badge>ended</Badge>;
  if (nowMs >= Date.parse(delivery.delivery_start)) return <Badge tone="warn">open</Badge>;
  return (
    <>
      <Badge>opens</Badge> <Time value={delivery.delivery_start} show="ago" />
    </>
  );
}
