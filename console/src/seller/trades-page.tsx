/** Every trade of the seller, newest first. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { columnPlaces } from '../design/amount-text';
import { MoreButton } from '../design/more-button';
import { Status } from '../design/status';
import { answerOf } from '../client/clients';
import { SIGNED_IN_SELLER } from '../client/credential';
import { Badge, Panel } from '../design/layout';
import { EmptyState, ErrorState, Skeleton } from '../design/states';
import { type Column, Table } from '../design/table';
import { Amount, Price, Quantity, Time, WindowName } from '../design/values';
import type { Trade } from './bodies';
import { SellerPage, type SignedInSeller } from './seller-page';

const REFRESH_MS = 5_000;
const PAGE_SIZE = 100;

export function TradesPage() {
  return (
    <SellerPage title="Trades" lead="What was sold, at which price, and what it has earned.">
      {(seller) => <Trades seller={seller} />}
    </SellerPage>
  );
}

function Trades({ seller }: { readonly seller: SignedInSeller }) {
  const trades = useInfiniteQuery({
    queryKey: [SIGNED_IN_SELLER, 'trades'],
    queryFn: ({ pageParam }) => {
      const query = { limit: PAGE_SIZE, ...(pageParam === null ? {} : { cursor: pageParam }) };
      const params = { path: { id: seller.profile.seller_id }, query };
      return answerOf(seller.market.GET('/v1/sellers/{id}/trades', { params }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    // Later pages do not change while they are read.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 1) === 1 ? REFRESH_MS : false),
  });
  const rows = trades.data?.pages.flatMap((page) => page.trades) ?? [];
  return (
    <Panel title="Trades" flush>
      {trades.isPending && <Skeleton rows={8} label="Loading the trades" />}
      {trades.isError && rows.length === 0 && (
        <ErrorState error={trades.error} onRetry={() => void trades.refetch()} />
      )}
      {trades.data && rows.length === 0 && (
        <EmptyState title="No trade yet">A request that you serve becomes a trade.</EmptyState>
      )}
      {rows.length > 0 && (
        <Table
          caption="Trades, newest first"
          columns={columnsOf(
            columnPlaces(rows.flatMap((row) => [row.earned, row.in_escrow, row.fee])),
          )}
          rows={rows}
          keyOf={(row) => row.trade_id}
        />
      )}
      <MoreButton pages={trades} />
    </Panel>
  );
}

function columnsOf(places: number): readonly Column<Trade>[] {
  return [
    {
      key: 'executed',
      title: 'Executed',
      isHeading: true,
      phone: { line: 1 },
      cell: (row) => <Time value={row.executed_at} />,
    },
    { key: 'model', title: 'Model', phone: { line: 2 }, cell: (row) => row.model_id },
    { key: 'window', title: 'Window', isMinor: true, cell: (row) => <WindowName of={row.tenor} /> },
    { key: 'region', title: 'Region', isMinor: true, cell: (row) => row.region },
    {
      key: 'status',
      title: 'Status',
      phone: { line: 1 },
      cell: (row) => (
        <>
          <Status value={row.status} />{' '}
          {row.usage_flag === 'implausible' && <Badge tone="bad">implausible usage</Badge>}
          {row.usage_flag === 'too_low' && <Badge tone="warn">counted by the exchange</Badge>}
        </>
      ),
    },
    {
      key: 'quantity',
      title: 'Tokens',
      align: 'end',
      phone: { line: 2, unit: 'tokens' },
      cell: (row) => <Quantity value={row.quantity} />,
    },
    {
      key: 'price',
      title: '$/M',
      align: 'end',
      phone: { line: 2, unit: '$/M' },
      cell: (row) => <Price perThousand={row.price} />,
    },
    {
      key: 'fee',
      title: 'Fee, USD',
      align: 'end',
      isMinor: true,
      cell: (row) => <Amount value={row.fee} places={places} />,
    },
    {
      key: 'escrow',
      title: 'In escrow, USD',
      align: 'end',
      isMinor: true,
      cell: (row) => <Amount value={row.in_escrow} places={places} />,
    },
    {
      key: 'earned',
      title: 'Earned, USD',
      align: 'end',
      phone: { line: 1 },
      cell: (row) => <Amount value={row.earned} places={places} />,
    },
  ];
}
