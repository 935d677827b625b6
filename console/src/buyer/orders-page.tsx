/** Contract orders: placing one, and what became of all of them. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { usePollMs } from '../client/account-events';
import { answerOf } from '../client/clients';
import { SIGNED_IN } from '../client/credential';
import { Button, Segments } from '../design/controls';
import { Panel } from '../design/layout';
import { EmptyState, ErrorState, Skeleton } from '../design/states';
import { type Column, Table } from '../design/table';
import { Amount, Missing, Price, Quantity, Time, WindowName } from '../design/values';
import { useFilters } from '../shell/use-address';
import { type Order, isWorking } from './bodies';
import { BuyerPage, type SignedInBuyer } from './buyer-page';
import { CancelOrderDialog } from './cancel-order-dialog';
import { MoreButton } from '../design/more-button';
import { OrderForm } from './order-form';
import { costOf } from './order-preview';
import { Status } from '../design/status';
import { timeInForceText } from './time-in-force';

/** Without the exchange's word, fills of a resting order show within this time. */
const REFRESH_MS = 2_000;
const PAGE_SIZE = 100;
const FILTERS = {
  shown: [
    { value: 'all', label: 'All' },
    { value: 'open', label: 'Open' },
  ],
} as const;

export function OrdersPage() {
  return (
    <BuyerPage
      title="Orders"
      lead="Buy tokens ahead at a price of your own. What is filled becomes a prepaid contract."
    >
      {(buyer) => (
        <>
          <Panel title="New order">
            <OrderForm buyer={buyer} />
          </Panel>
          <Orders buyer={buyer} />
        </>
      )}
    </BuyerPage>
  );
}

function Orders({ buyer }: { readonly buyer: SignedInBuyer }) {
  const [{ shown }, setFilters] = useFilters(FILTERS);
  const [cancelled, setCancelled] = useState<Order | null>(null);
  const pollMs = usePollMs(REFRESH_MS);
  const orders = useInfiniteQuery({
    queryKey: [SIGNED_IN, 'orders'],
    queryFn: ({ pageParam }) => {
      const query = { limit: PAGE_SIZE, ...(pageParam === null ? {} : { cursor: pageParam }) };
      return answerOf(buyer.market.GET('/v1/orders', { params: { query } }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.orders.some(isWorking)) ? pollMs : false,
  });
  const all = orders.data?.pages.flatMap((page) => page.orders) ?? [];
  const rows = shown === 'open' ? all.filter(isWorking) : all;
  return (
    <Panel
      title="Orders"
      flush
      actions={
        <Segments
          label="Shown"
          value={shown}
          options={FILTERS.shown}
          onChange={(chosen) => setFilters({ shown: chosen })}
        />
      }
    >
      {orders.isPending && <Skeleton rows={6} label="Loading the orders" />}
      {orders.isError && all.length === 0 && (
        <ErrorState error={orders.error} onRetry={() => void orders.refetch()} />
      )}
      {orders.data && rows.length === 0 && (
        <EmptyState title={emptyTitle(all.length > 0, orders.hasNextPage)}>
          A resting order appears here and shows each of its fills as it happens.
        </EmptyState>
      )}
      {rows.length > 0 && (
        <Table
          caption="Contract orders, newest first"
          columns={columnsOf(setCancelled)}
          rows={rows}
          keyOf={(row) => row.order_id}
        />
      )}
      <MoreButton pages={orders} />
      <CancelOrderDialog buyer={buyer} order={cancelled} onClose={() => setCancelled(null)} />
    </Panel>
  );
}

function emptyTitle(hasOrders: boolean, hasMore: boolean): string {
  if (!hasOrders) return 'No order yet';
  return hasMore ? 'None of the orders loaded so far is open' : 'No order is open';
}

function columnsOf(cancel: (order: Order) => void): readonly Column<Order>[] {
  return [
    {
      key: 'placed',
      title: 'Placed',
      isHeading: true,
      phone: { line: 1 },
      cell: (row) => (
        <Link href={`/buyer/orders/${row.order_id}`}>
          <Time value={row.created_at} />
        </Link>
      ),
    },
    { key: 'model', title: 'Instrument', phone: { line: 2 }, cell: (row) => row.model_id },
    {
      key: 'window',
      title: 'Window',
      cell: (row) => (
        <>
          <WindowName of={row.tenor} />{' '}
          <span className="faint small" title={timeInForceText(row.time_in_force)}>
            {row.region !== null && `${row.region}, `}
            {row.time_in_force}
          </span>
        </>
      ),
    },
    {
      key: 'status',
      title: 'Status',
      phone: { line: 1 },
      cell: (row) => (
        <span title={row.reason ?? undefined}>
          <Status value={row.status} />
        </span>
      ),
    },
    {
      key: 'limit',
      title: 'Limit $/M',
      align: 'end',
      phone: { line: 2, unit: '$/M' },
      cell: (row) => <Price perThousand={row.price} />,
    },
    {
      key: 'average',
      title: 'Average $/M',
      align: 'end',
      cell: (row) => <Price perThousand={row.average_fill_price} />,
    },
    {
      key: 'filled',
      title: 'Filled',
      align: 'end',
      phone: { line: 2 },
      cell: (row) => <Filled order={row} />,
    },
    {
      key: 'cost',
      title: 'At most',
      align: 'end',
      phone: { line: 2 },
      cell: (row) => <Amount value={costOf(row)} />,
    },
    cancelColumn(cancel),
  ];
}

function cancelColumn(cancel: (order: Order) => void): Column<Order> {
  return {
    key: 'cancel',
    title: <span className="only-read">Cancel</span>,
    align: 'end',
    phone: { line: 1 },
    cell: (row) =>
      isWorking(row) ? (
        <Button kind="quiet" aria-label={`Cancel ${orderName(row)}`} onClick={() => cancel(row)}>
          Cancel
        </Button>
      ) : (
        <Missing>final</Missing>
      ),
  };
}

function Filled({ order }: { readonly order: Order }) {
  const { filled_quantity: filled, quantity } = order;
  return (
    <span className="filled">
      <Quantity value={filled} short /> of <Quantity value={quantity} short />
      <progress max={quantity} value={filled} aria-label={`Filled part of ${orderName(order)}`} />
    </span>
  );
}

function orderName({ model_id: model, order_id: id }: Order): string {
  return `the order of ${model}, ${id.slice(-6)}`;
}
